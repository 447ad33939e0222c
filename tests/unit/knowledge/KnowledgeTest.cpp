#include "analyzer/knowledge/Knowledge.h"

#include "rules/model/NameHints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fsfind::analyzer {
namespace knowledgeTest {

using testing::HasSubstr;

Knowledge with(const std::string &text) {
  auto known = Knowledge::extended(text, "own.table");
  EXPECT_TRUE(known) << known.error().message();
  return known ? *known : Knowledge::builtIn();
}

std::string problemOf(const std::string &text) {
  const auto known = Knowledge::extended(text, "own.table");
  return known ? "" : known.error().message();
}

TEST(Knowledge, KnowsNamesOfLibraries) {
  const Knowledge &known = Knowledge::builtIn();
  const auto starter = known.of("pthread_create")->starter;
  ASSERT_TRUE(starter);
  EXPECT_EQ(std::pair(starter->callable, starter->argument), std::pair(2, 3));
  EXPECT_TRUE(starter->own);
  EXPECT_FALSE(known.of("QtConcurrent::run")->starter->own);
  EXPECT_TRUE(known.of("rte_lcore_id")->thread_number);
  EXPECT_EQ(known.of("CRITICAL_SECTION")->type->kind, TypeClass::Lock);
  EXPECT_EQ(known.of("kcalloc")->allocator->kind, AllocationKind::Calloc);
  EXPECT_EQ(known.of("g_poll")->wait->events, 1);
  EXPECT_EQ(known.of("operator new[]")->allocator->alignment, 16U);
  EXPECT_FALSE(known.of("paint_the_fence"));
}

TEST(Knowledge, ScopesTellNamesApart) {
  const Knowledge known =
      with("acquires enter\nreleases ::leave\nwait net::Gate::pass\nfence net::*::drain\n");
  EXPECT_EQ(known.of("enter")->lock, LockStep::Acquire);
  EXPECT_EQ(known.of("a::b::enter")->lock, LockStep::Acquire);
  EXPECT_EQ(known.of("leave")->lock, LockStep::Release);
  EXPECT_FALSE(known.of("a::leave"));
  EXPECT_TRUE(known.of("org::net::Gate::pass")->wait);
  EXPECT_FALSE(known.of("ethernet::Gate::pass"));
  EXPECT_FALSE(known.of("Gate::pass"));
  EXPECT_TRUE(known.of("net::drain")->fence);
  EXPECT_TRUE(known.of("net::Port::Queue::drain")->fence);
  EXPECT_FALSE(known.of("network::drain"));
}

TEST(Knowledge, WhatIsSaidLaterAndCloserCounts) {
  const Knowledge known =
      with("starter uv_queue_work callable=1\nordinary std::future::wait\n"
           "allocator pool::get size=2 align=64\nallocator get size=1 align=8\n");
  EXPECT_EQ(known.of("uv_queue_work")->starter->callable, 0);
  EXPECT_FALSE(known.of("std::future::wait")->wait);
  EXPECT_TRUE(known.of("std::condition_variable::wait")->wait);
  EXPECT_EQ(known.of("pool::get")->allocator->alignment, 64U);
  EXPECT_EQ(known.of("heap::get")->allocator->alignment, 8U);
}

TEST(Knowledge, OneNameCanMeanSeveralThings) {
  const auto read = Knowledge::builtIn().of("read");
  EXPECT_EQ(read->fills, 1);
  EXPECT_TRUE(read->wait);
  EXPECT_EQ(read->method->op, Op::Read);
}

TEST(Knowledge, ReadsWordsWhereverTheyAreOpen) {
  const Knowledge known =
      with("word zap* fence\nword *zip swaps\nword *zug* alloc\nword zog padding");
  const auto has = [&](const char *name, Word word) { return known.wordsIn(name).has(word); };
  EXPECT_TRUE(has("ZapAll", Word::Fence) && has("zap", Word::Fence));
  EXPECT_FALSE(has("azap", Word::Fence));
  EXPECT_TRUE(has("unzip", Word::Swaps));
  EXPECT_FALSE(has("zipped", Word::Swaps));
  EXPECT_TRUE(has("a_zug_b", Word::Alloc));
  EXPECT_TRUE(has("zog", Word::Padding));
  EXPECT_FALSE(has("zogs", Word::Padding) || has("a_zog", Word::Padding));
  EXPECT_TRUE(has("naïve_zug", Word::Alloc)) << "letters that are no ASCII end no word";
}

TEST(Knowledge, ReadsWordsOfNames) {
  const NameWords words = with("name-word Berth thread threads\nname-word *jam* rare-event # any\n"
                               "name-word set_sail set-up\nopposites port starboard\n")
                              .nameWords();
  EXPECT_TRUE(namesThread(words, "berth_id"));
  EXPECT_TRUE(namesThreadCount(words, "MAX_BERTH"));
  EXPECT_TRUE(namesRareEvent(words, "paperjams"));
  EXPECT_TRUE(isSetup(words, "Ship::setSail"));
  EXPECT_TRUE(areComplementary(words, "port_side", "starboard_side"));
  EXPECT_TRUE(namesThread(words, "lcore")) << "beside the built-in ones";
  EXPECT_FALSE(namesThread(Knowledge::builtIn().nameWords(), "berth_id"));
}

TEST(Knowledge, TellsWhatWaitsForThreads) {
  const Knowledge &known = Knowledge::builtIn();
  EXPECT_TRUE(known.of("std::thread::join")->joins_thread);
  EXPECT_TRUE(known.wordsIn("my_thread_join").has(Word::JoinsThread));
  EXPECT_FALSE(known.wordsIn("joined").has(Word::JoinsThread));
}

TEST(Knowledge, ReadsPropertiesCommentsAndQuotes) {
  const Knowledge known =
      with("# all\n\n  starter\tRoom::let  many task callable=2 arguments=none # why\r\n"
           "allocator \"operator delete\" zeroed count=1 size=2\n"
           "pause nap time=1 unit=duration\nwait look limit=3 unit=ms\n"
           "atomic bump op=update gathers=sum\natomic-method hush op=none");
  const auto let = known.of("Room::let")->starter;
  EXPECT_TRUE(let->many);
  EXPECT_FALSE(let->own);
  EXPECT_EQ(std::pair(let->callable, let->argument), std::pair(1, kPassesNone));
  EXPECT_EQ(known.of("operator delete")->allocator->count, 0);
  EXPECT_EQ(known.of("nap")->wait->form, TimeForm::Duration);
  EXPECT_EQ(known.of("look")->wait->unit, 1000U);
  EXPECT_EQ(known.of("bump")->gathers, Accumulation::Sum);
  EXPECT_FALSE(known.of("hush")->method->op);
}

TEST(Knowledge, SaysWhatIsWrongWhereAndWhatToDo) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"startr run", "own.table:1: the kind 'startr' is unknown; did you mean 'starter'?"},
      {"\n# x\nqwertyuiop run", "own.table:3: the kind 'qwertyuiop' is unknown; write one of word"},
      {"starter", "own.table:1: the name is missing"},
      {"starter run calable=1", "the property 'calable' is unknown; did you mean 'callable'?"},
      {"fence run now", "the property 'now' is unknown; fence has no properties"},
      {"starter run callable=0", "'0' is no number of an argument; count arguments from 1"},
      {"starter run callable=1x", "'1x' is no number of an argument"},
      {"starter run callable=99999999999999999999", "is no number of an argument"},
      {"starter run callable", "'callable' lacks its value; write callable=…"},
      {"starter run many=yes", "'many' takes no value; write many alone"},
      {"starter run many many", "'many' comes twice"},
      {"atomic run", "'op' is missing"},
      {"atomic run op=add", "'add' is unknown for 'op'; write one of read, write, update"},
      {"pause run time=1", "'unit' is missing"},
      {"allocator run align=big", "'big' is no number"},
      {"starter *run", "'*run' leaves open what it may not; write a whole name"},
      {"starter a::*::b::c", "leaves open what it may not"},
      {"starter run::", "'run::' is no name"},
      {"starter \"run", "a quotation mark is not closed"},
      {"word *lock*", "the word suggests nothing"},
      {"word *lock* aquires",
       "'aquires' is nothing that a word suggests; did you mean 'acquires'?"},
      {"word lo*ck acquires", "'lo*ck' is no part of a name"},
      {"word * acquires", "'*' is no part of a name"},
      {"name-word berth", "the word suggests nothing; write what for behind it: name-word"},
      {"name-word berth tread", "nothing that a word suggests; did you mean 'thread'?"},
      {"name-word berth thread=1", "'thread' is nothing that a word suggests"},
      {"name-word be-rth state", "'be-rth' is no word of a name; write letters and digits"},
      {"name-word berth_id thread", "'berth_id' is more than one word"},
      {"opposites port", "there is no opposite of 'port'; write two words"},
      {"opposites port lee bow", "there is more than one opposite of 'port'"},
      {"opposites port port", "'port' and 'port' are no two words of names"},
      {"name-wrd berth thread", "did you mean 'name-word'?"},
      {"starter r\x01n", "'r?n' is no name"},
      {"fence " + std::string(2000, 'x'), "the line is too long"},
      {std::string(2 << 20, '\n'), "own.table: is larger than 1 MB"}};
  for (const auto &[text, message] : wrong)
    EXPECT_THAT(problemOf(text), HasSubstr(message)) << text.substr(0, 40);
}

