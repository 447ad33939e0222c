// `fsfind check --since` and `--staged`: what a change must not hide.
#include "tests/cli/GitRepository.h"
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;

namespace checkSinceHiddenTest {

/// The words begin where the finding of old.c is in x.h, as text without includes of its own, and
/// no source has it yet. `begin` makes of all that is there what the change is compared with.
const std::string kHidden =
    "rm new.c && mv old.c x.h && begin() { git add -A && git commit -qm begin && git branch -f "
    "main; } && change() { git add -A && git commit -qm change; } && "
    "check() { \"$FSFIND\" check --no-cache \"$@\" -- -Ione -Itwo; } && ";

RunResult changed(const std::string &before, const std::string &change,
                  const std::string &asked = "a.c") {
  return run(inRepository(kHidden + before + " && begin && " + change +
                          " && check -q --fail-on any --since main " + asked));
}

void expectShown(const std::string &before, const std::string &change,
                 const std::string &asked = "a.c") {
  const RunResult result = changed(before, change, asked);
  EXPECT_EQ(result.exit_code, 1) << before << "\n" << change << "\n" << result.out << result.err;
}

void expectNotOfIt(const std::string &before, const std::string &change,
                   const std::string &asked = "a.c") {
  const RunResult result = changed(before, change, asked);
  EXPECT_EQ(result.exit_code, 0) << before << "\n" << change << "\n" << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 not of the change"));
}

constexpr const char *kDatabase =
    R"(printf '[{"directory": "%s", "file": "a.c", "command": "cc -c a.c %s"}]' "$T")";

TEST(CheckSinceHidden, InWhatGitTakesForBinary) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  for (const char *attribute : {"*.c binary", "*.c -diff", "*.c -text diff=none"})
    expectShown("echo 'int x;' >a.c",
                "cp x.h a.c && echo '" + std::string(attribute) + "' >.gitattributes && change");
  expectShown("echo 'int x;' >a.c", "{ printf '/* \\0 */'; cat x.h; } >a.c && change");
  expectShown("cp x.h a.c",
              "sed -i 's/long hits/long more, hits/' a.c && printf '// \\0\\n' >>a.c");
  expectNotOfIt("cp x.h a.c", "echo '*.c binary' >.gitattributes && change");
  const RunResult staged = run(inRepository(
      kHidden + "echo '*.c binary' >.gitattributes && echo 'int x;' >a.c && begin && cp x.h a.c && "
                "git add a.c && echo 'int x;' >a.c && check -q --fail-on any --staged a.c"));
  EXPECT_EQ(staged.exit_code, 1) << staged.out << staged.err;
}

TEST(CheckSinceHidden, InFilesWhoseLinesGitCountsOtherwise) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string shifted = "{ printf '// one\\r// two\\r\\n'; cat x.h; } >a.c",
                    edit = "sed -i 's/long hits/long more, hits/' a.c";
  expectShown(shifted, edit + " && change");
  expectShown(shifted, edit);
  expectShown("cp x.h a.c && printf '// end\\r' >>a.c", edit);
  expectShown(shifted + " && mv a.c y.h && echo '#include \"y.h\"' >a.c",
              "sed -i 's/long hits/long more, hits/' y.h && change");
  const RunResult staged =
      run(inRepository(kHidden + shifted + " && begin && " + edit +
                       " && git add a.c && cp x.h a.c && check -q --fail-on any --staged a.c"));
  EXPECT_EQ(staged.exit_code, 1) << staged.out << staged.err;
  expectNotOfIt("{ printf '// one\\r\\n// two\\r\\n'; cat x.h; } >a.c", "echo >>a.c && change");
  expectNotOfIt(shifted, "echo >other.c && change");
}

TEST(CheckSinceHidden, InFilesThatGitKeepsInAnotherForm) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // It is found only if the text has the given length.
  const auto found_if = [](const std::string &length) {
    return "sed '1i #define LENGTH " + length +
           "\ns/long hits;/long hits; char pad[sizeof(\"$Id$\") == LENGTH ? 8 : 120];/' x.h >a.c";
  };
  const std::string ident = " && echo 'a.c ident' >.gitattributes",
                    again = " && git add -A && rm a.c && git checkout -q a.c";
  expectShown(found_if("48"), "true" + ident + again + " && change");
  expectShown(found_if("48"), "true" + ident + again);
  expectShown(found_if("5") + ident, "rm .gitattributes" + again + " && change");
  expectShown(found_if("5") + ident + again, "sed -i '1s/5/48/' a.c && change" + again);
  expectNotOfIt(found_if("48") + ident + again, "echo >>a.c && change" + again);
  expectNotOfIt(found_if("48") + ident + again, "echo '*.x ident' >>.gitattributes && change");
  // Of lines in another encoding git counts those that it keeps.
  const std::string encoded =
      "cp x.h a.c && echo 'a.c working-tree-encoding=ISO-8859-1' >.gitattributes";
  expectShown(encoded, "sed -i '1s/$/ \\/\\/ x/' a.c && change");
  expectNotOfIt(encoded, "echo >other.c && change");
}

