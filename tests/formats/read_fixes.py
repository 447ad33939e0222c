"""clang-apply-replacements applies what `--format=fixes` writes; the result compiles and is clean."""
import json

import example

apply = example.tool("clang-apply-replacements-19", "clang-apply-replacements")
compiler = example.tool("clang-19", "cc")
with example.Example() as repository:
    fixes = repository.root / "fixes"
    fixes.mkdir()
    (fixes / "fsfind.yaml").write_text(repository.check("fixes"))
    # Another unit's file with the same edits must not insert them twice.
    (fixes / "again.yaml").write_text(repository.check("fixes"))
    repository.run(apply, str(fixes))
    lines = repository.lines()
    assert [line for line in lines if line in example.WRONG + example.FIXED] == example.FIXED, lines
    repository.run(compiler, *example.OPTIONS, "-fsyntax-only", example.SOURCE)
    assert json.loads(repository.check("json"))["findings"] == []
