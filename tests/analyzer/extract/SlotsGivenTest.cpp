// Arrays that code hands on as a whole, to functions, references, threads and algorithms: the edits
// of all that has their elements, and what forbids them.
#include "rules/remedy/source/SlotGroup.h"
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace fsfind::test {
namespace slotsGivenTest {

using testing::HasSubstr;

std::size_t offsetOf(const std::string &source, const FactPlace &place) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line; ++line)
    at = source.find('\n', at) + 1;
  return at + place.column - 1;
}

/// What forbids the edits, in the order in which the advice asks.
std::string obstacleOf(const SlotGroup &group, const FactSlots &array) {
  std::string obstacle = array.obstacle;
  for (const FactSlots *one : group.all)
    if (obstacle.empty())
      obstacle = one->obstacle;
  if (obstacle.empty())
    obstacle = group.obstacle;
  for (const FactSlots *one : group.all)
    if (obstacle.empty() && !one->place.known())
      obstacle = "its definition is not seen";
  return obstacle;
}

std::string indented(const std::string &text, const FactPlace &place) {
  return place.known() ? std::to_string(place.line) + ": " + text : text;
}

/// The source behind the line `//begin`, with the edits of all that has the elements of the array
/// `a`, or why there are none.
std::string wrapped(const std::string &before, const std::string &source, const std::string &file,
                    std::vector<std::string> arguments = {}) {
  const std::string all = before + "//begin\n" + source;
  const Facts facts = factsOf(all, file, std::move(arguments));
  const auto array = std::find_if(facts.slots.begin(), facts.slots.end(), [](const auto &one) {
    return (one.wrapper == "ASlot" || one.wrapper == "a_slot") && !one.view;
  });
  if (array == facts.slots.end())
    return "no such array";
  const FactLookup lookup(facts);
  const SlotGroup group = slotGroupOf(lookup, *array);
  if (const std::string why = obstacleOf(group, *array); !why.empty())
    return "refused: " + why;
  std::set<FactEdit> edits;
  for (const FactSlots *one : group.all)
    for (const FactEdit &edit : one->edits)
      edits.insert({edit.begin, edit.end, textFor(group, *one, *group.all.front(), edit.text)});
  std::string text = all;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    const std::size_t begin = offsetOf(all, edit->begin), end = offsetOf(all, edit->end);
    text.replace(begin, end - begin, edit->text);
  }
  return text.substr(text.find("//begin\n") + 8);
}

const char *const kC = R"(
#include <stdlib.h>
typedef unsigned long count_t;
void other(void *);
)";

std::string wrappedC(const std::string &source) {
  return wrapped(kC, source, "test.c");
}

const char *const kCpp = R"(
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>
)";

std::string wrappedCpp(const std::string &source) {
  return wrapped(kCpp, source, "test.cpp", {"-std=c++17"});
}

struct Case {
  std::string source, expected;
};