TEST(CheckSinceHidden, InFilesThatAFilterOfTheUserMakes) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string filter = "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=filter.f.clean "
                             "GIT_CONFIG_VALUE_0='sed s/one/two/' && cp x.h a.c && ";
  expectShown(filter + "echo 'a.c filter=f' >.gitattributes", "echo >>a.c && change");
  expectNotOfIt(filter + "echo 'a.c filter=g' >.gitattributes", "echo >>a.c && change");
}

TEST(CheckSinceHidden, BehindLinksThatLeadElsewhere) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string two = "mkdir s1 s2 && echo >s1/y.h && mv x.h s2/y.h && ",
                    includes = "echo '#include \"y.h\"' >a.c && ";
  expectShown(two + "ln -s s1 s && echo '#include \"s/y.h\"' >a.c", "ln -sfn s2 s && change");
  expectShown(two + "ln -s s1 s && echo '#include \"s/y.h\"' >a.c", "ln -sfn s2 s");
  expectShown("mkdir s1 s2 && echo 'int x;' >s1/a.c && mv x.h s2/a.c && ln -s s1 s",
              "ln -sfn s2 s && change", "s/a.c");
  expectShown("echo >z.h && ln -s m.h y.h && ln -s z.h m.h && " + includes + "true",
              "ln -sfn x.h m.h && change");
  expectShown("echo >y.h && " + includes + "true", "ln -sf x.h y.h && change");
  // What a header is decides on code that did not change.
  const std::string safe = "mkdir s1 s2 && echo '#define SAFE' >s1/y.h && { echo '#include "
                           "\"s/y.h\"'; echo '#ifndef SAFE'; cat x.h; echo '#endif'; } >a.c && ";
  expectShown(safe + "echo >s2/y.h && ln -s s1 s", "ln -sfn s2 s && change");
  expectShown(safe + "echo >s2/y.h && mkdir s && cp s1/y.h s", "rm -r s && ln -s s2 s && change");
  expectShown(safe + "echo >s2/y.h && ln -s s1 s", "rm s && mkdir s && cp s2/y.h s && change");
  expectNotOfIt(two + "ln -s s2 s && echo '#include \"s/y.h\"' >a.c && ln -s s1 other",
                "ln -sfn s2 other && change");
  expectNotOfIt(two + "ln -s s2 s && echo '#include \"s/y.h\"' >a.c",
                "ln -sfn ../$(basename $T)/s2 s && change");
}

TEST(CheckSinceHidden, BehindLinksThatStay) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string unsafe = "{ echo '#include \"y.h\"'; echo '#ifndef SAFE'; cat x.h; echo "
                             "'#endif'; } >a.c && mkdir inc && echo '#define SAFE' >inc/y.h && ";
  // Links that git knows, that it does not know, and that no checkout has.
  for (const std::string one :
       {"ln -s inc one", "ln -s inc one && echo /one >.gitignore", "ln -s /proc/self/cwd/inc one",
        "ln -s inc three && ln -s $T/three one", "mkdir one && ln -s ../inc/y.h one"}) {
    expectShown(unsafe + one, "echo >inc/y.h && change");
    expectNotOfIt(unsafe + "echo >inc/y.h && " + one, "echo >inc/z.h && change");
    const RunResult staged = run(inRepository(kHidden + unsafe + one +
                                              " && begin && echo >inc/y.h && git add inc && "
                                              "check -q --fail-on any --staged a.c"));
    EXPECT_EQ(staged.exit_code, 1) << one << staged.out << staged.err;
  }
  expectShown("echo '#define SAFE' >y.h && " + unsafe +
                  "mkdir s && mv a.c s && rm inc/y.h && "
                  "ln -s ../y.h inc && ln -s s t && "
                  "ln -s inc one",
              "echo >y.h && change", "t/a.c");
  // The comments of a file count as they were, by whatever name.
  const std::string silent = "mkdir inc && sed 's/$/ \\/\\/ NOLINT/' x.h >inc/y.h && ln -s inc s "
                             "&& echo '#include \"s/y.h\"' >a.c";
  expectShown(silent, "cp x.h inc/y.h && change");
  expectShown(silent + " && mkdir two && cp x.h two/y.h", "ln -sfn two s && change");
  // Lines are those of the file, by whatever name.
  expectShown("mkdir inc && cp x.h inc/y.h && ln -s inc s && echo '#include \"s/y.h\"' >a.c",
              "sed -i 's/long hits;/long  hits;/' inc/y.h && change");
  const RunResult elsewhere =
      run(inRepository(kHidden + unsafe +
                       "ln -s inc one && ln -s $T $T.link && begin && echo >inc/y.h && cd $T.link "
                       "&& check -q --fail-on any --since main $T.link/a.c; code=$?; rm $T.link; "
                       "exit $code"));
  EXPECT_EQ(elsewhere.exit_code, 1) << elsewhere.out << elsewhere.err;
}

