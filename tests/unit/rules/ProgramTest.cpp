#include "rules/program/Program.h"
#include "tests/support/FactsBuilder.h"

#include <gmock/gmock.h>

namespace fsfind {
namespace programTest {

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

TEST(ProgramLayout, BelievesNoLineSizeThatNoMachineHas) {
  FactsBuilder f;
  for (const auto &[told, taken] :
       {std::pair(128U, 128U), {UINT32_MAX, 64U}, {24U, 64U}, {8U, 64U}}) {
    f.unit().line_size = told;
    EXPECT_EQ(Program(f.build(), {}).lineSize(), taken) << told;
  }
}

TEST(ProgramUses, WhoStartsThreadsReadsNowAndThen) {
  FactsBuilder f;
  const auto main = f.function("main"), worker = f.function("worker");
  const auto count = f.global("count", f.plain(8));
  f.start(main, worker, true);
  f.read(main, f.variable(count), kInLoop);
  f.update(main, f.variable(count), kInLoop);
  const auto uses = Program(f.build(), {}).uses();
  ASSERT_THAT(uses, SizeIs(2));
  EXPECT_THAT(uses[0].roles, IsEmpty()) << "a read";
  EXPECT_THAT(uses[1].roles, SizeIs(1)) << "a write";
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

TEST(ProgramUses, LocalsOfARegionArePrivate) {
  FactsBuilder f;
  const auto main = f.function("main"), body = f.function("region");
  f.at(body).kind = FunctionKind::ParallelRegion;
  f.at(body).parent = main;
  const auto sum = f.local("sum", f.plain(8), main);
  f.start(main, body, true);
  f.update(body, f.variable(sum), kInLoop);
  EXPECT_THAT(Program(f.build(), {}).uses(), IsEmpty());
}

/// Instances of a template have a local in common, which belongs to one of them.
TEST(ProgramUses, LocalsOfATemplatesInstancesArePrivate) {
  FactsBuilder f;
  const auto main = f.function("main");
  const auto one = f.function("body<int>"), other = f.function("body<long>");
  const auto sums = f.local("sums", f.array(f.plain(8), 64), one);
  for (const FunctionIndex body : {one, other}) {
    f.start(main, body, true);
    f.update(body, f.variable(sums).index(Provenance::ThreadId), kInLoop);
  }
  EXPECT_THAT(Program(f.build(), {}).uses(), IsEmpty());
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

TEST(ProgramUses, AnAddressKeptInANumberLeadsElsewhere) {
  FactsBuilder f;
  const auto bucket = f.record("Bucket", {{"count", f.plain(8)}});
  const auto timer = f.record("Timer", {{"event", f.plain(8)}, {"opaque", f.plain(8)}});
  const auto cancel = f.function("cancel"), add = f.function("add");
  f.call(cancel, add).arguments = {
      {f.parameter(0, f.pointer(timer)).deref().member("opaque").designator(), {}}};
  f.update(add, f.parameter(0, f.pointer(bucket)).deref().member("count"), kInLoop);
  const Program program(f.build(), {});
  ASSERT_THAT(program.uses(), SizeIs(1));
  EXPECT_EQ(program.uses()[0].path, "count");
  EXPECT_EQ(program.recordInfo(program.uses()[0].frame->record).name, "Bucket");
}

TEST(ProgramUses, ANumberIsNoMemory) {
  FactsBuilder f;
  const auto offset = f.global("offset", f.plain(8)),
             data = f.global("data", f.pointer(f.plain(8)));
  const auto run = f.function("run");
  f.update(run, f.variable(offset).deref().index(Provenance::Loop), kInLoop);
  f.update(run, f.variable(data).deref().index(Provenance::Loop), kInLoop);
  const Program program(f.build(), {});
  EXPECT_THAT(program.uses(), SizeIs(1));
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

} // namespace programTest
} // namespace fsfind
