"""What went wrong in one program: each access site with its code, the truth, and what was said."""
import re
import shutil
import subprocess

import score

BEFORE, AFTER = 14, 4
OBJDUMPS = ("llvm-objdump-19", "llvm-objdump", "objdump")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s")


def _disassembly(module, start, stop):
    tool = next(filter(shutil.which, OBJDUMPS), None)
    if not tool:
        return []
    done = subprocess.run([tool, "--disassemble", "--no-show-raw-insn", "--line-numbers",
                           *["--x86-asm-syntax=intel"] * tool.startswith("llvm"),
                           f"--start-address={start:#x}", f"--stop-address={stop:#x}", module],
                          capture_output=True, text=True, errors="replace")
    return done.stdout.splitlines()


def _code(access, whole):
    """Instructions up to the sampled one, from the start of its function on."""
    at = int(access["module_address"], 16)
    lines = _disassembly(access["module"], at - access["symbol_offset"], at + 64)
    sampled = next((number for number, line in enumerate(lines)
                    if (found := INSTRUCTION.match(line)) and int(found[1], 16) == at), None)
    if sampled is None:
        return ["(no disassembly)"]
    first = 0 if whole else max(0, sampled - BEFORE)
    return [("  => " if number == sampled else "     ") + line.strip()
            for number, line in enumerate(lines[:sampled + AFTER]) if number >= first and
            line.strip() and not line.startswith("Disassembly")]


def _place(access):
    frames = " < ".join(frame["function"] for frame in access["frames"])
    return f"{access['file']}:{access['line']}  {frames or access['symbol']}"


def explain(case, result, truth_text, everything=False):
    """`everything`: whole functions, and the sites that were named truly."""
    print(f"{case}: {result.told} contended samples told, {result.untold} elsewhere;",
          ", ".join(f"{count} {verdict}" for verdict, count in result.verdicts.items()) +
          f"; {result.wrong_index} of another element, {result.sure_and_wrong} wrong and sure")
    for finding in result.false_findings:
        print("false finding of high confidence:", finding)
    ranked = sorted(result.sites.values(), key=lambda site: -site.count)
    by_address = {}
    for site in ranked:
        if everything or site.verdict != score.TRUE:
            by_address.setdefault((site.access["module_address"], site.access["module"]),
                                  []).append(site)
    for sites in by_address.values():
        access = sites[0].access
        print(f"\n{access['ip']} {access['module_address']} {access['module']}"
              f"  {access['symbol']}+{access['symbol_offset']:#x}\n  {_place(access)}")
        for site in sites[:8]:
            print(f"  {site.count:6} {site.access['op']:5} of {site.access['size'] or '?'} bytes  "
                  f"{site.verdict.upper():7} truth: {site.truth}; said: {site.said}")
        print(*_code(access, everything), sep="\n")
    if everything:
        print("\ntold:", truth_text, sep="\n")
    places = sorted(result.untold_places.items(), key=lambda item: -item[1])
    for (place, said), count in places[:5]:
        print(f"elsewhere: {count:6}  {place}: {said}")