TEST(CheckSinceHidden, InAUnitThatWasMoved) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  expectShown("mkdir unused && mv x.h unused/a.c", "git mv unused/a.c . && change");
  expectShown("mv x.h a.c.unused", "git mv a.c.unused a.c && echo >>a.c && change");
}

TEST(CheckSinceHidden, InHowUnitsAreCompiled) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string unsafe = "{ echo '#ifdef NEW'; cat x.h; echo '#endif'; } >a.c && ",
                    database = std::string(kDatabase) + " ",
                    check = " && \"$FSFIND\" check -q --no-cache --fail-on any --since main";
  const auto asked = [&](const std::string &before, const std::string &change) {
    return run(inRepository(kHidden + unsafe + before + " && begin && " + change + check));
  };
  EXPECT_EQ(asked(database + "'' >compile_commands.json",
                  database + "-DNEW >compile_commands.json && change")
                .exit_code,
            1);
  EXPECT_EQ(asked("echo compile_commands.json >.gitignore && echo >o.rsp && " + database +
                      "@o.rsp >compile_commands.json",
                  "echo -DNEW >o.rsp && change")
                .exit_code,
            1);
  const RunResult same =
      asked(database + "-DNEW >compile_commands.json", "echo >other.c && change");
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("1 not of the change"));
}

TEST(CheckSinceHidden, ByFilesThatAppearOrAreGone) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string asks =
      "printf '#if __has_include(\"flag.h\")\\n#include \"x.h\"\\n#endif\\n' >a.c";
  expectShown(asks, "echo >flag.h && change");
  expectShown(asks, "echo >flag.h");
  expectNotOfIt(asks + " && echo >flag.h", "echo >other.h && change");
  // A header that is gone has hidden another one.
  expectShown("mkdir one two && echo >one/y.h && cp x.h two/y.h && echo '#include <y.h>' >a.c",
              "rm one/y.h && change");
  expectShown("mkdir one two && echo >two/y.h && echo '#include <y.h>' >a.c",
              "mkdir -p one && mv x.h one/y.h && change");
}

TEST(CheckSinceHidden, ByFilesThatAreEmbeddedOrCouldBe) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  if (run("echo '#if __has_embed(\"a.c\")' >a.c && echo '#endif' >>a.c && \"$FSFIND\" check a.c --")
          .err.find("has_embed") != std::string::npos)
    GTEST_SKIP() << "clang is too old for #embed";
  const std::string asks =
      "printf '#if __has_embed(\"d.bin\") == 1\\n#include \"x.h\"\\n#endif\\n' >a.c";
  expectShown(asks, "echo 1 >d.bin && change");
  expectShown(asks + " && : >d.bin", "echo 1 >d.bin && change");
  expectNotOfIt(asks + " && echo 2 >d.bin", "echo 3 >d.bin && change");
  const std::string embeds = "{ printf 'static const char bytes[] = {\\n#embed \"d.bin\"\\n};\\n'; "
                             "sed 's/long hits;/long hits; char pad[sizeof bytes == 2 ? 8 : "
                             "120];/' x.h; } >a.c && printf 123 >d.bin";
  expectShown(embeds, "printf 12 >d.bin && change");
  // What is kept of it is read anew.
  const RunResult kept = run(inRepository(
      kHidden + asks +
      " && kept() { \"$FSFIND\" check -q --cache-dir $T/kept --fail-on any a.c --; } && kept && "
      "echo 1 >d.bin && { kept; test $? = 1; } && : >d.bin && kept && rm d.bin && kept"));
  EXPECT_EQ(kept.exit_code, 0) << kept.out << kept.err;
}

