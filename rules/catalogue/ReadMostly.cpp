#include "rules/catalogue/ReadMostly.h"

#include "rules/catalogue/PartyUses.h"
#include "rules/program/Names.h"

#include <algorithm>

namespace fsfind {

namespace {

/// By everyone, as the lock beside it is not held.
bool onlyReads(const Use &use) {
  return !use.writes() && !use.access->acquire_lock && use.hot() && use.locks.empty() &&
         use.instance != Instance::PerThread;
}

/// Nobody changes it but while the object is set up or set anew.
bool isReadMostly(const Party &party) {
  return !party.elements && std::none_of(party.uses.begin(), party.uses.end(), [](const Use *use) {
    return isLock(*use) ||
           (use->writes() && (use->hot() || use->access->op == Op::ReadModifyWrite));
  });
}

/// The one function does both, so what it reads is read as often as it modifies.
bool onOneWay(const Use &a, const Use &b) {
  return a.function == b.function || a.author == b.author || a.author == b.function ||
         a.function == b.author;
}

class Judgement {
public:
  Judgement(const Program &program, const Party &modified, const Party &read, ObjectSigns signs)
      : program_(program), modified_(modified), read_(read), signs_(signs) {}

  std::optional<Rivalry> run() {
    if (modified_.elements || !isReadMostly(read_))
      return std::nullopt;
    for (const Use *use : modified_.uses)
      if (isContended(*use))
        for (const Use *reader : read_.uses)
          if (onlyReads(*reader))
            judge(*use, *reader);
    return best_;
  }

private:
  void judge(const Use &use, const Use &reader) {
    const auto roles = concurrentRoles(program_, use, reader);
    if (!roles || !maybeSameObject(modified_, use, reader))
      return;
    const Rivalry found{.confidence = confidence(use, reader),
                        .read_write = true,
                        .first = &use,
                        .second = &reader,
                        .first_role = roles->first,
                        .second_role = roles->second};
    if (!best_ || found.confidence < best_->confidence)
      best_ = found;
  }

  [[nodiscard]] Confidence confidence(const Use &use, const Use &reader) const {
    const bool shared = use.instance == Instance::Shared && reader.instance == Instance::Shared;
    const bool few = shared || (isLock(use) ? signs_.single : signs_.few);
    return few && !modified_.variable && onOneWay(use, reader) &&
                   !namesReferenceCount(modified_.name)
               ? Confidence::Medium
               : Confidence::Low;
  }

  const Program &program_;
  const Party &modified_;
  const Party &read_;
  ObjectSigns signs_;
  std::optional<Rivalry> best_;
};

} // namespace

std::optional<Rivalry> besideReadMostly(const Program &program, const Party &a, const Party &b,
                                        ObjectSigns signs) {
  auto found = Judgement(program, a, b, signs).run();
  return found ? found : Judgement(program, b, a, signs).run();
}

} // namespace fsfind
