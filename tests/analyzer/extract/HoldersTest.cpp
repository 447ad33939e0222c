#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace holdersTest {

using testing::AllOf;
using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

/// The library's atomics and smart pointers, as far as they matter here.
constexpr const char *kLibrary = R"(
  namespace std {
  template <class T> struct atomic {
    T load(int = 5) const; operator T() const; void store(T, int = 5); T exchange(T);
    bool compare_exchange_weak(T &, T);
  };
  template <class T> struct access { T *operator->() const; T &operator*() const; };
  template <class T> struct shared_ptr : access<T> { shared_ptr(); shared_ptr(const shared_ptr &); T *get() const; };
  template <class T> struct weak_ptr { shared_ptr<T> lock() const; };
  template <class T> shared_ptr<T> atomic_load(const shared_ptr<T> *);
  }
  struct Node { long hits; Node *next; };
)";

std::vector<std::string> accesses(const std::string &code) {
  return accessesOf(factsOf(kLibrary + code, "test.cpp"), "f");
}

TEST(Holders, WhatAnAtomicHoldsIsFollowed) {
  EXPECT_THAT(accesses(R"(
    struct Table { std::atomic<Node *> slots[8]; std::atomic<Node *> head; };
    void f(Table *t, unsigned k) { Node *n = t->slots[k % 8].load(2); n->hits++; })"),
              Contains("rmw Param0->.slots[Hash]->.hits"));
  EXPECT_THAT(accesses(R"(
    std::atomic<Node *> head;
    void f() { Node *n = head; n->hits++; head.load()->next = nullptr; })"),
              IsSupersetOf({"rmw head->.hits", "write head->.next"}));
  EXPECT_THAT(accesses(R"(
    Node *head;
    void f() { Node *n = __atomic_load_n(&head, 2); n->hits++; })"),
              Contains("rmw head->.hits"));
}

TEST(Holders, WhatIsTakenOutOfAnAtomicIsTheTakers) {
  const char *const swapped = R"(
    std::atomic<Node *> head;
    void f() { Node *n = head.load(); while (!head.compare_exchange_weak(n, n->next)) {} n->hits = 1; })";
  EXPECT_THAT(accesses(swapped), Not(Contains("write head->.hits")));
  const char *const exchanged = R"(
    std::atomic<Node *> head;
    void f() { Node *n = head.exchange(nullptr); n->hits = 1; })";
  EXPECT_THAT(accesses(exchanged), Not(Contains("write head->.hits")));
}

TEST(Holders, CopiesOfSmartPointersLeadToOneObject) {
  EXPECT_THAT(accesses(R"(
    std::shared_ptr<Node> node;
    void f() { std::shared_ptr<Node> own = node; own->hits++; own.get()->next = nullptr; })"),
              IsSupersetOf({"rmw node->.hits", "write node->.next"}));
  EXPECT_THAT(accesses(R"(
    std::shared_ptr<Node> node;
    void f() { auto own = std::atomic_load(&node); (*own).hits++; })"),
              Contains("rmw node->.hits"));
  EXPECT_THAT(accesses(R"(
    std::weak_ptr<Node> node;
    void f() { auto own = node.lock(); own->hits++; })"),
              Contains("rmw node->.hits"));
}

TEST(Holders, MacrosThatAreBlocksGiveTheirLastValue) {
  const char *const code = R"(
    struct node { long hits; struct list { struct list *next; } link; };
    struct node *current;
    #define READ(p) ({ __typeof__(p) value = *(__typeof__(p) volatile *)&(p); value; })
    #define AROUND(p, type, member) \
      ({ struct list *inner = (p); (type *)((char *)inner - __builtin_offsetof(type, member)); })
    void f(struct node *n) {
      READ(current)->hits++;
      AROUND(&n->link, struct node, link)->hits = 1;
    })";
  const auto found = accessesOf(factsOf(code, "test.c"), "f");
  EXPECT_THAT(found, IsSupersetOf({"rmw current->.hits", "write Param0->.hits"}));
}

TEST(Holders, AssertionsBeforeAReturnAreSeenThrough) {
  EXPECT_THAT(accesses(R"(
    struct Ref { Node *node; Node *operator->() const { if (!node) __builtin_abort(); return node; } };
    struct Other { Node *node; Node *operator->() { Node *n = node; n = nullptr; return n; } };
    Ref ref; Other other;
    void f() { ref->hits++; other->next = nullptr; })"),
              AllOf(Contains("rmw ref.node->.hits"), Not(Contains("write other.node->.next"))));
}

TEST(Holders, NewObjectsInAtomicsAreAllocatedForThem) {
  const Facts facts = factsOf(std::string(kLibrary) + R"(
    std::atomic<Node *> slots[8];
    void f() { for (int i = 0; i < 8; i++) slots[i].store(new Node); })",
                              "test.cpp");
  bool held = false;
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &allocation : function.allocations)
      held = held || (allocation.target.root == Root::Variable && allocation.loop_depth == 1);
  EXPECT_TRUE(held);
}

TEST(Holders, AnAddressBehindALocalDoesNotShareTheLocal) {
  const Facts facts = factsOf(R"(
    struct node { long hits; };
    long *last;
    void f(void) { struct node *own = __builtin_malloc(sizeof *own); last = &own->hits; }
    void g(void) { struct node own; last = &own.hits; })",
                              "test.c");
  for (const FactVariable &variable : facts.variables) {
    if (variable.name == "own") {
      EXPECT_EQ(variable.captured, facts.type(variable.type).kind == TypeClass::Record);
    }
  }
}

} // namespace holdersTest
} // namespace fsfind::test
