"""Facts as products of a build, and tests that judge them.

    load("//contrib/bazel:fsfind.bzl", "fsfind_facts", "fsfind_test")

    fsfind_test(name = "sharing", targets = [":server"], baseline = "known.findings")

fsfind_test fails if the program that its targets make has findings, of the confidence `fail_on` or a
higher one, that the baseline does not have. Facts are gathered by an aspect, an action for each C and
C++ source of the targets and of all that they depend on; they are merged for each target, then for the
program. Actions declare all that they read, and what they write does not tell where it was made, so
that they are cached and run elsewhere like compilations. fsfind_facts only makes the facts.

Options of copts, defines and includes are passed, and those of the command line; what a
toolchain adds of its own is not.
"""

load(":cc.bzl", "FsfindCcInfo")

FsfindFactsInfo = provider(
    doc = "Facts of a target and of all that it depends on.",
    fields = {
        "facts": "depset of facts files, one for each target",
        "sources": "depset of the files that they were made of",
    },
)

_C = ["c"]
_CPLUSPLUS = ["cc", "cpp", "cxx", "c++", "C"]

# The folder of an action or test, whatever it is (proc(5)).
_HERE = "/proc/self/cwd"

def _compilation_context(target, ctx):
    """That of the target; where it does not tell, as some releases do of binaries, of its deps."""
    if FsfindCcInfo in target:
        return target[FsfindCcInfo].compilation_context
    infos = [dep[FsfindCcInfo] for dep in getattr(ctx.rule.attr, "deps", []) if FsfindCcInfo in dep]
    return cc_common.merge_cc_infos(cc_infos = infos).compilation_context

def _options(ctx, source, context):
    """What the compiler is told of the source."""
    options = []
    for flag, folders in [
        ("-iquote", context.quote_includes.to_list()),
        ("-I", context.includes.to_list()),
        ("-isystem", context.system_includes.to_list()),
    ]:
        for folder in folders:
            options += [flag, folder]
    defines = context.defines.to_list() + getattr(context, "local_defines", depset()).to_list()
    options += ["-D" + define for define in defines]
    options += ctx.fragments.cpp.copts
    options += (ctx.fragments.cpp.conlyopts if source.extension in _C else ctx.fragments.cpp.cxxopts)
    for option in getattr(ctx.rule.attr, "copts", []):
        options.append(ctx.expand_make_variables("copts", option, {}))
    return options

def _gather(ctx, source, context, inputs):
    facts = ctx.actions.declare_file("%s.fsfind/%s.facts" % (ctx.rule.attr.name, source.path))
    told = ctx.actions.declare_file("%s.fsfind/%s.txt" % (ctx.rule.attr.name, source.path))
    ctx.actions.run(
        executable = ctx.file._fsfind,
        arguments = [
            "check",
            "-q",
            "--no-cache",
            "--fail-on",
            "none",
            "--map-path",
            ".=" + _HERE,
            "--facts-out",
            facts.path,
            "-o",
            told.path,
            source.path,
            "--",
        ] + _options(ctx, source, context),
        inputs = depset(inputs, transitive = [context.headers]),
        tools = [ctx.file._worker],
        outputs = [facts, told],
        mnemonic = "FsfindFacts",
        progress_message = "Gathering facts of " + source.short_path,
    )
    return facts

def _merge(ctx, fsfind, facts, name):
    merged = ctx.actions.declare_file(name)
    ctx.actions.run(
        executable = fsfind,
        arguments = ["merge"] + [file.path for file in facts] + ["-o", merged.path],
        inputs = facts,
        outputs = [merged],
        mnemonic = "FsfindMerge",
        progress_message = "Merging facts for " + name,
    )
    return merged

def _facts_aspect_impl(target, ctx):
    below = [
        dep[FsfindFactsInfo]
        for kind in ["deps", "implementation_deps"]
        for dep in (getattr(ctx.rule.attr, kind, None) or [])
        if FsfindFactsInfo in dep
    ]
    facts = depset(transitive = [info.facts for info in below])
    sources = depset(transitive = [info.sources for info in below])
    inputs = getattr(ctx.rule.files, "srcs", []) + getattr(ctx.rule.files, "hdrs", [])
    units = [file for file in inputs if file.extension in _C + _CPLUSPLUS]
    if ctx.rule.kind in ["cc_binary", "cc_library", "cc_test"] and units:
        context = _compilation_context(target, ctx)
        own = [_gather(ctx, source, context, inputs) for source in units]
        merged = _merge(ctx, ctx.file._fsfind, own, ctx.rule.attr.name + ".facts")
        facts = depset([merged], transitive = [facts])
        sources = depset(inputs, transitive = [sources, context.headers])
    return [
        FsfindFactsInfo(facts = facts, sources = sources),
        OutputGroupInfo(fsfind_facts = facts),
    ]

fsfind_facts_aspect = aspect(
    implementation = _facts_aspect_impl,
    attr_aspects = ["deps", "implementation_deps"],
    attrs = {
        "_fsfind": attr.label(default = Label("@fsfind//:fsfind"), allow_single_file = True),
        "_worker": attr.label(default = Label("@fsfind//:fsfind-facts"), allow_single_file = True),
    },
    fragments = ["cpp"],
)

_ATTRIBUTES = {
    "targets": attr.label_list(
        aspects = [fsfind_facts_aspect],
        mandatory = True,
        doc = "What the program is made of; all that they depend on is part of it.",
    ),
    "_fsfind": attr.label(default = Label("@fsfind//:fsfind"), allow_single_file = True),
}

def _program(ctx):
    """The facts of the program."""
    facts = depset(transitive = [target[FsfindFactsInfo].facts for target in ctx.attr.targets])
    return _merge(ctx, ctx.file._fsfind, facts.to_list(), ctx.label.name + ".program.facts")

def _fsfind_facts_impl(ctx):
    return [DefaultInfo(files = depset([_program(ctx)]))]

fsfind_facts = rule(
    implementation = _fsfind_facts_impl,
    attrs = _ATTRIBUTES,
    doc = "The facts of a program, in one file.",
)

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _fsfind_test_impl(ctx):
    program = _program(ctx)
    words = [
        "check",
        "-q",
        "--no-cache",
        "--facts-in",
        program.short_path,
        "--fail-on",
        ctx.attr.fail_on,
    ]
    files = [program, ctx.file._fsfind]
    if ctx.file.baseline:
        words += ["--baseline", ctx.file.baseline.short_path]
        files.append(ctx.file.baseline)
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec %s %s --map-path \"%s=$PWD\"\n" % (
            _quoted(ctx.file._fsfind.short_path),
            " ".join([_quoted(word) for word in words + ctx.attr.options]),
            _HERE,
        ),
        is_executable = True,
    )
    # The sources, for comments that silence findings, and to show lines of them.
    sources = depset(transitive = [target[FsfindFactsInfo].sources for target in ctx.attr.targets])
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(files = files, transitive_files = sources),
    )]

fsfind_test = rule(
    implementation = _fsfind_test_impl,
    attrs = dict(
        _ATTRIBUTES,
        baseline = attr.label(
            allow_single_file = True,
            doc = "Findings that are known, as `fsfind check --write-baseline` writes them.",
        ),
        fail_on = attr.string(
            default = "high",
            doc = "What fails the test, as for `fsfind check --fail-on`.",
        ),
        options = attr.string_list(doc = "More options of `fsfind check`."),
    ),
    test = True,
    doc = "Fails if the program has findings that the baseline does not have.",
)
