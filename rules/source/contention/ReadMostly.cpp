#include "rules/source/contention/ReadMostly.h"

#include "rules/model/NameHints.h"
#include "rules/source/contention/DatumUses.h"

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

/// An atomic modification that unknown callers may request, of a word that is no lock or pointer: a
/// thread that is alone would not need it.
bool countsForAll(const Use &use) {
  return use.access->op == Op::ReadModifyWrite && use.access->atomic && !isLock(use) &&
         use.leaf != TypeClass::Pointer && isOffered(use);
}

/// Takes a lock in a loop, in an operation of unknown callers.
bool isTaken(const Use &use) {
  return isLock(use) && use.leaf == TypeClass::Lock && use.writes() && use.hot() && isOffered(use);
}

/// No lock, and written only outside loops and by plain stores: when the object is set up or set
/// anew.
bool isReadMostly(const Datum &datum) {
  return !datum.elements && std::none_of(datum.uses.begin(), datum.uses.end(), [](const Use *use) {
    return isLock(*use) ||
           (use->writes() && (use->hot() || use->access->op == Op::ReadModifyWrite));
  });
}

/// One function executes both uses, or calls functions that do so in loops: it reads as often as it
/// modifies.
bool onOneWay(const Program &program, const Use &a, const Use &b) {
  return a.function == b.function || a.author == b.author || a.author == b.function ||
         a.function == b.author ||
         (a.hot() && b.hot() && program.roles().haveCommonCaller(a.author, b.author));
}

/// Both are parts of one member, which the author grouped.
bool areGrouped(const Datum &a, const Datum &b) {
  const auto group = [](const Datum &datum) {
    const auto dot = datum.name.rfind('.');
    return dot == std::string::npos ? std::string() : datum.name.substr(0, dot);
  };
  return !group(a).empty() && group(a) == group(b);
}

/// False if only one is reached through a link: `task->parent->children` is in another task than
/// `task->run`.
bool onOneObject(const Use &a, const Use &b) {
  return !a.frame || !b.frame || a.frame->linked == b.frame->linked;
}

class Judgement {
public:
  Judgement(const Program &program, const Datum &modified, const Datum &read, ObjectHints hints)
      : program_(program), modified_(modified), read_(read), hints_(hints) {}

  std::optional<Contention> run() {
    if (modified_.elements || !isReadMostly(read_) || !isModified() ||
        !disjoint(writersOf(modified_), writersOf(read_)))
      return std::nullopt;
    for (const Use *use : modified_.uses)
      if (isContended(*use) || countsForAll(*use)) {
        judgeReaders(*use, read_.uses);
        judgeReaders(*use, read_.single_reads);
      } else if (isTaken(*use))
        judgeFreeReaders(*use);
    return best_;
  }

private:
  [[nodiscard]] bool isModified() const {
    return std::any_of(modified_.uses.begin(), modified_.uses.end(), [](const Use *use) {
      return isContended(*use) || countsForAll(*use) || isTaken(*use);
    });
  }

  void judgeReaders(const Use &use, const std::vector<const Use *> &readers) {
    for (const Use *reader : readers)
      if (!isSure() && onlyReads(*reader) && maybeSameObject(modified_, use, *reader))
        judge(use, *reader);
  }

  /// A reader that loads atomically and does not take the lock beside the data loses the line to
  /// those that do.
  void judgeFreeReaders(const Use &lock) {
    const auto takes = [&](const Use &reader) {
      return std::any_of(modified_.uses.begin(), modified_.uses.end(), [&](const Use *use) {
        return use->author == reader.author || use->function == reader.function;
      });
    };
    for (const Use *reader : read_.uses)
      if (reader->access->atomic && onlyReads(*reader) && isOffered(*reader) && !takes(*reader) &&
          hints_.few && !modified_.variable &&
          !namesRareEvent(program_.facts().words, read_.name) &&
          maybeSameObject(modified_, lock, *reader))
        best_ = Contention{.confidence = Confidence::Medium,
                           .read_write = true,
                           .first = &lock,
                           .second = reader,
                           .first_role = kUnknownRole,
                           .second_role = kUnknownRole};
  }

  /// A read that any thread may do, because no lock is held, or only locks that are elements of an
  /// array: holders of different elements do not exclude each other.
  [[nodiscard]] bool onlyReads(const Use &use) const {
    return !use.writes() && !use.access->acquire_lock && use.instance != Instance::PerThread &&
           (use.hot() || isOffered(use)) &&
           std::all_of(use.locks.begin(), use.locks.end(),
                       [&](std::uint32_t lock) { return program_.locks().isOneOfMany(lock); });
  }

  [[nodiscard]] bool isSure() const { return best_ && best_->confidence != Confidence::Low; }

  void judge(const Use &use, const Use &reader) {
    const auto roles = isContended(use) && reader.hot()
                           ? concurrentRoles(program_, use, reader)
                           : std::optional(std::pair(kUnknownRole, kUnknownRole));
    if (!roles || (!isContended(use) && !isOffered(reader)))
      return;
    const Contention found{.confidence = confidence(use, reader),
                           .read_write = true,
                           .first = &use,
                           .second = &reader,
                           .first_role = roles->first,
                           .second_role = roles->second};
    if (!best_ || found.confidence < best_->confidence)
      best_ = found;
  }

  /// One operation modifies the word more than once, as a readers' lock counts up and down: it
  /// expects other threads in between, however many objects there are. Several loops of one
  /// function, which repeat what did not succeed, count once.
  [[nodiscard]] bool countsThrough(const Use &use) const {
    std::size_t outside = 0;
    std::set<FunctionIndex> loops;
    for (const Use *other : modified_.uses)
      if (countsForAll(*other) && other->author == use.author) {
        outside += other->access->loop_depth == 0 ? 1 : 0;
        if (other->access->loop_depth != 0)
          loops.insert(other->function);
      }
    return outside + loops.size() > 1;
  }

  [[nodiscard]] Confidence confidence(const Use &use, const Use &reader) const {
    const bool shared = use.instance == Instance::Shared && reader.instance == Instance::Shared;
    const bool few = shared || (isLock(use) ? hints_.single
                                            : hints_.few || hints_.operated || countsThrough(use));
    const bool often =
        isContended(use) ||
        !(areGrouped(modified_, read_) || namesRareEvent(program_.facts().words, modified_.name));
    return few && often && !(isLock(use) && modified_.variable) &&
                   onOneWay(program_, use, reader) && onOneObject(use, reader) &&
                   (!namesReferenceCount(program_.facts().words, modified_.name) ||
                    countsThrough(use)) &&
                   !namesLink(program_.facts().words, read_.name)
               ? Confidence::Medium
               : Confidence::Low;
  }

  const Program &program_;
  const Datum &modified_;
  const Datum &read_;
  ObjectHints hints_;
  std::optional<Contention> best_;
};

} // namespace

std::optional<Contention> besideReadMostly(const Program &program, const Datum &a, const Datum &b,
                                           ObjectHints hints) {
  auto found = Judgement(program, a, b, hints).run();
  return found ? found : Judgement(program, b, a, hints).run();
}

} // namespace fsfind
