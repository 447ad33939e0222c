#include "rules/model/NameHints.h"
#include "rules/program/Program.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace programRolesTest {

using test::FactsBuilder;
using test::kInLoop;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> namesIn(const Facts &facts) {
  const Program program(facts, {});
  std::vector<std::string> names;
  for (const Role &role : program.roles().all())
    names.push_back(role.name);
  return names;
}

TEST(ProgramRoles, OnePlaceCompiledTwiceStartsOneThread) {
  for (const bool same_place : {true, false}) {
    FactsBuilder f;
    const auto narrow = f.function("narrow"), wide = f.function("wide");
    const auto worker = f.function("worker");
    const FactPlace place = f.start(narrow, worker).place;
    FactStart &second = f.start(wide, worker);
    if (same_place)
      second.place = place;
    const Facts facts = f.build();
    const Program program(facts, {});
    EXPECT_EQ(program.roles().role(*program.roles().startedIn(worker)).many, !same_place);
  }
}

TEST(ProgramRoles, ThreadsMainAndUnknownCallers) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto helper = f.function("helper"), api = f.function("api");
  f.start(main, worker, true);
  f.call(worker, helper, 1);
  const Program program(f.build(), {});
  const Roles &roles = program.roles();
  const auto role = roles.startedIn(worker);
  ASSERT_TRUE(role);
  EXPECT_TRUE(roles.role(*role).many);
  ASSERT_THAT(roles.of(helper), SizeIs(1));
  EXPECT_EQ(roles.of(helper)[0].role, *role);
  EXPECT_TRUE(roles.of(helper)[0].hot());
  EXPECT_FALSE(roles.of(worker)[0].hot());
  ASSERT_THAT(roles.of(api), SizeIs(1));
  EXPECT_EQ(roles.of(api)[0].role, kUnknownRole);
  EXPECT_EQ(roles.of(main)[0].role, kMainRole);
  EXPECT_TRUE(roles.concurrent(*role, *role));
  EXPECT_TRUE(roles.concurrent(*role, kMainRole));
  EXPECT_FALSE(roles.concurrent(kMainRole, kMainRole));
}

TEST(ProgramRoles, StartsInAHelperThatIsCalledRepeatedly) {
  FactsBuilder f;
  const auto main = f.function("main"), spawn = f.function("spawn");
  const auto worker = f.function("worker");
  f.call(main, spawn, 1);
  f.start(spawn, worker);
  const Program program(f.build(), {});
  EXPECT_TRUE(program.roles().role(*program.roles().startedIn(worker)).many);
}

/// `wait` says whether the helper joins the thread that it has started.
TEST(ProgramRoles, AHelperThatWaitsForItsThreadStartsOneByOne) {
  const auto many = [](bool wait, bool in_threads) {
    FactsBuilder f;
    const auto main = f.function("main"), helper = f.function("run_and_wait");
    const auto worker = f.function("worker"), join = f.join();
    const auto outer = f.function("outer");
    f.start(helper, worker);
    if (wait)
      f.call(helper, join);
    f.call(in_threads ? outer : main, helper, 1);
    if (in_threads)
      f.start(main, outer, true);
    const Facts facts = f.build();
    const Program program(facts, {});
    return program.roles().role(*program.roles().startedIn(worker)).many;
  };
  EXPECT_FALSE(many(true, false));
  EXPECT_TRUE(many(false, false));
  EXPECT_TRUE(many(true, true)) << "several threads call the helper";
}

TEST(ProgramRoles, StartsWithJoinsInBetween) {
  for (const bool between : {true, false}) {
    FactsBuilder f;
    const auto main = f.function("main"), worker = f.function("worker");
    const auto join = f.join();
    f.start(main, worker);
    if (between)
      f.call(main, join);
    f.start(main, worker);
    f.call(main, join);
    const Facts facts = f.build();
    const Program program(facts, {});
    EXPECT_EQ(program.roles().role(*program.roles().startedIn(worker)).many, !between);
  }
}

/// Two pools of threads, and whether each is joined before the next one starts.
TEST(ProgramRoles, PhasesAreApart) {
  const auto concurrent = [](bool joins_first, bool many, bool joins_all = true) {
    FactsBuilder f;
    const auto main = f.function("main"), count = f.function("count"), sort = f.function("sort");
    const auto join = f.join();
    f.start(main, count, many);
    if (joins_first)
      f.call(main, join, many ? 1 : 0);
    f.start(main, sort, many);
    if (joins_all)
      f.call(main, join, many ? 1 : 0);
    const Facts facts = f.build();
    const Program program(facts, {});
    const Roles &roles = program.roles();
    return roles.concurrent(*roles.startedIn(count), *roles.startedIn(sort));
  };
  EXPECT_FALSE(concurrent(true, true));
  EXPECT_FALSE(concurrent(true, false));
  EXPECT_TRUE(concurrent(false, true)) << "one loop joins both";
  EXPECT_TRUE(concurrent(true, true, false)) << "some start has no join";
}

TEST(ProgramRoles, MainIsAloneBetweenPhasesOfWhatItCalls) {
  for (const bool detached : {false, true}) {
    FactsBuilder f;
    const auto main = f.function("main"), sweep = f.function("sweep");
    const auto worker = f.function("worker"), between = f.function("between");
    const auto join = f.join();
    f.start(sweep, worker, true);
    f.call(sweep, join, 1);
    f.call(main, sweep);
    f.call(main, between);
    f.call(main, sweep);
    if (detached)
      f.start(f.function("log_open"), f.function("log"));
    const Facts facts = f.build();
    const Program program(facts, {});
    const auto reached = program.roles().of(between);
    EXPECT_EQ(reached.empty(), !detached) << "another thread may run all the time";
  }
}

