// Whether code that gets a pointer to a row, or to an element, stays within it: only then may the
// rows of an array lie apart.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fsfind::test {
namespace elementPointersTest {

const std::string kRows = R"(
typedef __SIZE_TYPE__ size_t; typedef unsigned long pthread_t;
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
enum { ROWS = 4, COLUMNS = 6 };
static long rows[ROWS][COLUMNS];
)";

FactSlots rowsIn(const std::string &source, const std::string &file) {
  const Facts facts = factsOf(kRows + source, file);
  const auto found = std::find_if(facts.slots.begin(), facts.slots.end(), [](const auto &one) {
    return one.wrapper == "rows_slot" || one.wrapper == "RowsSlot";
  });
  EXPECT_NE(found, facts.slots.end()) << source;
  return found != facts.slots.end() ? *found : FactSlots{};
}

/// Whether the code is seen to stay within the rows: an edit, if nothing else forbids it.
bool staysWithin(const std::string &source, const std::string &file = "test.c") {
  const FactSlots rows = rowsIn(source, file);
  return rows.obstacle.empty() && !rows.addressed;
}

// A bit-field without a name has no value in the braces.
TEST(ElementPointers, GivenToAMemberBehindAnUnnamedBitField) {
  const std::string job = "struct job { unsigned on : 1; unsigned : 5; long *row; };\n"
                          "void f(int t) { struct job job = {1, rows[t]}; job.row[";
  EXPECT_TRUE(staysWithin(job + "5]++; }"));
  EXPECT_FALSE(staysWithin(job + "6]++; }"));
}

TEST(ElementPointers, CountedWithinARow) {
  for (const char *source : {
           "static void add(long *row) { for (int k = 0; k < COLUMNS; k++) row[k]++; }\n"
           "void f(int t) { add(rows[t]); add(&rows[t][0]); }",
           "static void add(long *row) { int k; for (k = 0; 5 >= k && row; ++k) *(row + k) += 1; "
           "}\n"
           "void f(int t) { add(rows[t]); }",
           "static void add(long *row, size_t n) { for (size_t k = 0; k < n; k++) row[k]++; }\n"
           "void f(int t) { add(rows[t], COLUMNS); }",
           "static void add(long *row, int k) { row[k]++; }\n"
           "void f(int t, unsigned x) { add(rows[t], x % COLUMNS); add(rows[t], (x >> 3) & 3); }",
           "static void add(long *row, int k) { row[k]++; }\n"
           "static void more(long *row, int k) { add(row, k - 1); add(row, k / 2); }\n"
           "void f(int t) { more(rows[t], 5); }",
           "void add(long row[COLUMNS], int k) { row[k]++; }\nvoid f(int t) { add(rows[t], t); }",
           "static unsigned next(unsigned *x) { *x *= 5; return *x % 6; }\n"
           "void f(int t, unsigned x) { long *row = rows[t]; row[next(&x)]++; }",
           "void f(int t, int x) { long *row = x ? rows[t] : rows[0]; int k = x & 1; row[k + 4]++; "
           "}",
           "enum kind { A, B, KINDS }; static void add(long *row, enum kind k) { row[k]++; }\n"
           "void f(int t, enum kind k) { add(rows[t], k); }",
           "static void add(long (*row)[6], int k) { (*row)[k]++; }\n"
           "void f(int t, int k) { add(&rows[t], k); }",
           "void f(int t) { memset(rows[t], 0, sizeof rows[t]); memcpy(rows[t], rows[0], 48); }",
           "static void *run(void *given) { long *row = given; row[5]++; return 0; }\n"
           "void f(int t, pthread_t *p) { pthread_create(p, 0, run, rows[t]); }",
           "struct job { long *row; int n; };\n"
           "static void run(struct job *job) { job->row[job->n % 6]++; }\n"
           "void f(int t) { struct job a = {rows[t], t}, b; b.row = rows[t]; run(&a); run(&b); }",
           "static long *kept; void g(void) { kept[3]++; } void f(int t) { kept = rows[t]; }",
           "static void add(long *one) { *one += 1; }\nvoid f(int t, int k) { add(&rows[t][k]); }",
       })
    EXPECT_TRUE(staysWithin(source)) << source;
}

TEST(ElementPointers, CountedWithinARowInCpp) {
  for (const char *source : {
           "static void add(long (&row)[6], int k) { row[k]++; }\n"
           "void f(int t, int k) { add(rows[t], k); }",
           "void f(int t) { auto &row = rows[t]; for (long &one : row) one++; }",
           "static void add(long &one) { one++; }\nvoid f(int t, int k) { add(rows[t][k]); }",
           "template <class T> void add(T *row) { for (int k = 0; k < 6; ++k) row[k] += 1; }\n"
           "void f(int t) { add(rows[t]); }",
           "void f(int t, unsigned x) {\n"
           "  auto add = [row = rows[t]](unsigned k) { row[k % 6]++; }; add(x); }\n",
       })
    EXPECT_TRUE(staysWithin(source, "test.cpp")) << source;
}

