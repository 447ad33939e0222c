"""The measurements as tables: one for the terminal, one for the documentation."""
import re
import shutil
import subprocess

import score

MARKERS = ("<!-- measured -->\n", "<!-- end of measured -->\n")
LEVEL_ORDER = ["O0", "O1", "O2", "O3", "Os"]


def perf_note():
    """perf's own naming of types (perf mem report -s type,typeoff) came with Linux 6.8 to 6.10."""
    if not shutil.which("perf"):
        return "perf is not installed"
    said = subprocess.run(["perf", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"(\d+)\.(\d+)", said)
    if version and (int(version[1]), int(version[2])) < (6, 10):
        return f"`perf mem report -s type,typeoff` is not in this perf ({version[0]})"
    return "`perf mem report -s type,typeoff` was not asked"


def percent(share):
    return f"{100 * share:.1f}"


def row(result):
    told = result.told or 1
    return [f"{result.told:,}", percent(result.named()), percent(result.share(score.TRUE)),
            percent(result.share(score.PART)), percent(result.share(score.WRONG)),
            percent(result.sure_and_wrong / told), str(len(result.false_findings)),
            percent(result.wrong_index / told),
            percent(result.untold / ((result.told + result.untold) or 1))]


HEAD = ["samples", "named", "truly", "a part", "wrongly", "wrongly, sure", "false findings",
        "other element", "elsewhere"]


def sums(results, key):
    """key of a case -> its sum, sorted."""
    groups = {}
    for case, result in results.items():
        groups.setdefault(key(case), score.Score()).add(result)
    return dict(sorted(groups.items(), key=lambda item: item[0]))


def level_key(case):
    base = case.level.partition("-")[0]
    return (case.language, case.compiler, LEVEL_ORDER.index(base), case.level)


def rows(results):
    """Title rows, by compiler and level, then by program, then the sum."""
    everything = sums(results, lambda case: "all")
    by_way = sums(results, level_key)
    by_program = sums(results, lambda case: case.program)
    yield "built by", [(f"{language}, {compiler} {level}", row(result))
                       for (language, compiler, _, level), result in by_way.items()]
    yield "program", [(program, row(result)) for program, result in by_program.items()]
    yield "", [(name, row(result)) for name, result in everything.items()]


def text_table(results):
    width = max(map(len, [*map(str, results), "x" * 24]))
    lines = []
    for title, table in rows(results):
        lines.append(f"{title:{width}}" + "".join(f"{name:>16}" for name in HEAD))
        lines += [f"{name:{width}}" + "".join(f"{cell:>16}" for cell in cells)
                  for name, cells in table] + [""]
    return "\n".join(lines)


def case_table(results):
    """One line for each case that is not perfect, or has too few samples to say."""
    return "\n".join(f"{str(case):40}" + "".join(f"{cell:>10}" for cell in row(result))
                     for case, result in results.items()
                     if result.share(score.TRUE) < 1 or result.told < 500 or
                     result.false_findings or result.wrong_index)


def changes(results, before):
    """Cases whose share of true names, or number of wrong ones, is another than in `before`, a
    mapping of cases to what Score.summary() gave."""
    lines = []
    for case, result in results.items():
        old = before.get(str(case))
        if old and (old[score.TRUE], old[score.WRONG], old["told"]) != \
                (result.verdicts[score.TRUE], result.verdicts[score.WRONG], result.told):
            lines.append(f"{str(case):40} truly {percent(old[score.TRUE] / (old['told'] or 1))} -> "
                         f"{percent(result.share(score.TRUE))}, wrongly "
                         f"{percent(old[score.WRONG] / (old['told'] or 1))} -> "
                         f"{percent(result.share(score.WRONG))}")
    return "\n".join(lines) or "nothing changed"


def is_flawless(cells):
    """All named truly, nothing wrong, and the program told of nearly all contended samples."""
    return cells[1:8] == ["100.0", "100.0", "0.0", "0.0", "0.0", "0", "0.0"] and float(cells[8]) < 10


def shortened(table):
    """The rows with flaws, and one that counts the others."""
    flawless = [cells for _, cells in table if is_flawless(cells)]
    if len(flawless) < 2:
        return table
    samples = sum(int(cells[0].replace(",", "")) for cells in flawless)
    return [*((name, cells) for name, cells in table if not is_flawless(cells)),
            (f"{len(flawless)} others", [f"{samples:,}", *flawless[0][1:8], "< 10"])]


def markdown(results):
    lines = []
    for title, table in rows(results):
        lines += [f"| {title or 'sum'} | " + " | ".join(HEAD) + " |",
                  "| --- |" + " ---: |" * len(HEAD)]
        lines += [f"| {name} | " + " | ".join(cells) + " |" for name, cells in shortened(table)] + [""]
    return "\n".join(lines) + f"\n{perf_note()}.\n"


def write_page(page, text):
    old = page.read_text()
    before, rest = old.split(MARKERS[0])
    after = rest.split(MARKERS[1])[1]
    page.write_text(before + MARKERS[0] + text + MARKERS[1] + after)
