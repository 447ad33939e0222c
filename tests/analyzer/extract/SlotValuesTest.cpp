// What facts tell of arrays by the values that code gives them, and by the names of their types.
#include "tests/analyzer/extract/WrappedText.h"

#include <gtest/gtest.h>

namespace fsfind::test {
namespace slotValuesTest {

const char *const kCpp = R"(
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>
)";

struct Case {
  std::string source, expected;
};

void expectInCpp(const std::vector<Case> &cases) {
  for (const Case &one : cases)
    EXPECT_EQ(wrapped(kCpp, one.source, "A", "test.cpp", {"-std=c++17"}), one.expected);
}

TEST(SlotValues, ValuesOfContainers) {
  const std::vector<Case> cases = {
      {"std::vector<long> a; void f(int n) { a.push_back(n); a.resize(n, 1); a[n]++; }",
       "std::vector<ASlot> a; void f(int n) { a.push_back(ASlot{n}); a.resize(n, ASlot{1}); "
       "a[n].value++; }"},
      {"std::vector<long> a; void f(int n) { a = std::vector<long>(n, 1); a[n]++; }",
       "std::vector<ASlot> a; void f(int n) { a = std::vector<ASlot>(n, ASlot{1}); a[n].value++; "
       "}"},
      {"std::vector<int> a{1, 2}; void f(int n) { a.emplace_back(); a.back() = a.front() + n; "
       "a[n]++; }",
       "std::vector<ASlot> a{ASlot{1}, ASlot{2}}; void f(int n) { a.emplace_back(); "
       "a.back().value = a.front().value + n; a[n].value++; }"},
      {"std::array<int, 2> a = {{1, 2}}; void f(int n) { a.fill(n); a[n]++; }",
       "std::array<ASlot, 2> a = {{ASlot{1}, ASlot{2}}}; void f(int n) { a.fill(ASlot{n}); "
       "a[n].value++; }"},
      {"void f(int n) { auto a = std::vector<int>(n); a[n]++; }",
       "void f(int n) { auto a = std::vector<ASlot>(n); a[n].value++; }"},
      {"std::vector<int> g(); void f(int n) { auto a = g(); a[n]++; }",
       "refused: its initial value is of another kind"},
      {"std::vector<int> a; void f(long n) { a.push_back(n); a[n]++; }",
       "refused: it gets a value of another type"},
      {"std::array<std::array<int, 2>, 2> a = {1, 2, 3, 4}; void f(int n) { a[n][0]++; }",
       "refused: its initial value is of another kind"},
  };
  expectInCpp(cases);
}

TEST(SlotValues, ArraysThatUniquePointersOwn) {
  const std::vector<Case> cases = {
      {"std::unique_ptr<std::atomic<int>[]> a; void f(int n) { a = "
       "std::make_unique<std::atomic<int>[]>(n); if (a) a[n]++; }",
       "std::unique_ptr<ASlot[]> a; void f(int n) { a = std::make_unique<ASlot[]>(n); if (a) "
       "a[n].value++; }"},
      {"struct S { const std::unique_ptr<std::atomic<int>[]> a; S() : a{new std::atomic<int>[4]{}} "
       "{} void f(int n) { a[n]++; } };",
       "struct S { const std::unique_ptr<ASlot[]> a; S() : a{new ASlot[4]{}} {} void f(int n) { "
       "a[n].value++; } };"},
      {"void f(int n) { std::unique_ptr<long[]> a; a.reset(new long[n]()); a[n]++; a.reset(); }",
       "void f(int n) { std::unique_ptr<ASlot[]> a; a.reset(new ASlot[n]()); a[n].value++; "
       "a.reset(); }"},
      {"void f(int n) { const auto a = std::make_unique<long[]>(n); a[n]++; }",
       "void f(int n) { const auto a = std::make_unique<ASlot[]>(n); a[n].value++; }"},
      {"void f(int n) { auto a = std::unique_ptr<long[]>(new long[n]()); a[n]++; }",
       "void f(int n) { auto a = std::unique_ptr<ASlot[]>(new ASlot[n]()); a[n].value++; }"},
      {"long *g(); void f(int n) { std::unique_ptr<long[]> a; a.reset(g()); a[n]++; }",
       "refused: what it points to is not allocated in a way that can follow"},
      {"void f(int n, std::unique_ptr<long[]> b) { std::unique_ptr<long[]> a; a = std::move(b); "
       "a[n]++; }",
       "refused: what it points to is not allocated in a way that can follow"},
  };
  expectInCpp(cases);
}

TEST(SlotValues, ArraysWhoseTypeHasAName) {
  const std::vector<Case> cases = {
      {"typedef long row_t[8]; static row_t a = {1}; void f(int i) { a[i]++; }",
       "typedef long row_t[8]; static struct a_slot a[8] = {{1}}; void f(int i) { a[i].value++; }"},
      {"typedef volatile int rows_t[2][3]; rows_t a; void f(int i) { a[i][1]++; }",
       "typedef volatile int rows_t[2][3]; struct a_slot a[2]; void f(int i) { a[i].value[1]++; }"},
      {"typedef long row_t[8]; row_t a, b; void f(int i) { a[i] = b[i]; }",
       "refused: its declaration is not written plainly, or declares others too"},
      {"enum { N = 8 }; typedef long row_t[N]; void f(int i) { enum { N = 2 }; row_t a = {N}; "
       "a[i]++; }",
       "refused: its declaration is not written plainly, or declares others too"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(wrapped("", one.source, "a"), one.expected);
}

} // namespace slotValuesTest
} // namespace fsfind::test
