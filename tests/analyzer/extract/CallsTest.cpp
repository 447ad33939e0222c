#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

/// Calls that are seen through, and locks that a project makes for itself.
namespace fsfind::test {
namespace callsTest {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

TEST(Calls, HelpersThatChooseAnElementAreSeenThrough) {
  const Facts facts = factsOf(R"(
    struct bucket { long hits; }; struct table { struct bucket *list; struct bucket all[16]; };
    struct session { int id; struct table *t; };
    static struct bucket *bucket_of(struct table *t, unsigned key) {
      if (!t) return 0;
      unsigned at = key % 16;
      return &t->all[at];
    }
    #define MINE(s) ((s)->t->list ? &(s)->t->list[(s)->id] : (struct bucket *)0)
    void f(struct table *t, unsigned key) { bucket_of(t, key)->hits++; }
    void g(struct session *s) { struct bucket *mine = MINE(s); mine->hits++; })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), Contains("rmw Param0->.all[Hash].hits"));
  EXPECT_THAT(accessesOf(facts, "g"), Contains("rmw Param0->.t->.list->[Member].hits"));
}

TEST(Calls, ANameWithAtomicInItIsNoOperationOnALargeRecord) {
  const Facts facts = factsOf(R"(
    typedef struct { int counter; } atomic_t; struct device { long a[8]; };
    void atomic_inc(atomic_t *v); int schedule_atomic_queues(struct device *d) { return d->a[0]++ > 0; }
    void f(struct device *d, atomic_t *v) { atomic_inc(v); schedule_atomic_queues(d); })",
                              "test.c");
  EXPECT_THAT(accessesOf(facts, "f"), testing::ElementsAre("rmw atomic Param1->"));
}

TypeClass kindOf(const Facts &facts, const std::string &variable) {
  return facts.type(variableOf(facts, variable)->type).kind;
}

TEST(Calls, LocksAreKnownByHowTheyAreMade) {
  const Facts facts = factsOf(R"(
    struct Flag { volatile int word; void acquire(); void release(); };
    struct Holder { Flag *flag; void acquire(); void release(); };
    struct Cache { volatile int hits; long table[64]; void lock(); void unlock(); };
    struct Gate { int open; void lock(); void unlock(); };
    Flag flag; Holder holder; Cache cache; Gate gate;)");
  EXPECT_EQ(kindOf(facts, "flag"), TypeClass::Lock);
  EXPECT_EQ(kindOf(facts, "holder"), TypeClass::Record) << "it holds another's lock";
  EXPECT_EQ(kindOf(facts, "cache"), TypeClass::Record) << "more than a lock";
  EXPECT_EQ(kindOf(facts, "gate"), TypeClass::Record) << "nothing in it is shared";
  const Facts c = factsOf(R"(
    typedef struct { volatile unsigned next, serving; } ticket_lock_t; ticket_lock_t ticket;
    struct stats { volatile unsigned next, serving; } stats;)",
                          "test.c");
  EXPECT_EQ(kindOf(c, "ticket"), TypeClass::Lock);
  EXPECT_EQ(kindOf(c, "stats"), TypeClass::Record);
}

} // namespace callsTest
} // namespace fsfind::test