TEST(SlotsGiven, ToFunctionsInC) {
  const std::vector<Case> cases = {
      {"static long a[8];\nstatic void f(long *all, int i) { all[i]++; }\nvoid g(int i) { f(a, i); "
       "}",
       "static struct a_slot a[8];\nstatic void f(struct a_slot *all, int i) { all[i].value++; }\n"
       "void g(int i) { f(a, i); }"},
      {"long sum(const long all[], int n);\nstatic long a[8];\n"
       "long sum(const long all[], int n) { return all[n - 1]; }\nlong g(int i) { return sum(a, "
       "i); }",
       "long sum(const struct a_slot all[], int n);\nstatic struct a_slot a[8];\n"
       "long sum(const struct a_slot all[], int n) { return all[n - 1].value; }\n"
       "long g(int i) { return sum(a, i); }"},
      {"static void f(volatile count_t *const p, int i) { p[i] = 1; }\n"
       "void g(int i) { count_t *a = calloc(i, sizeof *a); f(a, i); f(NULL, i); free(a); }",
       "static void f(volatile struct a_slot *const p, int i) { p[i].value = 1; }\n"
       "void g(int i) { struct a_slot *a = calloc(i, sizeof *a); f(a, i); f(NULL, i); free(a); }"},
      {"static void h(_Atomic long *q, int i) { q[i]++; }\n"
       "static void f(_Atomic long *p, int i) { h(p, i); }\n"
       "static _Atomic long a[8], b[8];\nvoid g(int i) { f(a, i); f(b, i); }",
       "static void h(struct a_slot *q, int i) { q[i].value++; }\n"
       "static void f(struct a_slot *p, int i) { h(p, i); }\n"
       "static struct a_slot a[8], b[8];\nvoid g(int i) { f(a, i); f(b, i); }"},
      {"struct job { long *all; int i; };\nstatic long a[8];\n"
       "void f(struct job *job) { job->all[job->i]++; }\n"
       "void g(int i) { struct job one = {a, i}, two; two.all = a; f(&one); f(&two); }",
       "struct job { struct a_slot *all; int i; };\nstatic struct a_slot a[8];\n"
       "void f(struct job *job) { job->all[job->i].value++; }\n"
       "void g(int i) { struct job one = {a, i}, two; two.all = a; f(&one); f(&two); }"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedC(one.source), one.expected);
}

TEST(SlotsGiven, NotInCWhereTheFunctionMayDoOtherwise) {
  const std::string f = "static long a[8];\nstatic void f(long *p, int i) { p[i]++; }\n";
  const std::vector<Case> cases = {
      {f + "void g(int i, long *q) { f(a, i); f(q, i); }", "no code is seen"},
      {f + "void g(int i) { f(a, i); f(&a[i], i); }", "it stands for something else, too"},
      {f + "void g(int i, long one) { f(a, i); f(&one, 0); }", "it stands for something else, too"},
      {f + "void g(int i) { f(a, i); void (*h)(long *, int) = f; h(0, i); }", "by a pointer"},
      {f + "void g(int i, void (*h)(long *, int)) { f(a, i); h(a, i); }", "passed to a function"},
      {f + "void g(int i) { f(a, i); f(a + 1, i); }", "pointers to its elements are calculated"},
      {f + "void g(int i) { f(a, i); other(a); }", "passed to 'other'"},
      {f + "void g(int i) { f(a, i);\n#ifdef X\nf(0, 1);\n#endif\n}", "other configurations"},
      {"static long a[8];\nvoid f(long *, int);\nvoid g(int i) { f(a, i); }", "not seen"},
      {"static long a[8];\nstatic int f(long *p, int i) { return p[i] + sizeof p / sizeof p[0]; }\n"
       "void g(int i) { f(a, i); }",
       "size is part of other expressions"},
      {"static long a[8];\nstatic int f(long *p, int i) { p++; return p[i]; }\n"
       "void g(int i) { f(a, i); }",
       "as a whole"},
      {"static long a[8];\nstatic void *f(long *p, int i) { p[i]++; return p; }\n"
       "void g(int i) { f(a, i); }",
       "as a whole"},
      {"static long a[8];\nunion u { long *p; char *q; };\n"
       "void g(union u *u, int i) { u->p = a; u->p[i]++; }",
       "in a union"},
      {"static long a[8];\nstatic int b[8];\nstatic void f(volatile long *p, int i) { p[i]++; }\n"
       "void g(int i) { f(a, i); f((volatile long *)b, i); }",
       "it stands for something else, too"},
      {"static long a[8];\nstruct s { volatile long *p; };\n"
       "void g(struct s *s, int i) { s->p = a; s->p[i]++; }",
       "as another type"},
      {"static void f(int n, char **p) { p[n] = 0; }\nstatic char *a[8];\n"
       "int main(int n, char **argv) { f(n, a); f(n, argv); return 0; }",
       "parameter of main"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(wrappedC(one.source), HasSubstr(one.expected)) << one.source;
}

TEST(SlotsGiven, ByReferencesInCpp) {
  const std::vector<Case> cases = {
      {"void f(std::vector<std::atomic<long>> &all, int i) { all[i]++; }\n"
       "void g(int i) { std::vector<std::atomic<long>> a(8); f(a, i); }",
       "void f(std::vector<ASlot> &all, int i) { all[i].value++; }\n"
       "void g(int i) { std::vector<ASlot> a(8); f(a, i); }"},
      {"long f(const std::vector<long> &all) { long n = 0; for (long one : all) n += one; return "
       "n; }\n"
       "long g(int i) { std::vector<long> a(8); a[i] = 1; return f(a); }",
       "long f(const std::vector<ASlot> &all) { long n = 0; for (auto one : all) n += one.value; "
       "return n; }\n"
       "long g(int i) { std::vector<ASlot> a(8); a[i].value = 1; return f(a); }"},
      {"struct S { std::array<int, 4> &all; S(std::array<int, 4> &one) : all(one) {}\n"
       "  void f(int i) { all[i]++; } };\nstd::array<int, 4> a; void g(int i) { S(a).f(i); }",
       "struct S { std::array<ASlot, 4> &all; S(std::array<ASlot, 4> &one) : all(one) {}\n"
       "  void f(int i) { all[i].value++; } };\nstd::array<ASlot, 4> a; void g(int i) { S(a).f(i); "
       "}"},
      {"void f(std::vector<int> *all, int i) { (*all)[i] = all->size(); for (int &one : *all) one "
       "= 1; }\n"
       "void g(int i) { std::vector<int> a(8); f(&a, i); }",
       "void f(std::vector<ASlot> *all, int i) { (*all)[i].value = all->size(); for (auto &one : "
       "*all) one.value = 1; }\n"
       "void g(int i) { std::vector<ASlot> a(8); f(&a, i); }"},
      {"void f(long *all, int i) { all[i]++; }\n"
       "void g(int i) { std::vector<long> a(8); f(a.data(), i); auto *p = a.data(); p[i] = 1; }",
       "void f(ASlot *all, int i) { all[i].value++; }\n"
       "void g(int i) { std::vector<ASlot> a(8); f(a.data(), i); auto *p = a.data(); p[i].value = "
       "1; }"},
      {"void g(int i) { std::vector<long> a(8); auto &b = a; const std::vector<long> &c = b; b[i] "
       "= c[0];\n"
       "  auto f = [](std::vector<long> &all, int n) { all[n]++; }; f(a, i); }",
       "void g(int i) { std::vector<ASlot> a(8); auto &b = a; const std::vector<ASlot> &c = b; "
       "b[i].value = c[0].value;\n"
       "  auto f = [](std::vector<ASlot> &all, int n) { all[n].value++; }; f(a, i); }"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedCpp(one.source), one.expected);
}

TEST(SlotsGiven, ToThreads) {
  const std::string f = "void f(std::vector<long> &all, int i) { all[i]++; }\n";
  const std::string edited = "void f(std::vector<ASlot> &all, int i) { all[i].value++; }\n";
  const std::vector<Case> cases = {
      {f + "void g(int i) { std::vector<long> a(8); std::thread t(f, std::ref(a), i); t.join(); }",
       edited + "void g(int i) { std::vector<ASlot> a(8); std::thread t(f, std::ref(a), i); "
                "t.join(); }"},
      {f + "void g(int i) { std::vector<long> a(8); std::vector<std::thread> all; "
           "all.emplace_back(&f, std::ref(a), i); auto b = std::async(f, std::ref(a), i); }",
       edited + "void g(int i) { std::vector<ASlot> a(8); std::vector<std::thread> all; "
                "all.emplace_back(&f, std::ref(a), i); auto b = std::async(f, std::ref(a), i); }"},
      {"struct S { void f(long *all, int i) { all[i]++; } void g(int i) { long *a = new long[8]; "
       "std::thread(&S::f, this, a, i).join(); } };",
       "struct S { void f(ASlot *all, int i) { all[i].value++; } void g(int i) { ASlot *a = new "
       "ASlot[8]; std::thread(&S::f, this, a, i).join(); } };"},
      {f + "void g(int i) { std::vector<long> a(8); std::thread t(f, std::ref(a), i); "
           "auto h = std::bind(f, std::ref(a), i); }",
       "refused: it is passed to 'std::ref'"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedCpp(one.source), one.expected);
}

TEST(SlotsGiven, ContainersThatFunctionsReturn) {
  const std::string before =
      "struct A { std::vector<long> a; explicit A(int n) : a(n) {} std::vector<long> &all() { "
      "return "
      "a; } const std::vector<long> &seen() const; auto &any() { return a; } };\n"
      "const std::vector<long> &A::seen() const { return a; }\n"
      "static void put(std::vector<long> &all, int i) { all[i]++; }\n";
  const std::string after =
      "struct A { std::vector<ASlot> a; explicit A(int n) : a(n) {} std::vector<ASlot> &all() { "
      "return a; } const std::vector<ASlot> &seen() const; auto &any() { return a; } };\n"
      "const std::vector<ASlot> &A::seen() const { return a; }\n"
      "static void put(std::vector<ASlot> &all, int i) { all[i].value++; }\n";
  const std::vector<Case> cases = {
      {before + "long f(int i) { A a(4); a.all()[i]++; put(a.all(), i); const auto &c = a.any();\n"
                "  for (long one : a.seen()) i += one; return c[i] + a.seen().back(); }",
       after + "long f(int i) { A a(4); a.all()[i].value++; put(a.all(), i); const auto &c = "
               "a.any();\n"
               "  for (auto one : a.seen()) i += one.value; return c[i].value + "
               "a.seen().back().value; }"},
      {before + "void f(int i) { A a(4); std::vector<long> b = a.all(); put(a.all(), i); }",
       "passed to a constructor"},
      {before + "void f(int i) { A a(4); put(a.all(), i); a.any() = {1}; }", "operator='"},
      {before + "void f(int i) { A a(4); put(a.all(), i); auto g = &A::all; (a.*g)(); }",
       "called by a pointer"},
      {"struct A { std::vector<long> a, b; std::vector<long> &all(bool x) { return x ? a : b; } "
       "};\n"
       "void f(A &a, int i) { a.all(true)[i]++; a.a[i]++; }",
       "as a whole"},
      {"struct A { std::vector<long> a; virtual std::vector<long> &all() { return a; } };\n"
       "void f(A &a, int i) { a.all()[i]++; a.a[i]++; }",
       "calls are not all seen"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(wrappedCpp(one.source), HasSubstr(one.expected));
}

TEST(SlotsGiven, NotInCppWhereTheFunctionMayDoOtherwise) {
  const std::string a = "std::vector<long> a(8); ";
  const std::string f = "void f(std::vector<long> &all, int i) { all[i]++; }\n";
  const std::vector<Case> cases = {
      {f + "static void g(int i, std::vector<long> &b) { " + a +
           "f(a, i); f(b, i); b = {1}; }\n"
           "void h(int i) { " +
           a + "g(i, a); }",
       "operator='"},
      {"long f(const std::vector<long> &all) { return all[all.size() - 1]; }\n"
       "long g(int i) { " +
           a + "a[i]++; return f(a) + f({1, 2}); }",
       "it stands for something else, too"},
      {"template <class T> void f(T &all, int i) { all[i]++; }\nvoid g(int i) { " + a +
           "f(a, i); }",
       "a template declares it"},
      {"struct B { virtual void f(std::vector<long> &all, int i) { all[i]++; } };\n"
       "void g(B &b, int i) { " +
           a + "b.f(a, i); }",
       "virtual"},
      {"extern \"C\" void f(long *all, int i) { all[i]++; }\nvoid g(int i) { " + a +
           "f(a.data(), i); }",
       "extern \"C\""},
      {"void f(std::vector<long> all, int i) { all[i]++; }\nvoid g(int i) { " + a +
           "a[i]++; f(a, i); }",
       "passed to a constructor"},
      {"std::vector<long> &f(std::vector<long> &all, int i) { all[i]++; return all; }\n"
       "void g(int i) { " +
           a + "f(a, i); }",
       "as a whole"},
      {f + "void g(int i) { " + a +
           "f(a, i); std::function<void(std::vector<long> &, int)> h = f; }",
       "by a pointer"},
      {"void g(int i) { " + a +
           "auto f = [](std::vector<long> &all, int n) { all[n]++; }; f(a, i); "
           "std::function<void(std::vector<long> &, int)> h = f; }",
       "handed on"},
      {"void g(int i) { " + a + "a[i]++; [&b = a] { b[0] = 1; }(); }", "as a whole"},
      {"void f(int *all, int i) { all[i]++; }\nvoid g(int i) { std::unique_ptr<int[]> a(new "
       "int[8]()); "
       "f(a.get(), i); f(a.get() + 1, i); }",
       "'get' is used"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(wrappedCpp(one.source), HasSubstr(one.expected)) << one.source;
}

TEST(SlotsGiven, ToAlgorithms) {
  const std::string a = "auto g(int i) { std::vector<long> a(8); a[i]++; return ";
  const std::string edited = "auto g(int i) { std::vector<ASlot> a(8); a[i].value++; return ";
  const std::string sum = "[](auto before, const auto &slot) { return before + slot.value; }";
  const std::string less =
      "[](const auto &one, const auto &other) { return one.value < other.value; }";
  const std::vector<Case> cases = {
      {"std::accumulate(a.begin(), a.end(), 0L)",
       "std::accumulate(a.begin(), a.end(), 0L, " + sum + ")"},
      {"std::accumulate(std::cbegin(a), std::cend(a), 0.5)",
       "std::accumulate(std::cbegin(a), std::cend(a), 0.5, " + sum + ")"},
      {"std::accumulate(a.begin(), a.end(), 1L, [](long all, long one) { return all * one; })",
       "std::accumulate(a.begin(), a.end(), 1L, [](long all, auto one) { return all * one.value; "
       "})"},
      {"std::reduce(a.begin(), a.end(), 0L)",
       "std::transform_reduce(a.begin(), a.end(), 0L, std::plus<>(), [](const auto &slot) { return "
       "slot.value; })"},
      {"*std::max_element(a.begin(), a.end())",
       "std::max_element(a.begin(), a.end(), " + less + ")->value"},
      {"std::count_if(a.begin(), a.end(), [](const long &one) { return one > 1; })",
       "std::count_if(a.begin(), a.end(), [](const auto &one) { return one.value > 1; })"},
      {"std::fill(a.begin(), a.end(), i + 1)", "std::fill(a.begin(), a.end(), ASlot{i + 1})"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrappedCpp(a + one.source + "; }"), edited + one.expected + "; }");
}

TEST(SlotsGiven, NotToAlgorithmsThatWantNumbers) {
  const std::string a = "auto g(int i) { std::vector<long> a(8); a[i]++; return ";
  for (const char *use :
       {"std::accumulate(a.begin(), a.end(), 1L, std::multiplies<>())",
        "std::accumulate(a.begin() + 1, a.end(), 0L)", "std::reduce(a.begin(), a.end())",
        "std::max_element(a.begin(), a.end())", "std::find(a.begin(), a.end(), 3L)",
        "std::count_if(a.begin(), a.end(), [](int one) { return one > 1; })",
        "std::accumulate<std::vector<long>::iterator, long>(a.begin(), a.end(), 0)",
        "std::sort(a.begin(), a.end())", "std::vector<long>(a.begin(), a.end())"})
    EXPECT_THAT(wrappedCpp(a + use + "; }"), HasSubstr("refused: ")) << use;
}

/// `f` and its array are seen in two units; only there is it told that another pointer is given.
TEST(SlotsGiven, PointersThatCodeCountsFrom) {
  const Facts facts = factsOf("void f(long *p, int i) { p[i]++; }\nvoid h(long *p) { *p = 1; }\n"
                              "static long a[8]; void g(int i) { f(a, i); h(&a[i]); }");
  const auto counted = [&](const FactSlots &one) { return one.counted; };
  EXPECT_EQ(std::count_if(facts.slots.begin(), facts.slots.end(), counted), 1);
  EXPECT_THAT(facts.indexed, testing::IsEmpty()) << "of what is given, all is seen";
}

TEST(SlotsGiven, RecordsAreDefinedBeforeAllThatNamesThem) {
  const Facts facts = factsOf("namespace app {\n// Adds.\n// It does.\nvoid f(long *p, int i) "
                              "{ p[i]++; }\n\n/*\n * All.\n */\nstruct S { long *all; };\n}\n"
                              "static long a[8]; void g(int i, app::S &s) { s.all = a; }");
  std::vector<std::string> tops;
  for (const FactSlots &one : facts.slots)
    tops.push_back(indented(one.space, one.top));
  EXPECT_THAT(tops, testing::UnorderedElementsAre("2: app::", "6: app::", "11: "));
}

} // namespace slotsGivenTest
} // namespace fsfind::test
