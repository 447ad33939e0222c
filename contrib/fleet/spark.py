#!/usr/bin/env python3
"""Answers questions about a fleet with Spark.

    spark-submit spark.py PROFILES QUERY.sql…

PROFILES is a file or folder of profiles, or whatever address Spark reads files from. The answers are
printed; with --csv they are written there, each to QUERY.csv, with a header.

Spark reads `*.ndjson` by itself, but packed lines only with a Hadoop that has its native libraries, so
pyarrow unpacks them here.
"""
import argparse
import csv
import pathlib

import pyarrow
from pyspark.sql import SparkSession


ZSTD = b"\x28\xb5\x2f\xfd"  # the first bytes of what is packed


def lines_of(file):
    _, content = file
    if content.startswith(ZSTD):
        content = pyarrow.input_stream(pyarrow.py_buffer(content), compression="zstd").read()
    return content.decode().removesuffix("\n").split("\n")


def rows_of(spark, profiles):
    """Without the first line of each file, which tells its version."""
    lines = spark.sparkContext.binaryFiles(profiles).flatMap(lines_of)
    rows = spark.read.option("inferTimestamp", True).json(lines)
    return rows.where("kind <> 'profile'").drop("fsfind_profile")


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
    rows_of(spark, options.profiles).createOrReplaceTempView("profiles")
    for query in options.queries:
        answer = spark.sql(query.read_text(encoding="utf-8"))
        if options.csv:
            write(answer, options.csv / f"{query.stem}.csv")
        else:
            answer.show(100, truncate=False)


if __name__ == "__main__":
    main()