TEST(ProgramRoles, ProgramsOfOneDatabaseDoNotMeet) {
  FactsBuilder f;
  const auto encode = f.function("main"), decode = f.function("main"), list = f.function("main");
  const auto encoder = f.function("encoder"), decoder = f.function("decoder");
  const auto options = f.function("options"), both = f.function("both");
  f.start(encode, encoder, true);
  f.start(encode, both);
  f.start(decode, decoder, true);
  f.start(decode, both);
  f.call(encode, options, 1);
  f.call(list, options, 1);
  f.call(list, f.function("print"));
  const Facts facts = f.build();
  const Program program(facts, {});
  const Roles &roles = program.roles();
  const auto role = [&](FunctionIndex entry) { return *roles.startedIn(entry); };
  EXPECT_FALSE(roles.concurrent(role(encoder), role(decoder)));
  EXPECT_TRUE(roles.concurrent(role(encoder), role(both)));
  EXPECT_TRUE(roles.concurrent(role(decoder), role(both)));
  ASSERT_THAT(roles.of(options), SizeIs(1));
  const Execution reading = roles.of(options)[0];
  EXPECT_TRUE(roles.concurrent(reading, roles.of(encoder)[0]));
  EXPECT_FALSE(roles.concurrent(reading, roles.of(decoder)[0])) << "of another main";
  EXPECT_THAT(roles.of(list), IsEmpty()) << "starts no thread";
}

TEST(ProgramRoles, ACallCompiledTwiceIsOne) {
  for (const bool same_place : {true, false}) {
    FactsBuilder f;
    const auto narrow = f.function("narrow"), wide = f.function("wide");
    const auto spawn = f.function("spawn"), worker = f.function("worker");
    f.start(spawn, worker);
    const FactPlace place = f.call(narrow, spawn).place;
    FactCall &second = f.call(wide, spawn);
    if (same_place)
      second.place = place;
    const Facts facts = f.build();
    const Program program(facts, {});
    EXPECT_EQ(program.roles().role(*program.roles().startedIn(worker)).many, !same_place);
  }
}

TEST(ProgramRoles, VirtualCallsReachOverriders) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto base = f.function("Task::run"), derived = f.function("Sum::run");
  f.at(derived).overrides = {base};
  f.start(main, worker);
  f.call(worker, base);
  const Program program(f.build(), {});
  EXPECT_EQ(program.roles().of(derived)[0].role, *program.roles().startedIn(worker));
}

TEST(ProgramRoles, DispatchersTellNothing) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto run = f.function("Task::run");
  std::vector<FunctionIndex> derived;
  for (int i = 0; i < 20; ++i) {
    derived.push_back(f.function("Task" + std::to_string(i) + "::run"));
    f.at(derived.back()).overrides = {run};
  }
  f.start(main, worker);
  f.call(worker, run);
  const Program program(f.build(), {});
  for (const FunctionIndex one : derived)
    EXPECT_THAT(program.roles().of(one), IsEmpty());
}

TEST(ProgramRoles, SomeRolesOfManyAreKept) {
  FactsBuilder f;
  const auto main = f.function("main"), helper = f.function("helper");
  for (int i = 0; i < 200; ++i) {
    const auto entry = f.function("entry" + std::to_string(i));
    f.start(main, entry);
    f.call(entry, helper);
  }
  const Program program(f.build(), {});
  EXPECT_LT(program.roles().of(helper).size(), 100U);
  EXPECT_GT(program.roles().of(helper).size(), 10U);
}

TEST(ProgramRoles, AHelperThatWaitsForOneThreadIsCalledForAll) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto wait = f.function("wait_thread"), wait_all = f.function("wait_all");
  f.start(main, worker, true);
  f.call(wait, f.join());
  f.call(wait_all, wait, 1);
  f.call(main, wait_all);
  const auto sum = f.global("sum", f.plain(8));
  const FactPlace after = f.update(main, f.variable(sum), kInLoop).place;
  const Program program(f.build(), {});
  EXPECT_TRUE(program.roles().alone(main, after));
}

TEST(ProgramRoles, ThreadsOfOneNameAreNamedByPlace) {
  FactsBuilder f;
  const auto main = f.function("main");
  const auto one = f.function("one"), other = f.function("other"), far = f.function("far");
  for (const auto lambda : {one, other}) {
    f.at(lambda).kind = FunctionKind::Lambda;
    f.at(lambda).parent = main;
    f.start(main, lambda);
  }
  f.start(main, far);
  f.at(one).place.line = 7;
  f.at(other).place.line = 9;
  EXPECT_THAT(namesIn(f.build()), ElementsAre("main", "unknown callers", "lambda in main at line 7",
                                              "lambda in main at line 9", "far"));
  f.at(other).place = {f.at(one).place.file, 7, 30};
  EXPECT_THAT(namesIn(f.build()), Contains(EndsWith(":7:30")));
  f.at(other).place = f.at(one).place;
  EXPECT_THAT(namesIn(f.build()), Contains("lambda in main").Times(2))
      << "one that is compiled twice";
}

} // namespace programRolesTest
} // namespace fsfind
