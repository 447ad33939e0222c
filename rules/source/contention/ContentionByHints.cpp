#include "rules/source/contention/ContentionByHints.h"

#include "rules/model/NameHints.h"
#include "rules/source/contention/DatumUses.h"

#include <algorithm>

namespace fsfind {

namespace {

/// A function of `from` is one of `to` or reaches one by at most two calls: then one thread does
/// both.
bool callsAny(const Facts &facts, const Functions &from, const Functions &to) {
  Functions near = from;
  for (int depth = 0; depth < 2; ++depth)
    for (const FunctionIndex function : Functions(near))
      for (const FactCall &call : facts.function(function).calls)
        near.insert(call.callee);
  return !disjoint(near, to);
}

Functions entriesTo(const Roles &roles, const Functions &functions) {
  Functions all;
  for (const FunctionIndex function : functions) {
    Functions entries = roles.entriesTo(function);
    if (entries.empty())
      return {};
    all.merge(entries);
  }
  return all;
}

/// Both sets are reached from the same outermost callers: then one thread does both.
bool haveOneEntry(const Roles &roles, const Functions &one, const Functions &other) {
  const Functions entries = entriesTo(roles, one);
  return !entries.empty() && entries == entriesTo(roles, other);
}

class ByLooks {
public:
  ByLooks(const Program &program, const Datum &a, const Datum &b, ObjectHints hints)
      : program_(program), a_(a), b_(b), hints_(hints) {}

  std::optional<Contention> run() {
    if (a_.elements || b_.elements)
      return std::nullopt;
    const Functions left = writersOf(a_), right = writersOf(b_);
    if (left.empty() || right.empty())
      return std::nullopt;
    first_ = strongest(a_);
    second_ = strongest(b_);
    if (!disjoint(left, right) && !haveManyProducers() && !haveOwnersEnd())
      return std::nullopt;
    if (!mayRunTogether() || alwaysLocked() || guardsWrites(program_, a_, b_) ||
        guardsWrites(program_, b_, a_) ||
        (first_->instance == Instance::PerThread && second_->instance == Instance::PerThread) ||
        !maybeSameObject(a_, *first_, *second_))
      return std::nullopt;
    const auto confidence = judge();
    if (!confidence)
      return std::nullopt;
    return Contention{.confidence = *confidence,
                      .first = first_,
                      .second = second_,
                      .first_role = first_->roles.front().role,
                      .second_role = second_->roles.front().role};
  }

private:
  [[nodiscard]] std::optional<Confidence> judge() const {
    const bool both = synchronises(a_) && synchronises(b_);
    const bool opposite = areComplementary(program_.facts().words, a_.name, b_.name);
    const bool locks = isLock(a_) || isLock(b_);
    if (both && opposite)
      return locks && a_.variable ? Confidence::Low : Confidence::Medium;
    if (both && !locks && updatesForOthers(*first_) && updatesForOthers(*second_))
      return oftenTogether() || areOffered() ? Confidence::Medium : Confidence::Low;
    if (both && !locks && haveOwnersEnd())
      return Confidence::Medium;
    if (both)
      return Confidence::Low;
    if (haveManyProducers())
      return Confidence::Medium;
    if ((updatesAgain(*first_) && loopsInThread(*second_)) ||
        (updatesAgain(*second_) && loopsInThread(*first_)))
      return Confidence::Medium;
    if (!opposite || callsAny(program_.facts(), writersOf(a_), writersOf(b_)) ||
        callsAny(program_.facts(), writersOf(b_), writersOf(a_)) ||
        haveOneEntry(program_.roles(), writersOf(a_), writersOf(b_)))
      return std::nullopt;
    const bool hints = synchronises(a_) || synchronises(b_) || fences(a_) || fences(b_);
    if (hints && !locks)
      return Confidence::Medium;
    return hints_.concurrent ? std::optional(Confidence::Low) : std::nullopt;
  }

