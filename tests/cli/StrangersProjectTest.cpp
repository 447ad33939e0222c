// What a stranger's checkout may do to whoever checks it: nothing.
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

namespace strangersProjectTest {

/// Programs that leave a trace, and a file of the user's; `harm` says whether either shows.
const std::string kTraps =
    "for t in tool gcc amdgpu-arch nvptx-arch; do printf '#!/bin/sh\\ntouch \"%s/ran\"\\n' \"$T\" "
    ">src/$t; chmod +x src/$t; done; echo mine >src/kept;"
    "harm() { ls \"$T/ran\" 2>&1; cat src/kept; };";

TEST(StrangersProject, RunsAndWritesNothing) {
  for (const std::string &options : std::vector<std::string>{
           "-x hip --offload-arch=native --amdgpu-arch-tool=./tool",
           "-fopenmp --offload-arch=native --amdgpu-arch-tool=./tool",
           "--target=amdgcn-amd-amdhsa -mcpu=native --amdgpu-arch-tool=./tool",
           "--serialize-diagnostics kept", "-working-directory . -MJ kept -MD -MF kept"})
    for (const std::string &command : std::vector<std::string>{
             "check", "\"$FSFIND\" fix -p build", "\"$FSFIND\" layout stats -p build"}) {
      const RunResult result =
          inProject(kTraps + "database '" + options + "';" + command + " >/dev/null; echo; harm");
      EXPECT_THAT(result.out, HasSubstr("\nmine\n")) << options << command;
      EXPECT_THAT(result.out, Not(HasSubstr("ran\nmine"))) << options << command;
    }
}

TEST(StrangersProject, IsReadNonetheless) {
  const RunResult result = inProject("database '-fplugin=./x.so -O2 --serialize-diagnostics kept';"
                                     "check -v; ls src");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units"));
  EXPECT_THAT(result.out, Not(HasSubstr("kept")));
  EXPECT_THAT(result.err, HasSubstr("-fplugin=./x.so (3 units)"));
}

TEST(StrangersProject, WaitsForNoPipeAndReadsNoDevice) {
  const RunResult result =
      inProject("mkfifo src/pipe.h; sed -i '1i #include \"pipe.h\"' src/serve.c;"
                "sed -i '1i #include \"/dev/zero\"' src/complain.c; check; echo $?");
  EXPECT_THAT(result.err, HasSubstr("src/serve.c:1: "));
  EXPECT_THAT(result.err, HasSubstr("src/complain.c:1: "));
  EXPECT_THAT(result.out, HasSubstr("0\n"));
}

TEST(StrangersProject, LearnsNoSecret) {
  const RunResult result =
      inProject("umask 077; mkdir home elsewhere; echo 'password hunter2' >home/.netrc;"
                "sed -i '1i #include \"../home/.netrc\"' src/serve.c; mv src build elsewhere;"
                "sed -i \"s,$T/src,$T/elsewhere/src,g\" elsewhere/build/compile_commands.json;"
                "cd elsewhere; sed -i 's,\\.\\./home,../../home,' src/serve.c; HOME=$T/home check");
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("password")));
  EXPECT_THAT(result.err, HasSubstr("src/serve.c"));
}

TEST(StrangersProject, HasNoSecretToldByItsConfiguration) {
  const RunResult result =
      inProject("git init -q .; umask 077; mkdir ../home; echo 'hunter2 password' >../home/key;"
                "for key in knowledge suppressions baseline; do echo \"$key: ../home/key\" "
                ">.fsfind.yaml; check; echo code $?; done; ln -sf ../home/key .fsfind.yaml; check;"
                "ln -s ../home/key names; rm .fsfind.yaml; echo 'knowledge: names' >.fsfind.yaml;"
                "check; echo code $?; rm -r ../home");
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("hunter2")));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("password")));
  EXPECT_THAT(result.out, HasSubstr("code 2\ncode 2\ncode 2\nsrc/stats.h")) << result.out;
  EXPECT_THAT(result.out, testing::EndsWith("code 2\n"));
}

