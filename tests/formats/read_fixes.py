"""clang-apply-replacements applies what `--format=fixes` writes; the result compiles and is clean."""
import json

import example

apply = example.tool("clang-apply-replacements-19", "clang-apply-replacements")
compiler = example.tool("clang++-19", "c++")
with example.Example() as repository:
    fixes = repository.root / "fixes"
    fixes.mkdir()
    (fixes / "fsfind.yaml").write_text(repository.check("fixes"))
    # Another unit's file with the same edit must not insert it twice.
    (fixes / "again.yaml").write_text(repository.check("fixes"))
    repository.run(apply, str(fixes))
    lines = repository.source.read_text().splitlines()
    assert example.FIXED in lines and example.WIDE not in lines, lines
    repository.run(compiler, *example.OPTIONS, "-fsyntax-only", example.SOURCE)
    assert json.loads(repository.check("json"))["findings"] == []
