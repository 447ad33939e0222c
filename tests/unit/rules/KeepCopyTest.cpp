// Two threads that read each other's numbers: which of them are the ends of a queue.
#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/AdviseMeasured.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

namespace fsfind {
namespace keepCopyTest {

using testing::AllOf;
using testing::HasSubstr;

FindingMember number(const std::string &path, const std::string &writer,
                     const std::string &reader) {
  FindingMember one;
  one.path = path;
  one.size = 8;
  one.writers = {writer};
  one.readers = {reader, writer};
  one.updates = {Update::Replace};
  return one;
}

/// A queue whose threads 11 and 12 meet at the bytes of each end.
Finding queue(const std::string &file, std::vector<FindingMember> members) {
  Finding finding;
  finding.rule = kRuleContendedAtomic;
  finding.sharing = Sharing::True;
  finding.conflict = Conflict::ReadWrite;
  finding.location = {file, 3, 0};
  finding.object.name = "queue";
  finding.object.type = "Queue";
  finding.members = std::move(members);
  finding.record = RecordInfo{"Queue", {}, 128};
  finding.record->members = std::make_shared<const RecordMembers>(
      RecordMembers{{"head", "std::atomic<unsigned long>", 0, 8, 8},
                    {"tail", "std::atomic<unsigned long>", 64, 8, 8}});
  finding.cost.latency_share = 0.5;
  return finding;
}

Finding queue(const std::string &file = "q.cpp") {
  return queue(file, {number("tail", "12", "11"), number("head", "11", "12")});
}

const Advice *copyIn(Finding &finding, std::span<const Finding> recorded = {}) {
  adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords(), recorded);
  const auto found = std::find_if(finding.advice.begin(), finding.advice.end(),
                                  [](const Advice &one) { return one.remedy == Remedy::KeepCopy; });
  return found == finding.advice.end() ? nullptr : &*found;
}

TEST(KeepCopy, OfTheOtherEndOfAQueue) {
  Finding finding = queue();
  const Advice *advice = copyIn(finding);
  ASSERT_NE(advice, nullptr);
  EXPECT_THAT(advice->why, HasSubstr("thread 12 alone writes 'tail' and thread 11 alone 'head'"));
  EXPECT_EQ(advice->example, "unsigned long cached_head; // beside 'tail', of whose writer it is\n"
                             "if (tail == cached_head) // full or empty by the copy: look again\n"
                             "  cached_head = head.load(std::memory_order_acquire);\n"
                             "unsigned long cached_tail; // beside 'head', of whose writer it is\n"
                             "if (head == cached_tail) // full or empty by the copy: look again\n"
                             "  cached_tail = tail.load(std::memory_order_acquire);\n");
}

TEST(KeepCopy, IsWrittenInTheAuthorsLanguage) {
  Finding finding = queue("q.go");
  finding.record->members =
      std::make_shared<const RecordMembers>(RecordMembers{{"head", "sync/atomic.Uint64", 0, 8, 8}});
  ASSERT_NE(copyIn(finding), nullptr);
  EXPECT_THAT(finding.advice.front().example,
              AllOf(HasSubstr("cachedHead uint64"), HasSubstr("cachedHead = head.Load()")));
  finding = queue("q.rs");
  finding.record->members = std::make_shared<const RecordMembers>(
      RecordMembers{{"head", "core::sync::atomic::AtomicUsize", 0, 8, 8}});
  ASSERT_NE(copyIn(finding), nullptr);
  EXPECT_THAT(finding.advice.front().example,
              AllOf(HasSubstr("cached_head: usize"),
                    HasSubstr("self.cached_head = head.load(Ordering::Acquire)")));
  finding = queue("q.c");
  finding.record->members = std::make_shared<const RecordMembers>(
      RecordMembers{{"head", "_Atomic(long)", 0, 8, 8}, {"tail", "volatile long", 64, 8, 8}});
  ASSERT_NE(copyIn(finding), nullptr);
  EXPECT_THAT(finding.advice.front().example,
              AllOf(HasSubstr("long cached_head;"),
                    HasSubstr("cached_head = atomic_load_explicit(&head, memory_order_acquire);"),
                    HasSubstr("cached_tail = tail;")));
}

TEST(KeepCopy, OfAnEndThatLiesOnALineOfItsOwn) {
  std::vector<Finding> recorded = {queue("q.cpp", {number("tail", "12", "11")}),
                                   queue("q.cpp", {number("head", "11", "12")})};
  EXPECT_NE(copyIn(recorded[0], recorded), nullptr);
  EXPECT_NE(copyIn(recorded[1], recorded), nullptr);
  EXPECT_EQ(copyIn(recorded[0]), nullptr) << "the other end is not known";
  recorded[1].object.name = "log";
  EXPECT_EQ(copyIn(recorded[0], recorded), nullptr) << "another queue's";
}

// Who fetched the line for an end of its own has the other one, too: loads of that do not miss.
TEST(KeepCopy, OfEndsOnOneLineOfWhichEachSideMissesItsOwn) {
  const auto on_one_line = [](const std::string &second) {
    Finding finding = queue("q.cpp", {number("tail", "12", "12"), number(second, "11", "11")});
    finding.members[1].offset = 8;
    finding.members[0].hitm = finding.members[1].hitm = 300;
    return finding;
  };
  Finding finding = on_one_line("head");
  ASSERT_NE(copyIn(finding), nullptr);
  EXPECT_THAT(finding.advice.front().why, HasSubstr("on a cacheline of its own"));
  finding = on_one_line("count");
  EXPECT_EQ(copyIn(finding), nullptr) << "no ends by their names";
  finding = on_one_line("head");
  finding.members[1].offset = 64;
  EXPECT_EQ(copyIn(finding), nullptr) << "nothing tells that a side reads the other's";
  finding = on_one_line("head");
  finding.sharing = Sharing::False;
  EXPECT_EQ(copyIn(finding), nullptr) << "neither uses what the other wrote";
}

TEST(KeepCopy, IsNoHelpWhereAnOldValueMisleads) {
  const auto isAdvised = [](const std::function<void(FindingMember &, FindingMember &)> &change) {
    Finding finding = queue();
    change(finding.members[0], finding.members[1]);
    return copyIn(finding) != nullptr;
  };
  EXPECT_TRUE(isAdvised([](auto &, auto &) {}));
  EXPECT_FALSE(isAdvised([](auto &tail, auto &head) {
    tail.path = "request";
    head.path = "answer";
  })) << "values that are exchanged";
  EXPECT_TRUE(isAdvised([](auto &tail, auto &head) {
    tail.path = "asked";
    head.path = "answered";
    tail.updates = head.updates = {Update::Fetch};
  })) << "they only grow";
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.updates = {Update::Conditional}; }))
      << "several may claim it";
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.size = 1; })) << "a flag";
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.writers.push_back("13"); }));
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.readers.push_back("13"); }))
      << "somebody else looks, too";
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.readers = {"12"}; })) << "nobody looks";
  EXPECT_FALSE(isAdvised([](auto &tail, auto &) { tail.type = "Node *"; }));
}

} // namespace keepCopyTest
} // namespace fsfind
