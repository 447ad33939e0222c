// What facts tell of arrays that templates declare: edits in the template's own terms.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace fsfind::test {
namespace slotsOfTemplatesTest {

using testing::HasSubstr;

const char *const kIncludes = R"(
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>
)";

std::size_t offsetOf(const std::string &source, const FactPlace &place) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line; ++line)
    at = source.find('\n', at) + 1;
  return at + place.column - 1;
}

/// The source with the edits of the array `a_`, or why it has none.
std::string wrapped(const std::string &source) {
  const std::string all = std::string(kIncludes) + "//begin\n" + source;
  const Facts facts = factsOf(all, "test.cpp", {"-std=c++17"});
  const auto slots = std::find_if(facts.slots.begin(), facts.slots.end(),
                                  [](const FactSlots &one) { return one.wrapper == "ASlot"; });
  if (slots == facts.slots.end())
    return "no such array";
  if (!slots->obstacle.empty())
    return "refused: " + slots->obstacle;
  EXPECT_EQ(std::count_if(facts.slots.begin(), facts.slots.end(),
                          [&](const FactSlots &one) { return one.place == slots->place; }),
            1);
  const std::set<FactEdit> edits(slots->edits.begin(), slots->edits.end());
  std::string text = all;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    const std::size_t begin = offsetOf(all, edit->begin);
    text.replace(begin, offsetOf(all, edit->end) - begin, edit->text);
  }
  return text.substr(text.find("//begin\n") + 8);
}

struct Case {
  std::string source, expected;
};

void expectAll(const std::vector<Case> &cases) {
  for (const Case &one : cases)
    EXPECT_EQ(wrapped(one.source), one.expected);
}

const char *const kUses = "\nvoid f(int i) { C<long> c; c.add(i); C<int> d; d.add(i); }";

std::string ofClass(const std::string &body) {
  return "template <class T> struct C { " + body + " };" + kUses;
}

TEST(SlotsOfTemplates, MembersOfAllInstancesAtOnce) {
  expectAll({
      {ofClass("std::array<std::atomic<T>, 4> a_{}; void add(int i) { a_[i].store(1); }"),
       ofClass("std::array<ASlot, 4> a_{}; void add(int i) { a_[i].value.store(1); }")},
      {ofClass("T a_[4] = {}; void add(int i) { a_[i] += sizeof a_ / sizeof a_[0]; }"),
       ofClass("ASlot a_[4] = {}; void add(int i) { a_[i].value += sizeof a_ / sizeof a_[0]; }")},
      {ofClass("std::vector<T> a_; C() : a_(4) {} void add(int i) { for (T &one : a_) one += i; "
               "a_[i]++; }"),
       ofClass("std::vector<ASlot> a_; C() : a_(4) {} void add(int i) { for (auto &one : a_) "
               "one.value += i; a_[i].value++; }")},
      {ofClass("std::unique_ptr<T[]> a_ = std::make_unique<T[]>(4); void add(int i) { a_[i]++; }"),
       ofClass("std::unique_ptr<ASlot[]> a_ = std::make_unique<ASlot[]>(4); void add(int i) { "
               "a_[i].value++; }")},
      {ofClass("T *a_ = new T[4](); ~C() { delete[] a_; } void add(int i) { a_[i]++; }"),
       ofClass("ASlot *a_ = new ASlot[4](); ~C() { delete[] a_; } void add(int i) { "
               "a_[i].value++; }")},
      {"template <class T> T f(int i) { T a[4] = {}; a[i]++; return a[0]; }\n"
       "long g(int i) { return f<long>(i) + f<int>(i); }",
       "template <class T> T f(int i) { ASlot a[4] = {}; a[i].value++; return a[0].value; }\n"
       "long g(int i) { return f<long>(i) + f<int>(i); }"},
  });
}

TEST(SlotsOfTemplates, CodeThatNoInstanceHas) {
  const std::string before = "T a_[4] = {}; void add(int i) { a_[i]++; } ";
  const std::string after = "ASlot a_[4] = {}; void add(int i) { a_[i].value++; } ";
  expectAll({
      {ofClass(before + "T sum() const { T all{}; for (const auto &one : a_) all += one; return "
                        "all + this->a_[0]; }"),
       ofClass(after + "T sum() const { T all{}; for (const auto &one : a_) all += one.value; "
                       "return all + this->a_[0].value; }")},
      {ofClass(before + "T get(int i) { if constexpr (sizeof(T) > 99) return a_[i] / 2; return 0; "
                        "}"),
       ofClass(after + "T get(int i) { if constexpr (sizeof(T) > 99) return a_[i].value / 2; "
                       "return 0; }")},
      {ofClass(before + "template <class F> void each(F f) { f(a_[0] / 2); }"),
       ofClass(after + "template <class F> void each(F f) { f(a_[0].value / 2); }")},
  });
  for (const char *unused : {"T *data() { return a_; }", "void all(void (*f)(T *)) { f(a_); }",
                             "int size() { return sizeof a_; }",
                             "template <class U> T of(U &other) { return other.a_[0]; }"})
    EXPECT_THAT(wrapped(ofClass(before + unused)), HasSubstr("refused: ")) << unused;
}

TEST(SlotsOfTemplates, InstancesThatDiffer) {
  const std::string c = "template <class T> struct C { T a_[4]; void add(int i) { a_[i]++; } };\n";
  const std::string record = "struct R { void operator++(int); };\n";
  EXPECT_THAT(wrapped(c + record + "void f(int i) { C<long> c; c.add(i); C<R> d; d.add(i); }"),
              HasSubstr("{ ASlot a_[4]; void add(int i) { a_[i].value++; } }"));
  EXPECT_THAT(wrapped(c + record + "void f(int i) { C<R> d; d.add(i); C<long> c; c.add(i); }"),
              HasSubstr("{ ASlot a_[4]; void add(int i) { a_[i].value++; } }"));
  EXPECT_EQ(wrapped(c + record + "void f(int i) { C<R> d; d.add(i); }"), "no such array");
  EXPECT_THAT(wrapped("template <class T> struct C { std::vector<T> a_; C() : a_(4) {} "
                      "void add(int i) { for (long one : a_) a_[i] += one; } };" +
                      std::string(kUses)),
              HasSubstr("a loop converts its elements"));
  EXPECT_THAT(wrapped(c + "template <> struct C<int> { int a_[4]; void add(int) {} };" + kUses),
              HasSubstr("struct C { ASlot a_[4];"));
  EXPECT_THAT(wrapped("template <class T> void put(T *a, int i) { a[i]++; }\n"
                      "template <class T> struct C { T a_[4]; void add(int i) { put(a_, i); } };" +
                      std::string(kUses)),
              HasSubstr("template declares it"));
}

} // namespace slotsOfTemplatesTest
} // namespace fsfind::test
