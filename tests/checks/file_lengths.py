"""A file is a subject, which may take some length; no C or C++ source is longer than a reader can hold.
Headers that are long for what a contract says are listed, and the longest files."""
import project

LONGEST_SOURCE, LONGEST_HEADER, LONG_HEADER = 800, 400, 300
LISTED = 5


def is_header(path):
    return str(path).endswith(".h")


lengths = sorted(((len((project.ROOT / path).read_bytes().splitlines()), path)
                  for path in project.sources()), reverse=True)
for length, path in lengths[:LISTED]:
    print(f"{length:5} {path}")
for length, path in lengths:
    if is_header(path) and length > LONG_HEADER:
        print(f"{length:5} {path}: a long header")
limits = [(length, path, LONGEST_HEADER if is_header(path) else LONGEST_SOURCE) for length, path in lengths]
project.finish([f"{path}: {length} lines, more than {limit}: it has more than one subject"
                for length, path, limit in limits if length > limit])
