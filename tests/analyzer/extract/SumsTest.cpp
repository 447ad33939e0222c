// What facts tell of loops that add to a number: the edits that have them add to a local, and what
// forbids them.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace fsfind::test {
namespace sumsTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::size_t offsetOf(const std::string &source, const FactPlace &place) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < place.line; ++line)
    at = source.find('\n', at) + 1;
  return at + place.column - 1;
}

std::string edited(const std::string &source, std::vector<FactEdit> edits) {
  std::string text = source;
  std::sort(edits.rbegin(), edits.rend());
  for (const FactEdit &edit : edits) {
    const std::size_t begin = offsetOf(source, edit.begin), end = offsetOf(source, edit.end);
    text.replace(begin, end - begin, edit.text);
  }
  return text;
}

const char *const kC = R"(#include <stdatomic.h>
#include <stdint.h>
struct part { long made; };
struct stats { _Atomic long hits; _Atomic uint64_t bytes; _Atomic int level; float share;
               volatile long seen; unsigned flags; struct part parts[4]; struct part *last; };
extern struct stats *all;
static unsigned open;
static _Atomic long hits;
int more(void); void look(_Atomic long *); void stop(void) __attribute__((noreturn));
void free(void *);
//begin
)";

const char *const kCplusplus = R"(namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_release = memory_order::release;
template <class T> struct __atomic_base {
  T fetch_add(T, memory_order = memory_order::seq_cst) noexcept;
  T operator++() noexcept;
  T operator++(int) noexcept;
  T operator-=(T) noexcept;
};
template <class T> struct atomic : __atomic_base<T> {
  T load() const noexcept;
};
template <class T> struct shared_ptr { void reset() noexcept; long use_count() const noexcept; };
}
using count_t = unsigned long;
struct Stats { std::atomic<long> hits; std::atomic<count_t> bytes; };
int more(); int most() noexcept;
//begin
)";

struct Case {
  std::string source, expected;
};

/// The edited code after the beginning of the file, or what forbids the edit.
std::string summed(const std::string &before, const std::string &source, const std::string &file) {
  const std::string all = before + source;
  const Facts facts = factsOf(all, file);
  std::vector<FactEdit> edits;
  bool found = false;
  for (const FactFunction &function : facts.functions)
    for (const FactSum &sum : function.sums) {
      if (!sum.obstacle.empty())
        return "refused: " + sum.obstacle;
      edits.insert(edits.end(), sum.edits.begin(), sum.edits.end());
      found = true;
    }
  return found ? edited(all, edits).substr(before.size()) : "no sum";
}

std::string inC(const std::string &loop) {
  return summed(kC, "void f(struct stats *s, int n) {\n  " + loop + "\n}", "test.c");
}

std::string inCplusplus(const std::string &loop) {
  return summed(kCplusplus, "void f(Stats &s, int n) {\n  " + loop + "\n}", "test.cpp");
}

std::string around(const std::string &code, const std::string &parameters) {
  return "void f(" + parameters + ") {\n  " + code + "\n}";
}