TEST(StrangersProject, HasNoSecretToldThatItsFoldersClose) {
  const RunResult result = inProject(
      "mkdir -p home/.aws home/.local/include/Eigen out; echo 'hunter2 password' >home/.netrc; cp "
      "home/.netrc home/.aws/credentials; chmod 700 home; cd out; git init -q .; echo 'int x;' "
      ">a.c; for name in .netrc .aws/credentials; do echo \"suppressions: ../home/$name\" "
      ">.fsfind.yaml; check --no-cache a.c --; rm .fsfind.yaml; echo \"#include "
      "\\\"../home/$name\\\"\" >b.c; check --no-cache b.c --; done; echo '#define DENSE 1' "
      ">../home/.local/include/Eigen/Dense; printf '#include <Eigen/Dense>\\nint y = DENSE;' "
      ">c.c; check --no-cache c.c -- -I../home/.local/include");
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("hunter2")));
  EXPECT_THAT(result.out, testing::EndsWith("in 1 unit\n")) << "a header can be read";
}

TEST(StrangersProject, HasNoSecretToldByALinkOrByFacts) {
  const RunResult result = inProject(
      "git init -q .; (umask 077; mkdir ../home; yes 'hunter2 password;' | head -40 "
      ">../home/key);"
      "ln -s ../../home/key src/key.h; for name in key.h ../.git/config /dev/stdin; do "
      "echo \"#include \\\"$name\\\"\" >src/complain.c; check --no-cache; done;"
      "mkdir -p seen; sed 's/extern.*//' src/stats.h src/main.c >seen/key;"
      "sed -i '/include .stats/d' seen/key; echo 'void *serve(void *p) { for (;;) "
      "stats.requests++; } void *complain(void *p) { for (;;) stats.errors++; }' >>seen/key;"
      "check --facts-out it.facts --map-path \"$T/seen=$T/../home\" seen/key -- -x c; check "
      "--facts "
      "it.facts -v; rm -r ../home");
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("hunter2")));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("password")));
  EXPECT_THAT(result.err, Not(HasSubstr("repositoryformatversion")));
  EXPECT_THAT(result.err, Not(HasSubstr("arguments")));
  EXPECT_THAT(result.out, HasSubstr("/key:")) << "else this test would show nothing";
}

TEST(StrangersProject, HasNoSecretToldByACompileDatabase) {
  const RunResult result = inProject(
      "git init -q .; (umask 077; mkdir ../home; echo '[{\"directory\":\"/\",\"file\":"
      "\"/hunter2.c\",\"arguments\":[\"cc\",\"-fhunter2\"]}]' >../home/c.json); rm -r build; "
      "mkdir build; ln -s \"$T/../home/c.json\" build/compile_commands.json; check -v -p build; "
      "check -p build/compile_commands.json; check; rm -r ../home");
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("hunter2")));
  EXPECT_THAT(result.err, HasSubstr("build/compile_commands.json"));
}

TEST(StrangersProject, GivesNoCommandsToWhatRunsJobs) {
  const RunResult result =
      inProject("cat src/stats.h src/serve.c src/complain.c src/main.c | grep -v 'include \"' "
                ">::stop-commands::x.c; check ./::stop-commands::x.c --");
  EXPECT_THAT(result.out, HasSubstr("./::stop-commands::x.c:"));
  EXPECT_THAT("\n" + result.out, Not(HasSubstr("\n::")));
}

// Names of which clang looks for one that was meant: for a long one, that took minutes.
TEST(StrangersProject, MayHaveNamesOfAnyLength) {
  const RunResult result = inProject(
      "long() { head -c $1 /dev/zero | tr '\\0' a; }; (echo '#include <stdio.h>'; for i in 1 2 3 4 "
      "5 6 7 8; do echo \"int x$i = $(long 120000)$i;\"; done) >a.c; (ulimit -t 10; check "
      "--no-cache a.c --); (printf '#include \"'; long 1000000; printf '\"\\n#line 2 \"'; long "
      "1000000; printf '\"\\nint i = j;\\n') >b.c; check --no-cache b.c --");
  EXPECT_THAT(result.out, testing::MatchesRegex("(No findings in 1 unit; 1 with errors\n){2}"));
  EXPECT_LT(result.err.size(), 5000U);
}

