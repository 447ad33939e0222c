// What names suggest by the words of the built-in table, and by those that others add.
#include "rules/model/NameHints.h"
#include "analyzer/knowledge/Knowledge.h"

#include <gmock/gmock.h>

#include <string>

namespace fsfind {
namespace nameHintsTest {

using testing::ElementsAre;

const NameWords &known() {
  return analyzer::Knowledge::builtIn().nameWords();
}

TEST(NameHints, NamesFallIntoWords) {
  for (const char *name :
       {"nextWorkerId", "next_worker_id", "NEXT_WORKER_ID", "_next::worker->Id_"})
    EXPECT_THAT(NameParts(name).words(), ElementsAre("next", "worker", "id")) << name;
  EXPECT_EQ(NameParts("a->rxBytes2[i]").joined(), "a_rx_bytes2_i");
  EXPECT_THAT(NameParts("größe").words(), ElementsAre("gr", "e"));
  EXPECT_THAT(NameParts("").words(), ElementsAre());
  EXPECT_THAT(NameParts("->").joined(), "");
}

TEST(NameHints, PatternsAreFoundAmongWords) {
  NameWords words;
  EXPECT_TRUE(words.add("per_node", kindsOf({NameKind::NumaNode})));
  EXPECT_TRUE(words.add("*fault", kindsOf({NameKind::RareEvent})));
  EXPECT_TRUE(words.add("*pipe*", kindsOf({NameKind::Queue})));
  EXPECT_TRUE(namesNumaNode(words, "statsPerNode[i]"));
  EXPECT_FALSE(namesNumaNode(words, "super_node"));
  EXPECT_FALSE(namesNumaNode(words, "per_nodes"));
  EXPECT_TRUE(namesRareEvent(words, "segfault") && namesRareEvent(words, "fault_count"));
  EXPECT_FALSE(namesRareEvent(words, "defaults"));
  EXPECT_TRUE(namesQueue(words, "Pipeline") && namesQueue(words, "pipe"));
  EXPECT_FALSE(namesQueue(words, "pip_e"));
}

TEST(NameHints, WordsAreRefusedThatNamesCannotHave) {
  NameWords words;
  const NameKinds state = kindsOf({NameKind::State});
  for (const char *wrong : {"", "*", "**", "_", "a b", "a*b", "é", "a-b"})
    EXPECT_FALSE(words.add(wrong, state)) << wrong;
  EXPECT_FALSE(words.addOpposites("up", "UP"));
  EXPECT_FALSE(words.addOpposites("up", "down_side"));
  EXPECT_FALSE(words.addOpposites("up", ""));
  EXPECT_EQ(words, NameWords{});
}

TEST(NameHints, WordsOfTwoSourcesAddUpInAnyOrder) {
  NameWords one, other;
  ASSERT_TRUE(one.add("berth", kindsOf({NameKind::Thread})) && one.addOpposites("port", "lee"));
  ASSERT_TRUE(other.add("Berth", kindsOf({NameKind::Count})) && other.add("*x", {}) &&
              other.addOpposites("LEE", "port"));
  NameWords both = one, reverse = other;
  both.add(other);
  reverse.add(one);
  EXPECT_EQ(both, reverse);
  EXPECT_TRUE(both.is("berth", kindsOf({NameKind::Thread})));
  EXPECT_TRUE(both.is("berth", kindsOf({NameKind::Count})));
  EXPECT_TRUE(areComplementary(both, "port_depth", "lee_depth"));
}

TEST(NameHints, TooManyWordsAreRefused) {
  NameWords words;
  unsigned taken = 0;
  while (taken < 100000 && words.add("w" + std::to_string(taken), kindsOf({NameKind::State})))
    ++taken;
  EXPECT_LT(taken, 10000U);
  EXPECT_TRUE(words.is("w17", kindsOf({NameKind::State})));
}

TEST(NameHints, SetUpIsNoStartOfThreads) {
  for (const char *name : {"ring_init", "Pool::shutdown", "create_thread_pool", "resetAll"})
    EXPECT_TRUE(isSetup(known(), name)) << name;
  for (const char *name : {"thread_start", "start_wait", "create_task", "initial", "push"})
    EXPECT_FALSE(isSetup(known(), name)) << name;
}

TEST(NameHints, UsersAndRunners) {
  for (const char *name : {"session->id", "producer", "reader_idx", "reader_slot", "agent.slot"})
    EXPECT_TRUE(namesUser(known(), name)) << name;
  for (const char *name : {"id", "sessions", "slot", "reader_count"})
    EXPECT_FALSE(namesUser(known(), name)) << name;
  for (const char *name : {"slot", "rank", "rank_id", "tid", "worker"})
    EXPECT_TRUE(namesRunner(known(), name)) << name;
  for (const char *name : {"", "i", "slot_size", "rank_of_matrix"})
    EXPECT_FALSE(namesRunner(known(), name)) << name;
}

TEST(NameHints, Threads) {
  for (const char *name : {"tid", "thread_id", "lcore_id", "cpu", "self->worker_id", "queueIndex"})
    EXPECT_TRUE(namesThread(known(), name)) << name;
  for (const char *name : {"i", "id", "threads", "queue", "key", "side", "tide"})
    EXPECT_FALSE(namesThread(known(), name)) << name;
  for (const char *name : {"MAX_THREADS", "RTE_MAX_LCORE", "NCPU", "num_workers", "nthreads"})
    EXPECT_TRUE(namesThreadCount(known(), name)) << name;
  for (const char *name : {"16", "N", "BUCKETS", "THREAD_NAME_LENGTH"})
    EXPECT_FALSE(namesThreadCount(known(), name)) << name;
}

TEST(NameHints, OppositeEnds) {
  EXPECT_TRUE(areComplementary(known(), "head", "tail"));
  EXPECT_TRUE(areComplementary(known(), "prod.head", "cons.head"));
  EXPECT_TRUE(areComplementary(known(), "rx_bytes", "tx_bytes"));
  EXPECT_TRUE(areComplementary(known(), "writeIndex_", "readIndex_"));
  EXPECT_FALSE(areComplementary(known(), "head", "headroom"));
  EXPECT_FALSE(areComplementary(known(), "read_write", "write_read"));
  EXPECT_FALSE(areComplementary(known(), "hits", "misses"));
}

TEST(NameHints, RareEventsAndStates) {
  for (const char *name : {"failed", "rx_errors", "stop_requested", "q->exit", "n_mberror"})
    EXPECT_TRUE(namesRareEvent(known(), name)) << name;
  for (const char *name : {"hits", "restopped", "terrain", "length"})
    EXPECT_FALSE(namesRareEvent(known(), name)) << name;
  for (const char *name : {"flags", "refcount", "ref_count", "next_id", "ring.head"})
    EXPECT_TRUE(namesState(known(), name)) << name;
  for (const char *name : {"hits", "bytes_read", "headers"})
    EXPECT_FALSE(namesState(known(), name)) << name;
}

} // namespace nameHintsTest
} // namespace fsfind
