"""The fsfind that is installed on this machine, as the repository that the rules take it from.

In WORKSPACE:

    load("//contrib/bazel:local.bzl", "fsfind_local")
    fsfind_local(name = "fsfind")

The environment's FSFIND names the program; else it is looked for on the path. Its worker is part of
the repository, too, so that a cache of actions tells two releases apart. With modules, call the rule
in an extension of your own.
"""

def _fsfind_local_impl(repository_ctx):
    program = repository_ctx.os.environ.get("FSFIND")
    found = repository_ctx.path(program) if program else repository_ctx.which("fsfind")
    if not found or not found.exists:
        fail("fsfind is not there: install it, or name it with --repo_env=FSFIND=/path/to/fsfind")
    found = found.realpath
    worker = None
    for folder in ["", "../lib/fsfind/", "../lib64/fsfind/"] + [
        "../lib/%s-linux-gnu/fsfind/" % machine
        for machine in ["x86_64", "aarch64"]
    ]:
        candidate = repository_ctx.path("%s/%sfsfind-facts" % (found.dirname, folder))
        if not worker and candidate.exists:
            worker = candidate
    if not worker:
        fail("fsfind-facts is not beside %s: install fsfind whole" % found)
    repository_ctx.symlink(found, "fsfind")
    repository_ctx.symlink(worker, "fsfind-facts")
    repository_ctx.file("BUILD", """
exports_files(["fsfind", "fsfind-facts"], visibility = ["//visibility:public"])
""")

fsfind_local = repository_rule(
    implementation = _fsfind_local_impl,
    environ = ["FSFIND", "PATH"],
    local = True,
)