  /// One end is modified atomically, which a single producer would not need; the other is stored
  /// plainly by one consumer, which may also be a producer.
  [[nodiscard]] bool haveManyProducers() const {
    return areComplementary(program_.facts().words, a_.name, b_.name) &&
           (areEnds(*first_, a_, *second_, b_) || areEnds(*second_, b_, *first_, a_));
  }
  static bool areEnds(const Use &in, const Datum &into, const Use &out, const Datum &from) {
    const Functions producers = writersOf(into), consumers = writersOf(from);
    return updatesAtomically(in) && in.bytes.size() > 1 && out.writes() && !synchronises(from) &&
           out.locks.empty() &&
           !std::includes(consumers.begin(), consumers.end(), producers.begin(), producers.end());
  }
  static const Use *strongest(const Datum &datum) {
    const auto rank = [](const Use *use) {
      return (use->writes() ? 4 : 0) + (use->access->op == Op::ReadModifyWrite ? 2 : 0) +
             (use->looped ? 1 : 0);
    };
    return *std::max_element(datum.uses.begin(), datum.uses.end(),
                             [&](const Use *x, const Use *y) { return rank(x) < rank(y); });
  }
  /// One use is in a loop; then the other is taken to be so too, unless it is a flag (one byte) or
  /// another variable.
  [[nodiscard]] bool oftenTogether() const {
    const auto often = [&](const Use &use) {
      return use.hot() || (!a_.variable && use.bytes.size() > 1);
    };
    return (first_->hot() || second_->hot()) && often(*first_) && often(*second_);
  }
  /// Unknown callers may request operations that modify each of the two members, of a record that
  /// is a variable.
  [[nodiscard]] bool areOffered() const {
    return hints_.single && updatesAtomically(*first_) && updatesAtomically(*second_) &&
           first_->leaf != TypeClass::Pointer && second_->leaf != TypeClass::Pointer &&
           isOffered(*first_) && isOffered(*second_);
  }
  [[nodiscard]] bool haveOwnersEnd() const { return isOwnersEnd(a_, b_) || isOwnersEnd(b_, a_); }
  /// As in a work-stealing deque: the owner stores its `end` plainly and uses `others`, the end
  /// where takers modify atomically and look at `end`; sometimes the owner takes there too.
  static bool isOwnersEnd(const Datum &end, const Datum &others) {
    const Functions owners = writersOf(end), takers = updatersOf(others);
    return end.bytes.size() > 1 && others.bytes.size() > 1 && updatersOf(end).empty() &&
           !isWithin(owners, writersOf(others)) && !isWithin(takers, owners) &&
           usesAny(others, owners) && usesAny(end, without(takers, owners));
  }
  static Functions updatersOf(const Datum &datum) {
    Functions functions;
    for (const Use *use : datum.uses)
      if (updates(*use))
        functions.insert(use->author);
    return functions;
  }
  static Functions without(Functions some, const Functions &others) {
    std::erase_if(some, [&](FunctionIndex one) { return others.count(one) != 0; });
    return some;
  }
  static bool usesAny(const Datum &datum, const Functions &authors) {
    return std::any_of(datum.uses.begin(), datum.uses.end(),
                       [&](const Use *use) { return authors.count(use->author) != 0; });
  }
  static bool updates(const Use &use) { return use.access->op == Op::ReadModifyWrite; }
  /// False if the datum is only volatile: that may be for a signal handler, since threads would
  /// lose counts.
  static bool updatesForOthers(const Use &use) {
    return updates(use) && (use.access->atomic || use.leaf != TypeClass::Plain);
  }
  static bool updatesAtomically(const Use &use) {
    return use.access->atomic && updates(use) && use.leaf != TypeClass::Lock;
  }
  /// Atomically, and in a loop or by unknown callers: more than once in the life of a thread.
  static bool updatesAgain(const Use &use) {
    return updatesAtomically(use) && (use.hot() || isByUnknown(use));
  }
  static bool isByUnknown(const Use &use) {
    return std::any_of(use.roles.begin(), use.roles.end(),
                       [](const Execution &execution) { return execution.role == kUnknownRole; });
  }
  /// In a loop of a thread that the program is seen to start.
  static bool loopsInThread(const Use &use) {
    return use.looped &&
           std::all_of(use.roles.begin(), use.roles.end(),
                       [](const Execution &execution) { return isStarted(execution.role); });
  }
  static bool synchronises(const Datum &datum) {
    return std::any_of(datum.uses.begin(), datum.uses.end(),
                       [](const Use *use) { return use->writes() && use->synchronises(); });
  }
  [[nodiscard]] bool fences(const Datum &datum) const {
    return std::any_of(datum.uses.begin(), datum.uses.end(), [&](const Use *use) {
      return use->writes() && program_.facts().function(use->function).fences;
    });
  }

  /// False if all roles are known and no two of them run at the same time.
  [[nodiscard]] bool mayRunTogether() const {
    const Roles &roles = program_.roles();
    for (const Use *left : a_.uses)
      for (const Use *right : b_.uses)
        for (const Execution &one : left->roles)
          for (const Execution &other : right->roles)
            if (one.role == kUnknownRole || other.role == kUnknownRole ||
                roles.concurrent(one, other))
              return true;
    return false;
  }

  [[nodiscard]] bool alwaysLocked() const {
    for (const Use *left : a_.uses)
      for (const Use *right : b_.uses)
        if (left->writes() && right->writes() && !shareLock(*left, *right))
          return false;
    return true;
  }

  const Program &program_;
  const Datum &a_;
  const Datum &b_;
  ObjectHints hints_;
  const Use *first_ = nullptr;
  const Use *second_ = nullptr;
};

} // namespace

std::optional<Contention> contentionByHints(const Program &program, const Datum &a, const Datum &b,
                                            ObjectHints hints) {
  return ByLooks(program, a, b, hints).run();
}

} // namespace fsfind
