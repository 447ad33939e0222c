// fsfind check as a user types it, on small projects of their own.
#include "tests/cli/CheckProject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fsfind::test {

using testing::HasSubstr;
using testing::Not;

TEST(Check, NamesTheMembersThatTwoUnitsWrite) {
  const RunResult result = inProject("check");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("src/stats.h:"));
  EXPECT_THAT(result.out, HasSubstr("[fsfind-adjacent-thread-fields]"));
  EXPECT_THAT(result.out,
              HasSubstr("requests is declared here: offset 0, 8 bytes; written by serve"));
  EXPECT_THAT(result.out,
              HasSubstr("errors is declared here: offset 8, 8 bytes; written by complain"));
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units"));
}

TEST(Check, SaysNothingOfMembersThatAreApart) {
  const RunResult result =
      inProject("sed -i 's/^#define APART/& _Alignas(64)/' src/stats.h; check --fail-on any");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("No findings in 3 units"));
}

TEST(Check, FailsAJobAtTheConfidenceAskedFor) {
  EXPECT_EQ(inProject("check --fail-on high").exit_code, 1);
  EXPECT_EQ(inProject("check --fail-on any --rules=-fsfind-adjacent-thread-fields").exit_code, 0);
  EXPECT_EQ(inProject("check --fail-on any --rules=fsfind-adjacent-g*").exit_code, 0);
  EXPECT_EQ(inProject("check --rules=fsfind-none").exit_code, 2);
}

TEST(Check, JoinsFactsThatWereGatheredApart) {
  const RunResult result = inProject(
      "check >whole; for unit in main serve complain; do"
      " check --facts-out $unit.facts src/$unit.c -- -std=c11 >alone; cat alone; done;"
      " cd build; check --facts-in ../complain.facts --facts-in ../serve.facts"
      " --facts-in ../main.facts >../joined; cd ..; grep -c 'stats.h' joined; diff whole <(sed "
      "s,$T/,, joined)");
  EXPECT_THAT(result.out, HasSubstr("No findings in 1 unit"));
  EXPECT_THAT(result.out, Not(HasSubstr("stats.h"))) << "whole and joined differ";
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Check, ReadsOnlyWhatChanged) {
  const RunResult result =
      inProject("check >first; check | tail -1; touch src/*; check | tail -1;"
                "echo '#define UNUSED' >>src/serve.c; check | tail -1;"
                "echo '#define UNUSED' >>src/stats.h; check | tail -1;"
                "check --names 'lock-type spin_t' | tail -1; check >last; diff <(head "
                "-n -1 first) <(head -n -1 last)");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units; 3 from the cache\n"
                        "1 finding (1 high) in 3 units; 3 from the cache\n"
                        "1 finding (1 high) in 3 units; 2 from the cache\n"
                        "1 finding (1 high) in 3 units\n"
                        "1 finding (1 high) in 3 units\n")
      << result.err;
}

/// The project's threads are started by a function of its own.
constexpr const char *kOwnStarter =
    "sed -i 's/pthread_create(&\\(.\\), 0, \\(.*\\), 0)/room_let(7, \\2, 0)/;"
    " s/^struct stats.*/&\\nvoid room_let(int, void *(*)(void *), void *);/' src/main.c;";

TEST(Check, LearnsNamesFromAUsersFile) {
  const RunResult result = inProject(
      std::string(kOwnStarter) +
      "check | tail -1; echo 'starter room_let callable=2 arguments=3 # rooms have threads' >names;"
      "check --knowledge=names --fail-on any | tail -1; echo exit ${PIPESTATUS[0]};"
      "check --knowledge=names | tail -1; check --names 'starter room_let' | tail -1;"
      "echo 'ordinary room_let' >>names; check --knowledge=names | tail -1");
  EXPECT_EQ(result.out, "No findings in 3 units\n"
                        "1 finding (1 high) in 3 units\nexit 1\n"
                        "1 finding (1 high) in 3 units; 3 from the cache\n"
                        "1 finding (1 high) in 3 units\n"
                        "No findings in 3 units\n")
      << result.err;
}

