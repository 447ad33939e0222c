// Code whose names are exponentially longer than it, or that nests very deep: it ends, with facts.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace nestedTest {

using testing::Contains;
using testing::Each;
using testing::Field;
using testing::SizeIs;

std::string repeated(int count, const std::string &text) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += text;
  return all;
}

std::string levels(const std::string &pattern, int count) {
  std::string text = "using T0 = int;\n";
  for (int i = 0; i < count; ++i)
    text += "using T" + std::to_string(i + 1) + " = " + pattern + "<T" + std::to_string(i) + ", T" +
            std::to_string(i) + ">;\n";
  return text;
}

TEST(Nested, TemplatesOfWhichEachNamesAnotherTwice) {
  const Facts facts = factsOf("template <class A, class B> struct Pair {\n"
                              "  long x; struct Inner { long y; } inner;\n"
                              "  void change() { x++; inner.y++; } };\n" +
                              levels("Pair", 60) +
                              "T60 all[4]; void f(T60 *p, int i) { all[i].x = 1; p->change(); }\n");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write all[Parameter].x"));
  EXPECT_THAT(accessesOf(facts, "change"), Contains("rmw this->.x"));
  EXPECT_TRUE(recordOf(facts, "Pair<...>"));
}

TEST(Nested, FunctionTypesOfWhichEachNamesAnotherTwice) {
  const Facts facts =
      factsOf("template <class A, class B> using Of = void (*)(A, B);\n" + levels("Of", 18) +
              "T18 all[4]; template <class T> void put(T t) { all[0] = t; }\n"
              "void f() { put(all[1]); }\n");
  EXPECT_TRUE(variableOf(facts, "all"));
  EXPECT_THAT(facts.functions, Each(Field(&FactFunction::key, SizeIs(testing::Lt(1000U)))));
  EXPECT_THAT(facts.functions, Each(Field(&FactFunction::name, SizeIs(testing::Lt(1000U)))));
}

TEST(Nested, ArraysOfManyDimensions) {
  const Facts facts = factsOf("int all" + repeated(2000, "[1]") + "; void f() { (void)all; }\n");
  ASSERT_TRUE(variableOf(facts, "all"));
  EXPECT_EQ(facts.type(variableOf(facts, "all")->type).text, "...");
}

TEST(Nested, ParametersWhoseFunctionHasMany) {
  std::string parameters, writes;
  for (int i = 0; i < 1000; ++i) {
    parameters += (i ? ", int *p" : "int *p") + std::to_string(i);
    writes += "*p" + std::to_string(i) + " = 1;";
  }
  const Facts facts = factsOf("void f(" + parameters + ") {" + writes + "}\n");
  EXPECT_THAT(accessesOf(facts, "f"), SizeIs(1000));
  EXPECT_THAT(facts.slots, Each(Field(&FactSlots::key, SizeIs(testing::Lt(200U)))));
}

TEST(Nested, PlacesOnOneLine) {
  const Facts facts = factsOf("int g, h;\nvoid f() {" + repeated(1000, " ") + "g = 1; h = 2; }\n");
  const FactFunction *function = functionOf(facts, "f");
  ASSERT_TRUE(function);
  ASSERT_THAT(function->accesses, SizeIs(2));
  EXPECT_EQ(function->accesses[1].place.line, 2U);
  EXPECT_EQ(function->accesses[1].place.column, 10U + 1000 + 1 + 7);
}

TEST(Nested, ConditionsOfManyParts) {
  const Facts facts = factsOf("long g, h; void f(long id) { if (" + repeated(2000, "id == 1 && ") +
                              "(g = 1)) h = 1; if (id == 2 || " + repeated(2000, "id == 3 || ") +
                              "(g = 2)) h = 2; }\n");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("write g"));
}

TEST(Nested, CallsWhoseArgumentsAreCalls) {
  const std::string call = repeated(200, "f(") + "id" + repeated(200, ")");
  const Facts facts = factsOf("long g, all[8]; long f(long x) { return x + g; }\n"
                              "void run(long id) {" +
                              repeated(40, "g = " + call + "; all[" + call + "] = 1;") + "}\n");
  EXPECT_THAT(accessesOf(facts, "run"), Contains("write g"));
}

TEST(Nested, LocksThatAreTakenMoreOftenThanReleased) {
  std::string takes;
  for (int i = 0; i < 1000; ++i)
    takes += "pthread_mutex_lock(&m[" + std::to_string(i) + "]); g[" + std::to_string(i) + "]++;\n";
  const Facts facts = factsOf("typedef struct { int word; } pthread_mutex_t;\n"
                              "int pthread_mutex_lock(pthread_mutex_t *);\n"
                              "pthread_mutex_t m[1000]; long g[1000];\nvoid run(void) {" +
                                  takes + "}\n",
                              "test.c");
  const FactFunction *function = functionOf(facts, "run");
  ASSERT_TRUE(function);
  EXPECT_THAT(function->accesses, SizeIs(testing::Ge(1000U)));
  EXPECT_THAT(function->accesses, Each(Field(&FactAccess::held, SizeIs(testing::Lt(100U)))));
  EXPECT_THAT(function->accesses, Contains(Field(&FactAccess::held, SizeIs(testing::Gt(8U)))));
}

} // namespace nestedTest
} // namespace fsfind::test
