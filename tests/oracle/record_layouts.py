"""Holds `fsfind layout` to pahole: offset and size of each member of records in C and C++ that
gcc and clang compiled, by the programs' debug info and by the sources, and of the C library where
its debug info is installed.

    record_layouts.py --fsfind build/dev/fsfind
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
SOURCES = {
    "layouts.c": """
#include <pthread.h>
struct inner { char tag; long value; short tail; };
typedef struct { int a; double b; } unnamed;
struct outer {
  char first; struct inner one; unsigned low : 3, high : 7; int : 0; unsigned next : 1;
  struct { int x; long y; }; union { long whole; struct { int left, right; } halves; };
  pthread_mutex_t lock; unnamed two; struct inner many[3]; long count; char name[5]; long rest[];
};
struct __attribute__((packed)) wire { char kind; int length; long id; };
struct aligned { int a; _Alignas(64) int b; };
struct outer *o; struct wire w; struct aligned g; unnamed u;
int main(void) { return w.kind + g.a + u.a + (o != 0); }
""",
    "layouts.cpp": """
#include <atomic>
#include <mutex>
#include <string>
#include <vector>
namespace ns {
struct Empty {};
struct Base { virtual ~Base() = default; long id; };
template <class T> class Queue : Empty, public Base {
public:
  alignas(64) std::atomic<T> head{}; std::atomic<T> tail{};
  std::mutex lock; std::vector<T> items; std::string name; struct Part { char c; T t; } part;
  bool full : 1, closed : 1; static int made;
};
}
ns::Queue<int> q; ns::Queue<long> l;
int main() { return static_cast<int>(q.items.size() + l.items.size()); }
""",
}
TYPES = {
    "layouts.c": ["inner", "outer", "wire", "aligned", "unnamed"],
    "layouts.cpp": ["ns::Base", "ns::Queue<int>", "ns::Queue<long>"],
}
LIBRARY = "/lib/x86_64-linux-gnu/libc.so.6"
LIBRARY_TYPES = ["malloc_state", "link_map", "_IO_FILE", "pthread", "rtld_global"]


def pahole_members(path, name):
    """{(offset, size)} of the innermost members that pahole shows; None if it does not know it."""
    shown = subprocess.run(["pahole", "-E", "--suppress_aligned_attribute", "-C", name, path],
                           capture_output=True, text=True)
    if shown.returncode != 0 or not shown.stdout.strip():
        return None
    members = set()
    for line in shown.stdout.splitlines():
        found = re.search(r"/\*\s*(\d+)(?::\s*\d+)?\s+(\d+)\s*\*/\s*$", line)
        if found:
            members.add((int(found[1]), int(found[2])))
    return members


def fsfind_layout(fsfind, what, name):
    """`what`: the words that name a program, or a source with its options."""
    shown = subprocess.run([fsfind, "layout", "-q", "--format=json", name, *what],
                           capture_output=True, text=True)
    if shown.returncode != 0:
        sys.exit(f"fsfind layout {name} {' '.join(what)}: {shown.stderr}")
    return json.loads(shown.stdout)["types"][0]


def size_by_pahole(path, name):
    shown = subprocess.run(["pahole", "-C", name, path], capture_output=True, text=True).stdout
    found = re.findall(r"/\* size: (\d+)", shown)  # the last one is of the record itself
    return int(found[-1]) if found else None


def compare(fsfind, path, name, problems, what=None):
    """Each leaf that fsfind shows begins where pahole has a member of the program at `path`, and the
    sizes are the same. `what`: words of fsfind that name something else than the program."""
    short = name.split("::")[-1]
    theirs = pahole_members(path, short)
    if theirs is None:
        return 0
    ours = fsfind_layout(fsfind, what or [path], name)
    size = size_by_pahole(path, short)
    if ours["size"] != size:
        problems.append(f"{path}: {name}: {ours['size']} bytes, pahole says {size}")
    offsets = {offset for offset, _ in theirs}
    for member in ours["members"]:
        if member["bits"] is None and member["offset"] not in offsets:
            problems.append(f"{path}: {name}.{member['path']} at {member['offset']}, where pahole "
                            f"has no member")
    return len(ours["members"])


def sources_of(path):
    return ["--no-cache", str(path), "--", "-std=c11" if path.suffix == ".c" else "-std=c++17"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fsfind", required=True)
    options = parser.parse_args()
    if not shutil.which("pahole"):
        print("skipped: pahole is not installed")
        return SKIP
    problems, compared = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for source, text in SOURCES.items():
            path = pathlib.Path(folder) / source
            path.write_text(text)
            for compiler in (("gcc", "clang-19") if source.endswith(".c") else ("g++", "clang++-19")):
                if not shutil.which(compiler):
                    continue
                program = f"{folder}/{source}.{compiler}"
                subprocess.run([compiler, "-g", "-O1", "-o", program, str(path)], check=True)
                for name in TYPES[source]:
                    compared += compare(options.fsfind, program, name, problems)
                    compared += compare(options.fsfind, program, name, problems, sources_of(path))
    if pathlib.Path(LIBRARY).exists():
        debug = subprocess.run([options.fsfind, "layout", "-q", "malloc_state", LIBRARY],
                               capture_output=True)
        for name in LIBRARY_TYPES if debug.returncode == 0 else []:
            compared += compare(options.fsfind, LIBRARY, name, problems)
    print("\n".join(problems) or f"{compared} members as pahole has them")
    return 1 if problems or compared < 100 else 0


sys.exit(main())