/// Berths are threads, of which each counts on its own; nothing but the words says so.
constexpr const char *kOwnWords = R"(
cat >src/serve.c <<'END'
#include <stdatomic.h>
#define MAX_BERTH 64
static atomic_long counts[MAX_BERTH];
void note(int berth) { for (;;) atomic_fetch_add(&counts[berth], 1); }
long total(void) { long sum = 0; for (int i = 0; i < MAX_BERTH; i++) sum += counts[i]; return sum; }
END
cat >src/complain.c <<END
$I "stats.h"
static void moor(void) { for (;;) stats.errors++; }
void *complain(void *arg) { moor(); return arg; }
END
sed -i 's/serve, 0/complain, 0/; s/^  pthread_join(a/  load();\n&/
s/^int main/static void load(void) { for (;;) stats.requests++; }\n&/' src/main.c
)";

TEST(Check, LearnsWordsFromAUsersFile) {
  const RunResult result = inProject(
      std::string(kOwnWords) +
      "check src/serve.c -- -std=c11 | tail -1; echo 'name-word berth thread threads' >names;"
      "check --knowledge=names src/serve.c -- -std=c11 | tail -1;"
      "check --knowledge=names src/serve.c -- -std=c11 | tail -1;"
      "check --knowledge=names --facts-out=serve.facts src/serve.c -- -std=c11 >/dev/null;"
      "check --facts-in=serve.facts | tail -1");
  EXPECT_EQ(result.out, "No findings in 1 unit\n"
                        "No findings in 1 unit; 1 suspect (--suspects)\n"
                        "No findings in 1 unit; 1 suspect (--suspects), 1 from the cache\n"
                        "No findings in 1 unit; 1 suspect (--suspects)\n")
      << result.err;
}

TEST(Check, LearnsWordsOfSetUpFromAUsersFile) {
  const RunResult result =
      inProject(std::string(kOwnWords) + "check --rules='*fields' | tail -1;"
                                         "echo 'name-word moor set-up' >names;"
                                         "check --rules='*fields' --knowledge=names | tail -1;"
                                         "echo 'name-word moor setup' >names;"
                                         "check --knowledge=names");
  EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\nNo findings in 3 units\n") << result.err;
  EXPECT_THAT(result.err, HasSubstr("names:1: 'setup' is nothing that a word suggests; did you "
                                    "mean 'set-up'?\n"));
}

TEST(Check, RefusesAWrongFileOfNames) {
  const RunResult wrong =
      inProject("printf 'fence f\\nstarter room_let calable=2\\n' >names; check --knowledge=names");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.out, "");
  EXPECT_THAT(wrong.err, HasSubstr("names:2: the property 'calable' is unknown; did you mean "
                                   "'callable'?\n"));
  EXPECT_EQ(std::count(wrong.err.begin(), wrong.err.end(), '\n'), 1) << wrong.err;
  const RunResult absent = inProject("check --knowledge=nowhere");
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_THAT(absent.err, HasSubstr("nowhere"));
}

TEST(Check, RebuildsABrokenCache) {
  for (const std::string &damage : std::vector<std::string>{
           "for f in cache/fsfind/*; do echo x >$f; done", "truncate -s 9 cache/fsfind/*.facts",
           "rm cache/fsfind/*.facts", "truncate -s -9 cache/fsfind/*.unit"}) {
    const RunResult result =
        inProject("check >first; " + damage + "; check --fail-on any | tail -1");
    EXPECT_EQ(result.out, "1 finding (1 high) in 3 units\n") << damage << result.err;
  }
}

TEST(Check, UnderstandsTheCommandsOfGcc) {
  const RunResult result = inProject(
      "database '-fconserve-stack -fplugin=none.so -mno-such -march=nocore -specs=none -Werror "
      "-Wall"
      " -Wno-such-thing -MD -MF none/d -Wp,-MMD,none/e -include stats.h -fanalyzer -o none/x.o'"
      "; sed -i 's/gcc/ccache x86_64-linux-gnu-gcc-12/' build/compile_commands.json; check; ls "
      "src");
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 3 units")) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(Check, TakesASourceFileWithItsOptions) {
  const RunResult result = inProject("cat src/stats.h src/serve.c src/complain.c src/main.c | grep "
                                     "-v 'include \"' >all.c; mv all.c "
                                     "src; rm -r build; check src/all.c -- -std=c11 -DX='a b'");
  EXPECT_THAT(result.out, HasSubstr("src/all.c:"));
  EXPECT_THAT(result.out, HasSubstr("1 finding (1 high) in 1 unit")) << result.err;
}