TEST(Sums, FormsOfUpdatesInC) {
  const std::vector<Case> cases = {
      {"for (int i = 0; i < n; i++)\n    hits++;",
       "long hits_sum = 0;\n  for (int i = 0; i < n; i++)\n    hits_sum++;\n  hits += hits_sum;"},
      {"while (n--) {\n    hits += n;\n    hits -= 2;\n  } // all",
       "long hits_sum = 0;\n  while (n--) {\n    hits_sum += n;\n    hits_sum -= 2;\n  } // all\n"
       "  hits += hits_sum;"},
      {"do {\n    hits -= n;\n  } while (more()); /* all */",
       "long hits_sum = 0;\n  do {\n    hits_sum += n;\n  } while (more()); /* all */\n  hits -= "
       "hits_sum;"},
      {"for (;;) {\n    atomic_fetch_add_explicit(&hits, 2, memory_order_relaxed);\n"
       "    if (more())\n      break;\n  }",
       "long hits_sum = 0;\n  for (;;) {\n    hits_sum += 2;\n    if (more())\n      break;\n  }\n"
       "  atomic_fetch_add_explicit(&hits, hits_sum, memory_order_relaxed);"},
      {"while (more())\n    atomic_fetch_sub(&hits, n ? 1 : 2);",
       "long hits_sum = 0;\n  while (more())\n    hits_sum += n ? 1 : 2;\n"
       "  atomic_fetch_sub(&hits, hits_sum);"},
      {"while (more())\n    __atomic_add_fetch((long *)0 + 0 == 0 ? &n : &n, 1, 0);", "no sum"},
      {"while (more())\n    s->flags |= 1u << n;",
       "unsigned int flags_sum = 0;\n  while (more())\n    flags_sum |= 1u << n;\n"
       "  if (flags_sum != 0)\n    s->flags |= flags_sum;"},
      {"while (more())\n    open &= ~n;",
       "unsigned int open_sum = ~0;\n  while (more())\n    open_sum &= ~n;\n  open &= open_sum;"},
      {"while (more())\n    open ^= n;",
       "unsigned int open_sum = 0;\n  while (more())\n    open_sum ^= n;\n"
       "  if (open_sum != 0)\n    open ^= open_sum;"},
      {"while (more())\n    s->bytes += n;",
       "uint64_t bytes_sum = 0;\n  while (more())\n    bytes_sum += n;\n"
       "  if (bytes_sum != 0)\n    s->bytes += bytes_sum;"},
      {"while (more())\n    s->parts[n].made += 3;",
       "long made_sum = 0;\n  while (more())\n    made_sum += 3;\n"
       "  if (made_sum != 0)\n    s->parts[n].made += made_sum;"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(inC(one.source), one.expected == "no sum"
                                   ? one.expected
                                   : around(one.expected, "struct stats *s, int n"));
}

/// A thread's part of a signed sum may overflow where the sum of all does not.
TEST(Sums, TypesOfTheLocal) {
  EXPECT_THAT(inC("while (more()) s->level++;"), HasSubstr("unsigned long long level_sum = 0;"));
  EXPECT_THAT(inC("while (more()) s->level--;"), HasSubstr("s->level -= (int)level_sum;"));
  EXPECT_THAT(inC("while (more()) hits += s->bytes;"), HasSubstr("unsigned long long hits_sum"));
  EXPECT_THAT(inC("while (more()) hits += 3;"), HasSubstr("  long hits_sum"));
  EXPECT_THAT(inCplusplus("while (more()) s.bytes.fetch_add(most());"),
              HasSubstr("  count_t bytes_sum"));
  EXPECT_THAT(inC("while (more()) s->flags &= n;"), HasSubstr("may not exist"));
}

TEST(Sums, FormsOfUpdatesInCplusplus) {
  const std::vector<Case> cases = {
      {"for (int i = 0; i < n; ++i) {\n    s.hits.fetch_add(1, std::memory_order_relaxed);\n  }",
       "long hits_sum = 0;\n  for (int i = 0; i < n; ++i) {\n    hits_sum += 1;\n  }\n"
       "  s.hits.fetch_add(hits_sum, std::memory_order_relaxed);"},
      {"for (int i = 0; i < n; ++i)\n    ++s.hits;",
       "long hits_sum = 0;\n  for (int i = 0; i < n; ++i)\n    hits_sum++;\n"
       "  s.hits += hits_sum;"},
      {"auto &bytes = s.bytes;\n  while (more())\n    bytes -= 2;",
       "auto &bytes = s.bytes;\n  count_t bytes_sum = 0;\n  while (more())\n    bytes_sum += 2;\n"
       "  bytes -= bytes_sum;"},
  };
  for (const Case &one : cases)
    EXPECT_EQ(inCplusplus(one.source), around(one.expected, "Stats &s, int n"));
}

TEST(Sums, FunctionsOnOneLine) {
  EXPECT_EQ(summed(kCplusplus, "void f(Stats &s, int n) { while (n--) ++s.hits; }", "test.cpp"),
            "void f(Stats &s, int n) { long hits_sum = 0;\n  while (n--) hits_sum++;\n"
            "  s.hits += hits_sum; }");
  EXPECT_EQ(summed(kCplusplus, "  void f(Stats &s, int n) { while (n--) {\n    ++s.hits;\n  } }",
                   "test.cpp"),
            "  void f(Stats &s, int n) { long hits_sum = 0;\n    while (n--) {\n    hits_sum++;\n"
            "  }\n    s.hits += hits_sum; }");
}

/// Locals of the function around, which threads share by the lambda.
TEST(Sums, InLambdas) {
  const std::string text = summed(kCplusplus,
                                  "void f(int n) {\n  std::atomic<long> seen;\n"
                                  "  auto run = [&] {\n    while (more())\n      seen++;\n  };\n"
                                  "  run();\n}",
                                  "test.cpp");
  EXPECT_THAT(text, HasSubstr("long seen_sum = 0;\n    while (more())\n      seen_sum++;\n"
                              "    seen += seen_sum;\n  };"));
}

TEST(Sums, TheOutermostLoopThatCanBeEdited) {
  EXPECT_EQ(inC("while (more()) {\n    while (n--)\n      hits++;\n    n = 9;\n  }"),
            around("long hits_sum = 0;\n  while (more()) {\n    while (n--)\n      hits_sum++;\n"
                   "    n = 9;\n  }\n  hits += hits_sum;",
                   "struct stats *s, int n"));
  EXPECT_EQ(inC("for (;;) {\n    while (n--)\n      hits++;\n    n = more();\n  }"),
            around("for (;;) {\n    long hits_sum = 0;\n    while (n--)\n      hits_sum++;\n"
                   "    hits += hits_sum;\n    n = more();\n  }",
                   "struct stats *s, int n"));
}

TEST(Sums, TwoLoopsAndTwoNumbersHaveLocalsOfTheirOwn) {
  const std::string text =
      inC("while (n--) {\n    hits++;\n    s->bytes++;\n  }\n  while (more())\n    hits++;");
  EXPECT_THAT(text, HasSubstr("hits_sum++;\n    bytes_sum++;\n"));
  EXPECT_THAT(text, HasSubstr("long hits_sum2 = 0;\n  while (more())\n    hits_sum2++;\n"));
}

TEST(Sums, LoopsThatAreLeftOtherwise) {
  const std::vector<Case> cases = {
      {"for (;;) hits++;", "does not end"},
      {"while (1) { hits++; switch (n) { case 1: break; } }", "does not end"},
      {"while (more()) { hits++; if (n) return; }", "return leaves"},
      {"while (more()) { hits++; if (n) goto out; }\n  out:;", "goto"},
      {"while (more()) { s->bytes += n; if (n) free(s); }", "gives memory back"},
      {"while (more()) { again: hits++; if (n) goto again; }", "goto"},
      {"while (more()) { hits++; if (n) stop(); }", "does not return"},
      {"if (n) while (more()) hits++;", "no statement of a block"},
      {"switch (n) { case 1: n = 2; while (more()) hits++; }", "no statement of a block"},
      {"again: while (more()) hits++;\n  if (n) goto again;", "no statement of a block"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(inC(one.source), HasSubstr("refused: ")) << one.source;
  for (const Case &one : cases)
    EXPECT_THAT(inC(one.source), HasSubstr(one.expected)) << one.source;
  EXPECT_THAT(inCplusplus("while (more()) { s.hits++; if (n) throw 1; }"), HasSubstr("throw"));
  EXPECT_THAT(inCplusplus("Stats *t = &s;\n  while (more()) { t->hits++; if (n) delete t; }"),
              HasSubstr("gives memory back"));
  EXPECT_THAT(inCplusplus("if (n) goto out;\n  while (most()) s.hits++;\n  out:;"),
              HasSubstr("goto may pass over"));
  EXPECT_THAT(inC("if (n) goto out;\n  while (more()) hits++;\n  out:;"), HasSubstr("hits_sum"));
  EXPECT_THAT(inCplusplus("try { while (more()) s.hits++; } catch (...) {}"),
              HasSubstr("exception may leave"));
  EXPECT_THAT(inCplusplus("try { while (most()) s.hits++; } catch (...) {}"),
              HasSubstr("hits_sum"));
}

TEST(Sums, OtherUsesOfTheNumber) {
  const std::vector<Case> cases = {
      {"while (hits < n) hits++;", "uses it otherwise"},
      {"for (; more(); hits++) hits++;", "uses it otherwise"},
      {"while (more()) { hits++; n = hits++; }", "uses it otherwise"},
      {"while (more()) { hits++; look(&hits); }", "uses it otherwise"},
      {"while (more()) { hits++; hits = 0; }", "uses it otherwise"},
      {"while (more()) { s->hits++; all->hits++; }", "several ways"},
      {"while (more()) { hits++; hits |= 1; }", "several ways"},
      {"while (more()) s->share += 1;", "in another order"},
      {"while (more()) hits += 0.5;", "in another order"},
      {"while (more()) s->seen++;", "volatile"},
      {"while (more()) __sync_fetch_and_add(&s->flags, 1);", "barrier"},
      {"while (more()) atomic_fetch_add_explicit(&hits, 1, memory_order_seq_cst);", "memory order"},
      {"while (more()) atomic_fetch_add_explicit(&hits, 1, memory_order_release);", "memory order"},
  };
  for (const Case &one : cases)
    EXPECT_THAT(inC(one.source), HasSubstr("refused: ")) << one.source;
  for (const Case &one : cases)
    EXPECT_THAT(inC(one.source), HasSubstr(one.expected)) << one.source;
  EXPECT_THAT(inCplusplus("while (more()) { s.hits++; auto f = [&] { s.hits++; }; f(); }"),
              HasSubstr("uses it otherwise"));
}

TEST(Sums, ObjectsThatMayChange) {
  const std::vector<std::string> cases = {
      "while (more()) { s->hits++; s++; }",
      "while (more()) { s->hits++; s = all; }",
      "struct stats **p = &s;\n  while (more()) { s->hits++; *p = all; }",
      "for (int i = 0; i < n; i++) s->parts[i].made++;",
      "while (more()) { struct stats *t = all; t->hits++; }",
      "while (more()) { s->last->made++; s->last = s->parts; }",
      "while (more()) ((struct stats *)(void *)s)->hits++;",
  };
  for (const std::string &one : cases)
    EXPECT_THAT(inC(one), HasSubstr("may change which object")) << one;
}

TEST(Sums, MacrosAndDirectives) {
  const std::string macros = "#define COUNT() hits++\n#define EACH while (more())\n"
                             "#define WRAP(x) x\n#define STEP 4\n";
  const auto with = [&](const std::string &loop) {
    return summed(kC, macros + "void f(int n) {\n  " + loop + "\n}", "test.c");
  };
  EXPECT_THAT(with("while (more()) COUNT();"), HasSubstr("a macro writes"));
  EXPECT_THAT(with("while (more()) WRAP(hits++);"), HasSubstr("a macro writes"));
  EXPECT_THAT(with("EACH { hits++; }"), HasSubstr("a macro writes"));
  EXPECT_THAT(with("while (more()) hits += STEP;"), HasSubstr("hits_sum += STEP;"));
  EXPECT_THAT(with("while (more()) {\n    hits++;\n#ifdef OTHER\n    look(&hits);\n#endif\n  }"),
              HasSubstr("lines of the preprocessor"));
  for (const char *comment : {"", "  // all of them\n", "  /* all\n  of them */\n"})
    EXPECT_THAT(
        with("#pragma GCC ivdep\n" + std::string(comment) + "  while (more())\n    hits++;"),
        HasSubstr("lines of the preprocessor"));
  EXPECT_THAT(with("/* all */\n  while (more())\n    hits++;"), HasSubstr("hits_sum"));
}

TEST(Sums, NamesThatAreTaken) {
  EXPECT_THAT(inC("int hits_sum = n;\n  while (more()) hits += hits_sum;"),
              HasSubstr("long hits_sum2 = 0;"));
}

TEST(Sums, TemplatesAndDirectivesOfOpenMp) {
  EXPECT_THAT(summed(kCplusplus,
                     "template <class T> void f(T &s) { while (more()) s.hits++; }\n"
                     "void g(Stats &s) { f(s); }",
                     "test.cpp"),
              HasSubstr("template"));
  const Facts facts = factsOf(std::string(kC) + "void f(int n) {\n"
                                                "#pragma omp parallel for\n"
                                                "  for (int i = 0; i < n; i++)\n    hits++;\n}",
                              "test.c", {"-fopenmp"});
  for (const FactFunction &function : facts.functions)
    for (const FactSum &sum : function.sums)
      EXPECT_THAT(sum.obstacle, HasSubstr("no statement of a block"));
}

/// What the rest of the program must not do.
TEST(Sums, WhatTheLoopCalls) {
  const auto sumOf = [](const std::string &loop) {
    const Facts facts =
        factsOf(std::string(kCplusplus) + "void f(Stats &s) { " + loop + " }", "test.cpp");
    const FactFunction *function = functionOf(facts, "f");
    return function && function->sums.size() == 1 ? function->sums[0] : FactSum();
  };
  EXPECT_TRUE(sumOf("while (more()) s.hits++;").throws);
  EXPECT_TRUE(sumOf("while (most()) s.hits++;").calls);
  const std::string owner = "std::shared_ptr<Stats> mine; ";
  EXPECT_TRUE(sumOf(owner + "for (int i = 0; i < 9; ++i) { s.hits++; mine.reset(); }").calls);
  EXPECT_FALSE(sumOf(owner + "for (int i = 0; i < mine.use_count(); ++i) s.hits++;").calls);
  EXPECT_FALSE(sumOf("while (most()) s.hits++;").throws);
  EXPECT_FALSE(sumOf("for (int i = 0; i < 9; ++i) s.hits++;").throws);
}

TEST(Sums, FunctionsThatLeaveOrCatch) {
  const Facts facts = factsOf("#include <setjmp.h>\n#include <stdlib.h>\n"
                              "extern \"C\" void pthread_exit(void *) __attribute__((noreturn));\n"
                              "extern \"C\" int pthread_detach(unsigned long);\n"
                              "static jmp_buf at;\n"
                              "void jumps() { longjmp(at, 1); }\n"
                              "void leaves() { pthread_exit(nullptr); }\n"
                              "void ends() { abort(); }\n"
                              "void lets() { pthread_detach(1); }\n"
                              "void catches() { try { ends(); } catch (int) {} }\n");
  EXPECT_TRUE(functionOf(facts, "jumps")->unwinds);
  EXPECT_TRUE(functionOf(facts, "leaves")->unwinds);
  EXPECT_FALSE(functionOf(facts, "ends")->unwinds);
  EXPECT_TRUE(functionOf(facts, "lets")->detaches);
  EXPECT_TRUE(functionOf(facts, "catches")->catches);
  EXPECT_FALSE(functionOf(facts, "ends")->catches);
}

/// Accesses that facts do not show.
TEST(Sums, NumbersThatAreNotFollowed) {
  const std::string all = "struct s { long hits; long *next; }; long n; struct s one, *some;\n"
                          "void take(void *); struct s *which(int); int k;\n";
  const auto untraced = [&](const std::string &code) {
    return factsOf(all + "void f(struct s *s) { " + code + " }", "test.c").untraced;
  };
  for (const char *const code :
       {"n++;", "s->hits += n;", "__atomic_fetch_add(&s->hits, 1, 0);", "n = sizeof n;",
        "k = __atomic_load_n(&n, 0);", "s->hits = 0; one = *s;"})
    EXPECT_THAT(untraced(code), IsEmpty()) << code;
  for (const char *const code :
       {"take(&n);", "long *p = &s->hits; take(p);", "k = *(k ? &n : &one.hits);",
        "some->next = &n;", "__asm__(\"\" : \"+m\"(n));",
        "k = __builtin_offsetof(struct s, hits);"})
    EXPECT_THAT(untraced(code), Not(IsEmpty())) << code;
  EXPECT_THAT(
      factsOf("struct s { long hits; }; s take(const s &a) { s b = a; return b; }").untraced,
      Not(IsEmpty()));
  EXPECT_THAT(
      factsOf("struct s { long hits; }; long f(s &a) { long &b = a.hits; return ++b; }").untraced,
      IsEmpty());
}

} // namespace sumsTest
} // namespace fsfind::test
