"""No C or C++ source is longer than a reader can hold; the longest are listed."""
import project

LIMIT = 400
LISTED = 5

lengths = sorted(((len((project.ROOT / path).read_bytes().splitlines()), path)
                  for path in project.sources()), reverse=True)
for length, path in lengths[:LISTED]:
    print(f"{length:5} {path}")
project.finish([f"{path}: {length} lines, more than {LIMIT}: split it by noun"
                for length, path in lengths if length > LIMIT])