TEST(Check, NamesWhatHasNoName) {
  const RunResult result =
      inProject("cat >src/n.c <<'END'\n"
                "#include <pthread.h>\n"
                "static struct { long hits, misses; } pair;\n"
                "static long counts[4];\n"
                "static void *hit(void *p) { for (;;) pair.hits++; return p; }\n"
                "static void *miss(void *p) { for (;;) pair.misses++; return p; }\n"
                "static void *count(void *p) { for (;;) counts[(long)p]++; return p; }\n"
                "int main(void) { pthread_t t; pthread_create(&t, 0, hit, 0); pthread_create(&t, "
                "0, miss, 0);\n"
                "for (long i = 0; i < 4; i++) pthread_create(&t, 0, count, (void *)i); }\n"
                "END\n"
                "check src/n.c --");
  EXPECT_THAT(result.out, HasSubstr("of 'unnamed struct at n.c:2' lie")) << result.err;
  EXPECT_THAT(result.out, HasSubstr("in a loop: counts[]\n"));
  EXPECT_THAT(result.out, Not(HasSubstr(" []")));
}

TEST(Check, NamesSomeOfMany) {
  const RunResult result = inProject(
      "{ echo '#include <pthread.h>'; echo 'static struct pair { long hits, misses; } pair;';"
      "for i in 1 2 3 4 5 6 7; do echo \"void *w$i(void *p) { for (;;) pair.hits++; return p; }\"; "
      "done; echo 'void *miss(void *p) { for (;;) pair.misses++; return p; }';"
      "echo 'void go(void) { pthread_t t;'; for i in w1 w2 w3 w4 w5 w6 w7 miss; do"
      " echo \"pthread_create(&t, 0, $i, 0);\"; done; echo '}'; } >src/many.c; check src/many.c --;"
      "check --format=json src/many.c -- | grep -o '\"w[1-7]\"' | sort -u | wc -l");
  EXPECT_THAT(result.out, HasSubstr("written by w1, w2, w3, w4 and 3 more; ")) << result.err;
  EXPECT_TRUE(result.out.ends_with("\n7\n")) << "JSON names them all";
}

TEST(Check, KeepsToPathsPatternsAndComments) {
  EXPECT_THAT(inProject("check src/stats.h").out, HasSubstr("1 finding (1 high)"));
  EXPECT_THAT(inProject("check build").out,
              HasSubstr("No findings in 3 units; 1 outside the paths"));
  EXPECT_THAT(inProject("check --exclude 'stats.*'").out, HasSubstr("1 outside the paths"));
  EXPECT_THAT(inProject("check --exclude serve.c").out, HasSubstr("No findings in 2 units"));
  const std::string noted = "sed -i 's,requests;,requests; ";
  EXPECT_THAT(inProject(noted + "// NOLINT,' src/stats.h; check").out,
              HasSubstr("No findings in 3 units; 1 suppressed by NOLINT"));
  EXPECT_THAT(inProject(noted + "// NOLINT(fsfind-*),' src/stats.h; check").out,
              HasSubstr("1 suppressed"));
  EXPECT_THAT(inProject(noted + "// NOLINT(bugprone-x),' src/stats.h; check").out,
              HasSubstr("1 finding"));
  const std::string begun = "sed -i 's,^struct,// NOLINTBEGIN\\n&,' src/stats.h; ";
  EXPECT_THAT(inProject(begun + "echo '// NOLINTEND' >>src/stats.h; check").out,
              HasSubstr("1 suppressed"));
  EXPECT_THAT(inProject(begun + "check").out, HasSubstr("1 finding"));
}

TEST(Check, WritesJsonInTheContract) {
  const RunResult result =
      inProject("check --format=json -o r.json && python3 "
                "\"$F/../tests/cli/validate_schema.py\" "
                "\"$F/../docs/report.schema.json\" r.json; echo $?; cat r.json");
  if (result.out.starts_with("python3-jsonschema"))
    GTEST_SKIP() << result.out;
  EXPECT_TRUE(result.out.starts_with("0\n")) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"writers\":[\"complain\"]"));
  EXPECT_THAT(result.out, HasSubstr("\"verdict\":\"latent\""));
}

} // namespace fsfind::test
