#!/usr/bin/env python3
"""Answers questions about a fleet with Spark.

    spark-submit spark.py PROFILES QUERY.sql…

PROFILES is a file or folder of profiles, or whatever address Spark reads Parquet from. The answers are
printed; with --csv they are written there, each to QUERY.csv, with a header.
"""
import argparse
import csv
import pathlib

from pyspark.sql import SparkSession


def write(answer, path):
    with open(path, "w", encoding="utf-8", newline="") as output:
        writer = csv.writer(output)
        writer.writerow(answer.columns)
        writer.writerows(answer.collect())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profiles")
    parser.add_argument("queries", nargs="+", type=pathlib.Path, metavar="QUERY.sql")
    parser.add_argument("--csv", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("fsfind").getOrCreate()
    spark.read.parquet(options.profiles).createOrReplaceTempView("profiles")
    for query in options.queries:
        answer = spark.sql(query.read_text(encoding="utf-8"))
        if options.csv:
            write(answer, options.csv / f"{query.stem}.csv")
        else:
            answer.show(100, truncate=False)


if __name__ == "__main__":
    main()
