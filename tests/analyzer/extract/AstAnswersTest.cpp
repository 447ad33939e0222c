// Code of which clang's tree knows little: it may be asked for facts all the same.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace astAnswersTest {

TEST(AstAnswers, PointersToWhatATemplateIsGiven) {
  const Facts facts = factsOf("long rows[4][6];\n"
                              "template <class A, class B> long read(int i) {\n"
                              "  const A *a = (const A *)rows[i];\n"
                              "  B *b = (B *)a; return b[9] + a[9]; }\n");
  EXPECT_TRUE(functionOf(facts, "read"));
}

TEST(AstAnswers, ConstantsThatAreDefinedElsewhere) {
  const Facts facts = factsOf("struct Pool { static const unsigned kCacheLineSize; };\n"
                              "const unsigned Pool::kCacheLineSize = 64;\n"
                              "struct Queue { long head, tail; };\n"
                              "void push(Queue &all) { all.tail++; }\n");
  ASSERT_TRUE(recordOf(facts, "Queue"));
  EXPECT_EQ(recordOf(facts, "Queue")->size, 16U);
}

TEST(AstAnswers, CodeWithErrors) {
  const Facts facts = factsOf(R"(
template <class T> struct Undefined;
template <class T> struct Holder { static T value; static Undefined<T> other; long counts[sizeof(T)]; };
template <class T> Undefined<T> Holder<T>::other;
template struct Holder<int>;
enum F : int; struct Forward; extern Forward forward; extern Forward unknown[]; static Forward &refers = forward;
struct Broken : Missing { int x; }; struct Part { Missing missing; int y; long counts[4]; };
struct Error { decltype(nothing()) member; int after; }; struct Auto { auto member; int after; };
struct alignas(nothing()) Aligned { int x; }; struct Bits { int a : nothing(); int b : -1; int c : 999; int after; };
struct Self { Self self; int after; };
Broken broken; Part parts[8]; Error error; Auto undeduced; Aligned aligned; Bits bits; Self self;
auto value = nothing(); int sized[nothing()]; int negative[-1];
struct Multi { int d[16]; int &operator[](int i) { return d[i]; } int &operator[](); };
Multi multi;
void use(int i) {
  broken.x++; parts[i].y++; error.after++; undeduced.after++; bits.after++; self.after++;
  sized[i]++; negative[i]++; value[i]++; multi[]++; Holder<Forward>::value[i]++; missing->x++;
}
long fine;
void count() { fine++; }
)",
                              "test.cpp", {"-ferror-limit=0"});
  EXPECT_THAT(accessesOf(facts, "count"), testing::ElementsAre("rmw fine"));
}

TEST(AstAnswers, CallsWithTooFewArguments) {
  const Facts facts = factsOf(R"(
char *memset(); void *malloc(); void *calloc(); int pthread_create(); int pthread_mutex_lock(); void free();
struct flex { int n; struct { long c; } rows[]; }; struct flex *all;
struct later; struct later *later; enum unknown; enum unknown *number;
void call(n) int n; {
  memset(); memset(all); malloc(); calloc(3); free(); pthread_create(); pthread_create(&n, 0, call); pthread_mutex_lock();
  all->rows[n].c++; all[n].n++;
}
)",
                              "test.c", {"-std=c99", "-ferror-limit=0"});
  EXPECT_TRUE(functionOf(facts, "call"));
}

} // namespace astAnswersTest
} // namespace fsfind::test