TEST(CheckSinceHidden, InWhatIsKeptOfAnEarlierRun) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const auto asked = [&](const std::string &before, const std::string &change) {
    return run(inRepository(kHidden +
                            "kept() { \"$FSFIND\" check -q --cache-dir $T/../kept.$$ "
                            "--fail-on any --since main a.c -- -Ione -Itwo; } && " +
                            before + " && begin && kept && " + change +
                            " && kept; code=$?; rm -r $T/../kept.$$; exit $code"));
  };
  EXPECT_EQ(asked("mkdir s1 s2 && echo >s1/y.h && mv x.h s2/y.h && ln -s s1 s && echo '#include "
                  "\"s/y.h\"' >a.c",
                  "ln -sfn s2 s && change")
                .exit_code,
            1);
  EXPECT_EQ(asked("mkdir one two && echo >two/y.h && echo '#include <y.h>' >a.c",
                  "mkdir -p one && mv x.h one/y.h && change")
                .exit_code,
            1);
}

TEST(CheckSinceHidden, InWhatIsKeptOfAHeaderThatIsGone) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  // The whole folder goes, and a link to it leads nowhere.
  const RunResult gone = run(inRepository(
      kHidden +
      "mkdir inc && echo >inc/y.h && ln -s inc one && { echo '#if !__has_include(\"one/y.h\")'; "
      "cat x.h; echo '#endif'; } >a.c && begin && git rm -q inc/y.h && change && "
      "\"$FSFIND\" check -q --cache-dir $T/../kept.$$ --fail-on any --since main a.c --; "
      "code=$?; rm -r $T/../kept.$$; exit $code"));
  EXPECT_EQ(gone.exit_code, 1) << gone.out << gone.err;
}

TEST(CheckSinceHidden, AFindingThatIsMoreCertainOrOfSubmodules) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string padded =
      "{ echo '#include \"pad.h\"'; sed 's/long hits;/long hits; int number; char pad[PAD];/' x.h; "
      "} >a.c && ";
  const auto asked = [&](const std::string &change) {
    return run(inRepository(kHidden + padded + "echo '#define PAD 112' >pad.h && begin && " +
                            change + " && check -q --fail-on high --since main a.c"));
  };
  EXPECT_EQ(asked("true").exit_code, 0);
  EXPECT_EQ(asked("echo '#define PAD 4' >pad.h && change").exit_code, 1);
}

TEST(CheckSinceHidden, NotWithoutANoteByTheChangesOwnRules) {
  if (!hasGit())
    GTEST_SKIP() << "git is not installed";
  const std::string off = "echo 'min-confidence: high' >.fsfind.yaml",
                    list = "echo '* b.c x' >list && echo 'suppressions: list' >.fsfind.yaml";
  const auto asked = [&](const std::string &before, const std::string &change,
                         const std::string &options) {
    return run(inRepository(kHidden + "cp x.h a.c && " + before + " && begin && echo >>a.c && " +
                            change + " && check -q " + options + " a.c"));
  };
  const auto expectNote = [&](const std::string &before, const std::string &change,
                              const std::string &file) {
    for (const char *form : {"json", "markdown", "github", "sarif"}) {
      const RunResult result = asked(before, change, "--since main --format=" + std::string(form));
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_THAT(result.err, HasSubstr(file)) << before << "\n" << change;
      EXPECT_THAT(result.out, HasSubstr("change itself changes")) << form << result.out;
    }
  };
  expectNote("true", off, ".fsfind.yaml");
  expectNote("true", off + " && change", ".fsfind.yaml");
  expectNote("echo 'min-confidence: high' >.fsfind.yaml", "rm .fsfind.yaml && change",
             ".fsfind.yaml");
  expectNote(list, "echo '* a.c *' >list && change", "list");
  EXPECT_THAT(asked(list, "echo '* a.c *' >list && git add list", "--staged").err,
              HasSubstr("list"));
  EXPECT_THAT(asked("check -q --write-baseline known a.c >none", "echo >>known && change",
                    "--since main --baseline known")
                  .err,
              HasSubstr("known"));
  EXPECT_EQ(asked(list, "echo >other && change", "--since main").err, "");
  EXPECT_EQ(asked("true", off + " && change", "--since main --no-config").err, "");
}

} // namespace checkSinceHiddenTest

} // namespace fsfind::test