TEST(Knowledge, BoundsTheWordsOfAHostileFile) {
  std::string text;
  for (unsigned i = 0; i < 4000; ++i)
    text += "word *" + std::string(40, static_cast<char>('a' + i % 26)) + std::to_string(i * 7919) +
            "* fence\n";
  EXPECT_THAT(problemOf(text), testing::AnyOf("", HasSubstr("is no part of a name")));
}

TEST(Knowledge, JoinsTextsAndNamesTheWrongOne) {
  const auto whole =
      Knowledge::joined({{"a", "fence one"}, {"b", knowledgeLine("starter", "two")}});
  ASSERT_TRUE(whole);
  const Knowledge known = with(*whole);
  EXPECT_TRUE(known.of("one")->fence);
  EXPECT_TRUE(known.of("two")->starter);
  const auto wrong = Knowledge::joined({{"a", "fence one"}, {"b", "fense two"}});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message(), HasSubstr("b:1: the kind 'fense' is unknown"));
}

TEST(Knowledge, TellsWhichNamesNeedTheirScope) {
  const Knowledge known = with("lock-type net::Turnstile\nlock-type Hatch");
  EXPECT_TRUE(known.dependsOnScope("Turnstile"));
  EXPECT_FALSE(known.dependsOnScope("Hatch"));
  EXPECT_FALSE(known.dependsOnScope("Door"));
}

} // namespace knowledgeTest
} // namespace fsfind::analyzer
