// Names for classes of the library, which can become records that derive from the class: what
// forbids it.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fsfind::test {
namespace elementNamesTest {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char *kIncludes = R"(
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>
)";

const FactSlots *named(const Facts &facts, const std::string &name) {
  const auto found = std::find_if(facts.slots.begin(), facts.slots.end(),
                                  [&](const auto &one) { return one.wrapper == name; });
  return found == facts.slots.end() ? nullptr : &*found;
}

Facts factsOfCell(const std::string &uses,
                  const std::string &cell = "using Cell = std::atomic<long>;") {
  return factsOf(kIncludes + cell + "\nusing Cells = std::vector<Cell>;\n" + uses, "test.cpp",
                 {"-std=c++17"});
}

/// Why `Cell` cannot become a record; empty if it can.
std::string obstacleOf(const std::string &uses,
                       const std::string &cell = "using Cell = std::atomic<long>;") {
  const Facts facts = factsOfCell("void add(int i) { Cells all(4); all[i]++; }\n" + uses, cell);
  const FactSlots *name = named(facts, "Cell");
  EXPECT_TRUE(name) << uses;
  EXPECT_TRUE(!name || name->obstacle.empty() == !name->edits.empty());
  return name ? name->obstacle : "no such name";
}

TEST(ElementNames, ArraysAndContainersKnowTheNameOfTheirElements) {
  const std::string add = "void f(int i) { a[i]++; }";
  for (const char *array :
       {"static Cells a(4);", "static Cell a[4];", "static std::array<Cell, 4> a;",
        "using Other = Cell; static std::vector<Other> a(4);",
        "struct S { Cells a; void f(int i); "
        "} s; void S::f(int i) { a[i]++; } "
        "static Cells a(4);"}) {
    const Facts facts = factsOfCell(array + add);
    const FactSlots *held = named(facts, "ASlot"), *name = named(facts, "Cell");
    ASSERT_TRUE(held && name) << array;
    EXPECT_EQ(held->alias, name->key) << array;
    EXPECT_EQ(name->base, "std::atomic<long>");
    EXPECT_EQ(name->value, "using atomic::atomic; using atomic::operator=;");
    EXPECT_TRUE(name->aligned);
    ASSERT_EQ(name->edits.size(), 1U);
    EXPECT_EQ(name->edits[0].begin, name->head);
    EXPECT_EQ(name->edits[0].end.column - name->edits[0].begin.column,
              sizeof "using Cell = std::atomic<long>" - 1);
  }
}

TEST(ElementNames, OnlyOfClassesWhoseObjectsStayWhereTheyAre) {
  for (const char *cell :
       {"using Cell = long;", "using Cell = std::array<long, 2>;", "using Cell = long *;"})
    EXPECT_EQ(named(factsOfCell("void f(Cells &a, int i) { a[i]; }", cell), "Cell"), nullptr)
        << cell;
}

TEST(ElementNames, ArePassedWholeAndUsedByReference) {
  EXPECT_THAT(obstacleOf("long sum(const Cells &all) { long sum = 0; for (auto &one : all) sum += "
                         "one; return sum; }\n"
                         "void set(Cell &one) { one = 5; } Cell total{0}; Cells &kept(Cells &c) { "
                         "set(c[0]); set(total); return c; }"),
              IsEmpty());
  EXPECT_THAT(obstacleOf("static Cell a[4]; void up(Cell *one) { for (int i = 0; i < 4; ++i) "
                         "one[i]++; }\nvoid f() { up(a); }"),
              IsEmpty())
      << "pointers by the name follow it";
  EXPECT_THAT(obstacleOf("", "typedef std::mutex Cell;"), IsEmpty());
}