/// Each of these may reach the next row, or goes where nobody sees how far it does.
TEST(ElementPointers, CountedBeyondARow) {
  const std::string index = "static void at(long *p, int i) { p[i]++; }\n";
  for (const std::string &source : {
           std::string("static long sum(long *all, int n) { long s = 0; for (int i = 0; i < n; i++)"
                       " s += all[i]; return s; }\n"
                       "long f(int t) { rows[t][0]++; return sum(rows[0], ROWS * COLUMNS); }"),
           std::string("void f(int t) { long *p = rows[t]; for (int i = 0; i < 7; i++) p[i]++; }"),
           std::string("void f(int t) { long *p = rows[t]; for (int i = 0; i <= 6; i++) p[i]++; }"),
           std::string("void f(int t) { long *p = rows[t]; int i;\n"
                       "for (i = 0; i < 6; i++) p[i]++; p[i]++; }"),
           std::string("void f(int t) { long *p = rows[t];\n"
                       "for (int i = 0; i < 6; i++) { i += 7; p[i]++; } }"),
           std::string("void g(int *); void f(int t) { long *p = rows[t];\n"
                       "for (int i = 0; i < 6; i++) { g(&i); p[i]++; } }"),
           std::string(
               "void f(int t) { long *p = rows[t]; for (int i = 0; i < 3; i++) *p++ = i; }\n"
               "void g(long *q, int i) { q[i]++; }"),
           index + "void f(int t, int i) { at(rows[t], i); }",
           index + "void f(int t, unsigned x) { at(rows[t], x % 7); }",
           index + "static void g(int t, int i) { at(rows[t], i); }\nvoid f(int t) { g(t, 6); }",
           index + "static void g(int t, int i) { at(rows[t], i); }\n"
                   "void (*h)(int, int) = g; void f(int t) { g(t, 5); }",
           index + "void f(int t) { at(&rows[t][1], 5); }",
           index + "void f(int t, int k) { at(&rows[t][k], 1); }",
           index + "void f(int t) { at((long *)&rows[t] + 6, 1); }",
           index + "void f(int t) { long *p = rows[t], **q = &p; ++*q; at(*q, 5); }",
           index + "void f(int t) { long *p[2] = {rows[t]}; at(p[0], 6); }",
           index + "long *g(int t) { return rows[t]; } void f(int t) { at(g(t), 6); }",
           index + "long *kept; void f(int t) { kept = rows[t]; }",
           index + "void g(long *); void f(int t) { g(rows[t]); }",
           index + "void at_all(long row[24], int k) { row[k]++; } void f(int t) "
                   "{ at_all(rows[t], t); }",
           index + "static void back(long *p) { back(p); } void f(int t) { back(rows[t]); }",
           index + "static void at_ints(int *p, int i) { p[i]++; }\n"
                   "void f(int t) { at_ints((int *)rows[t], 5); }",
           index + "static void *run(void *given) { char *all = given; all[47]++; return 0; }\n"
                   "void f(int t, pthread_t *p) { pthread_create(p, 0, run, rows[t]); }",
           std::string("void f(int t) { rows[t][0]++; memset(rows[0], 0, 24 * sizeof(long)); }"),
           std::string("static void clear(long *p, size_t n) { memset(p, 0, n * sizeof *p); }\n"
                       "void f(int t) { rows[t][0]++; clear(rows[0], 24); }"),
           std::string("void f(int t) { long (*p)[6] = &rows[t]; p[1][0]++; }"),
       })
    EXPECT_FALSE(staysWithin(source)) << source;
}

/// No index on a pointer to `long` tells of these.
TEST(ElementPointers, CountedAsSomethingElse) {
  for (const char *source : {
           "static void *run(void *given) { char *all = given; all[47]++; return 0; }\n"
           "void f(int t, pthread_t *p) { pthread_create(p, 0, run, rows[t]); }",
           "void f(int t) { rows[t][0]++; memset(rows[0], 0, 24 * sizeof(long)); }",
           "static void clear(long *p, size_t n) { memset(p, 0, n * sizeof *p); }\n"
           "void f(int t) { rows[t][0]++; clear(rows[0], 24); }",
           "static void g(long *p, int i) { int *all = (int *)p; all[i]++; }\n"
           "void f(int t) { g(rows[t], 5); }",
       }) {
    EXPECT_THAT(rowsIn(source, "test.c").obstacle, testing::HasSubstr("as something else"))
        << source;
  }
}

TEST(ElementPointers, CountedBeyondARowInCpp) {
  for (const char *source : {
           "static void add(long &first, int n) { long *p = &first; p[n]++; }\n"
           "void f(int t, int n) { add(rows[t][0], n); }",
           "struct B { virtual void add(long *row) { row[0]++; } };\n"
           "struct C : B { void add(long *row) override { row[7]++; } };\n"
           "void f(B &b, int t) { b.add(rows[t]); }",
           "struct list { void add(long *const &row) { all[n++] = row; } long *all[9]; int n; };\n"
           "void f(list &kept, int t) { kept.add(rows[t]); kept.all[0][6]++; }",
       })
    EXPECT_FALSE(staysWithin(source, "test.cpp")) << source;
}

} // namespace elementPointersTest
} // namespace fsfind::test