TEST(StrangersProject, MayHaveLinksToHeadersElsewhere) {
  const RunResult result = inProject(
      "mkdir -p away/deep; mv src/stats.h away/deep; mkdir -p here/src; mv src/*.c "
      "here/src; mv build here; ln -s \"$T/away/deep/stats.h\" here/src/stats.h;"
      "sed -i \"s,$T/src,$T/here/src,g\" here/build/compile_commands.json; cd here; check");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units")) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(StrangersProject, MayHaveStructsThatHoldOthersVeryOften) {
  // A thousand members, each of a thousand members, five levels deep.
  const RunResult result = inProject(R"(cat >wide.awk <<'END'
BEGIN {
  print "#include <pthread.h>\nstruct S0 { long v; };"
  for (level = 1; level < 5; ++level) {
    print "struct S" level " {"
    for (i = 0; i < 1000; ++i) print "struct S" (level - 1) " m" i ";"
    print "};"
  }
  print "struct __attribute__((aligned(64))) W { long a; char pad[56]; struct S4 big; char pad2[64]; long b; } w;"
  print "static void *r(void *p) { for (;;) w.a++; }"
  print "static void *s(void *p) { for (;;) w.b++; }"
  print "static void *t(void *p) { for (;;) w.big.m0.m0.m0.m0.v++; }"
  print "int main(void) { pthread_t a, b, c; pthread_create(&a, 0, r, 0);"
  print "pthread_create(&b, 0, s, 0); pthread_create(&c, 0, t, 0); for (;;); }"
}
END
awk -f wide.awk >wide.c; timeout -s KILL 100 "$FSFIND" check --no-cache -q --min-confidence low wide.c --; echo code $?)");
  EXPECT_THAT(result.out, HasSubstr("code 0")) << result.err;
}

TEST(StrangersProject, TellsNoCommandByItsDebugInfo) {
  // What clang writes with -grecord-command-line, as a hostile program may have it.
  const RunResult result = inProject(
      kTraps +
      "cd src && sed -n '/producer/q;p' /dev/null; cat >p.s <<'END'\n"
      "\t.text\n\t.globl f\nf:\tret\n.Lend:\n"
      "\t.section .debug_abbrev,\"\",@progbits\n"
      "\t.byte 1,17,0,37,8,19,5,3,8,27,8,17,1,18,6,0,0,0\n"
      "\t.section .debug_info,\"\",@progbits\n"
      "\t.long .Lstop-.Lstart\n.Lstart:\t.value 4\n\t.long 0\n\t.byte 8\n\t.byte 1\n"
      "\t.asciz \"clang version 19.1 /usr/bin/clang -x hip --offload-arch=native "
      "--amdgpu-arch-tool=./tool -c main.c\"\n\t.value 12\n\t.asciz \"main.c\"\n"
      "\t.asciz \""
      "."
      "\"\n\t.quad f\n\t.long .Lend-f\n.Lstop:\n"
      "END\n"
      "cc -c p.s -o p.o 2>&1 && cc -shared p.o -o p.so 2>&1; \"$FSFIND\" layout stats p.so "
      ">/dev/null 2>&1; cd ..; harm");
  EXPECT_THAT(result.out, HasSubstr("mine\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("ran\nmine")));
}

TEST(StrangersProject, HidesNoFindingAsTheSystems) {
  const std::string marker = "# 1 \"/usr/include/x.h\" 1 3";
  for (const std::string &line :
       {marker, "#line 1 \"/usr/include/x.h\"\\n" + marker,
        std::string("#pragma GCC system_header"), std::string("#pragma clang system_header")}) {
    const std::string in_all = "sed -i '1i " + line + "' src/*.[ch]; check --no-cache -q";
    const RunResult all = inProject(in_all);
    EXPECT_THAT(all.out, HasSubstr("1 finding")) << line << all.err;
    EXPECT_THAT(all.out, HasSubstr("src/stats.h:")) << line << all.err;
    // What is included behind it is the project's as well.
    const RunResult behind = inProject(
        "for f in main serve complain; do echo \"$I \\\"$f.c\\\"\" | sed '1i " + line +
        "' >src/u$f.c; done; echo \"[$(entry umain.c), $(entry userve.c), $(entry ucomplain.c)]\" "
        ">build/compile_commands.json; check --no-cache -q");
    EXPECT_THAT(behind.out, HasSubstr("1 finding")) << line << behind.err;
  }
  // Of what a preprocessor has made, markers are all that tells.
  const RunResult made = inProject("cd src && for f in main serve complain; do { echo '" + marker +
                                   "'; cat stats.h $f.c | grep -v '\"stats.h\"'; } >$f.i; done; "
                                   "\"$FSFIND\" check -q --no-cache *.i --");
  EXPECT_THAT(made.out, HasSubstr("No findings")) << made.err;
}

} // namespace strangersProjectTest

} // namespace fsfind::test