TEST(ElementNames, NotWhereCodeReliesOnTheClass) {
  const std::pair<const char *, const char *> cases[] = {
      {"void f(Cells &c) { std::atomic<long> *p = c.data(); p[1] = 0; }", "counts from object"},
      {"void f(Cells &c) { auto *p = c.data(); p++; }", "counts from object"},
      {"void f(Cells &c) { std::memset((void *)c.data(), 0, 32); }", "cast"},
      {"long f(Cells &c) { return reinterpret_cast<long *>(c.data())[1]; }", "cast"},
      {"Cell *f() { return (Cell *)std::malloc(8); }", "cast"},
      {"void f(void *p) { new (p) Cell(0); }", "may not be aligned"},
      {"unsigned long f() { return sizeof(Cell); }", "size"},
      {"char bytes[sizeof(Cell[2])];", "size"},
      {"struct S { Cell one; };", "as a member"},
      {"struct S { std::array<Cell, 2> two; };", "as a member"},
      {"template <class T> struct S { T one; }; S<Cell> s;", "as a member"},
      {"struct S : Cell {};", "as a member"},
      {"template <class T> struct S { int n; }; template <> struct S<Cell> {};", "specialised"},
      {"template <class T> struct S { int n; }; template <class T> struct S<std::atomic<T>> {}; "
       "S<Cell> s;",
       "specialised"},
      {"void g(Cell &); void g(std::atomic<long> &) {}", "different names"},
      {"void g(const std::vector<std::atomic<long>> &); void g(const Cells &) {}",
       "different names"},
      {"struct A { virtual void g(std::atomic<long> &); }; struct B : A { void g(Cell &) {} };",
       "different names"},
      {"template <class T> bool f(T &) { return std::is_same_v<T, std::atomic<long>>; } "
       "bool g(Cells &c) { return f(c[0]); }",
       "which type"},
      {"template <class T> bool f(T &) { return std::is_same<T, std::atomic<long>>::value; } "
       "bool g(Cells &c) { return f(c[0]); }",
       "which type"},
      {"bool f() { return __is_trivially_copyable(Cell); }", "which type"},
      {"#include <typeinfo>\nconst char *f() { return typeid(Cell).name(); }", "which type"},
      {"void g(std::atomic<long> &); template <class T> void g(T &); void f(Cells &c) { g(c[0]); }",
       "chosen by its type"},
      {"void g(Cells &); template <class T> void g(T &); void f(Cells &c) { g(c); }",
       "chosen by its type"},
      {"extern \"C\" void g(Cell *); void f(Cells &c) { g(&c[0]); }", "of C"},
  };
  for (const auto &[uses, why] : cases)
    EXPECT_THAT(obstacleOf(uses), HasSubstr(why)) << uses;
}

TEST(ElementNames, NamesOfTheClassItself) {
  const Facts facts = factsOfCell("namespace app { using mutex = std::mutex; mutex all[4];\n"
                                  "void f(int i) { all[i].lock(); } }");
  ASSERT_TRUE(named(facts, "mutex"));
  EXPECT_EQ(named(facts, "mutex")->value, "using std::mutex::mutex;");
}

TEST(ElementNames, UnitsWithoutArraysTellOfThemToo) {
  EXPECT_TRUE(named(factsOfCell("long all(const Cells &cells);"), "Cell"));
  const Facts facts = factsOfCell("long bytes(const Cells &all) { return sizeof all[0]; }");
  EXPECT_THAT(named(facts, "Cell")->obstacle, HasSubstr("size"));
}

TEST(ElementNames, NotWhereTheDeclarationIsSharedOrHidden) {
  EXPECT_THAT(obstacleOf("", "typedef std::atomic<long> Cell, *Other;"), HasSubstr("plainly"));
  EXPECT_THAT(obstacleOf("", "#define LONG std::atomic<long>\nusing Cell = LONG;"),
              HasSubstr("plainly"));
  EXPECT_THAT(obstacleOf("", "using Cell = std::atomic<long>; using Cell = std::atomic<long>;"),
              HasSubstr("plainly"));
}

TEST(ElementNames, PointersWithoutTheNameAreTold) {
  EXPECT_FALSE(
      named(factsOfCell("void f(Cells &a, int i) { a[i]++; } static Cells b;"), "Cell")->addressed);
  EXPECT_TRUE(named(factsOfCell("void g(std::atomic<long> *); void f(Cells &a) { g(&a[0]); } "
                                "static Cells b;"),
                    "Cell")
                  ->addressed);
}

} // namespace elementNamesTest
} // namespace fsfind::test
