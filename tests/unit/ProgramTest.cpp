#include "rules/program/Program.h"
#include "rules/program/Names.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace {

using test::FactsBuilder;
using test::kInLoop;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ProgramLayout, MembersMeetOnSomeBases) {
  // 8 bytes at 0 and at 56: on one line only if the object begins with it.
  EXPECT_EQ(meet({0, 8}, {56, 64}, 8, 64).meeting, 1U);
  EXPECT_EQ(meet({0, 8}, {56, 64}, 8, 64).bases, 8U);
  EXPECT_TRUE(meet({0, 8}, {56, 64}, 64, 64).certain());
  EXPECT_FALSE(meet({0, 8}, {64, 72}, 8, 64).possible());
  EXPECT_TRUE(meet({0, 8}, {64, 72}, 8, 128).possible());
  EXPECT_TRUE(meet({64, 72}, {0, 65}, 64, 64).certain()) << "in any order";
}

TEST(ProgramLayout, NeighboursInArrays) {
  EXPECT_TRUE(meetNeighbours({0, 8}, 8, 8, 64).possible());
  EXPECT_FALSE(meetNeighbours({0, 64}, 64, 64, 64).possible());
  EXPECT_TRUE(meetNeighbours({0, 64}, 64, 16, 64).possible());
  EXPECT_FALSE(meetNeighbours({0, 8}, 64, 16, 64).possible());
  EXPECT_TRUE(meetNeighbours({0, 96}, 96, 64, 64).possible());
  EXPECT_FALSE(meetNeighbours({0, 8}, 0, 8, 64).possible()) << "a stride that is not known";
}

TEST(ProgramNames, Threads) {
  for (const char *name : {"tid", "thread_id", "lcore_id", "cpu", "self->worker_id", "queueIndex"})
    EXPECT_TRUE(namesThread(name)) << name;
  for (const char *name : {"i", "id", "threads", "queue", "key", "side", "tide"})
    EXPECT_FALSE(namesThread(name)) << name;
  for (const char *name : {"MAX_THREADS", "RTE_MAX_LCORE", "NCPU", "num_workers", "nthreads"})
    EXPECT_TRUE(namesThreadCount(name)) << name;
  for (const char *name : {"16", "N", "BUCKETS", "THREAD_NAME_LENGTH"})
    EXPECT_FALSE(namesThreadCount(name)) << name;
}

TEST(ProgramNames, OppositeEnds) {
  EXPECT_TRUE(areComplementary("head", "tail"));
  EXPECT_TRUE(areComplementary("prod.head", "cons.head"));
  EXPECT_TRUE(areComplementary("rx_bytes", "tx_bytes"));
  EXPECT_TRUE(areComplementary("writeIndex_", "readIndex_"));
  EXPECT_FALSE(areComplementary("head", "headroom"));
  EXPECT_FALSE(areComplementary("read_write", "write_read"));
  EXPECT_FALSE(areComplementary("hits", "misses"));
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
  EXPECT_TRUE(roles.of(helper)[0].hot);
  EXPECT_FALSE(roles.of(worker)[0].hot);
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

TEST(ProgramUses, LocalsOfAThreadArePrivate) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto sum = f.local("sum", f.plain(8), worker);
  f.start(main, worker, true);
  f.update(worker, f.variable(sum), kInLoop);
  EXPECT_THAT(Program(f.build(), {}).uses(), IsEmpty());
}

TEST(ProgramUses, CapturedLocalsOfTheSpawnerAreShared) {
  FactsBuilder f;
  const auto main = f.function("main"), body = f.function("lambda");
  f.at(body).kind = FunctionKind::Lambda;
  f.at(body).parent = main;
  const auto sum = f.local("sum", f.plain(8), main, true);
  f.start(main, body, true);
  f.update(body, f.variable(sum), kInLoop);
  const Program program(f.build(), {});
  ASSERT_THAT(program.uses(), SizeIs(1));
  EXPECT_EQ(program.uses()[0].instance, Instance::Shared);
}

TEST(ProgramUses, OffsetsOfNestedMembersAndConstantElements) {
  FactsBuilder f;
  const auto inner = f.record("Inner", {{"a", f.plain(8)}, {"b", f.plain(8)}});
  const auto outer = f.record("Outer", {{"first", f.plain(8)}, {"parts", f.array(inner, 4)}});
  const auto all = f.global("all", outer);
  const auto api = f.function("api");
  f.write(api, f.variable(all).member("parts").at(2).member("b"));
  const Program program(f.build(), {});
  ASSERT_THAT(program.uses(), SizeIs(1));
  EXPECT_EQ(program.uses()[0].bytes, (Bytes{8 + 32 + 8, 8 + 32 + 16}));
  ASSERT_TRUE(program.uses()[0].frame);
  EXPECT_EQ(program.uses()[0].frame->path, "parts.b");
}

TEST(ProgramUses, HostileFactsAreSurvived) {
  FactsBuilder f;
  const auto record = f.record("Node", {{"next", f.plain(8)}});
  const auto recursive = f.function("recursive");
  f.call(recursive, recursive).arguments = {{f.parameter(0, f.pointer(record)).designator(), {}}};
  f.write(recursive, f.parameter(0, f.pointer(record)).deref().member("next"));
  auto &access = f.write(recursive, f.parameter(0, f.pointer(record)).deref().member("next"));
  access.what.steps.back().member = 77;
  EXPECT_THAT(Program(f.build(), {}).uses(), SizeIs(1));
}

} // namespace
} // namespace fsfind
