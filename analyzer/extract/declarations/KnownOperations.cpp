#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/NameParts.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>

/// The part of KnownNames about functions that lock, operate atomically or change containers.
namespace fsfind::analyzer {

LockStep suggestedLockStep(Words words) {
  if (words.has(Word::NotLockStep))
    return LockStep::None;
  return words.has(Word::Release)   ? LockStep::Release
         : words.has(Word::Acquire) ? LockStep::Acquire
                                    : LockStep::None;
}

LockStep lockStepOf(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  if (meaning && (meaning->lock || meaning->ordinary))
    return meaning->lock.value_or(LockStep::None);
  return suggestedLockStep(known.wordsIn(lastPart(function)));
}

std::optional<Op> suggestedAtomic(Words words) {
  if (!words.has(Word::Atomic) || words.has(Word::NotAtomic))
    return std::nullopt;
  if (words.has(Word::AtomicUpdate) && !words.has(Word::NotAtomicUpdate))
    return Op::ReadModifyWrite;
  return words.has(Word::AtomicRead)    ? Op::Read
         : words.has(Word::AtomicWrite) ? Op::Write
                                        : Op::ReadModifyWrite;
}

std::optional<Op> atomicOpOf(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  if (meaning && (meaning->atomic || meaning->ordinary))
    return meaning->atomic;
  return suggestedAtomic(known.wordsIn(lastPart(function)));
}

namespace {

/// What the parts of `atomic_fetch_add` suggest, each by itself.
Words partsOf(llvm::StringRef name, const Knowledge &known) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  name.split(parts, '_', -1, false);
  llvm::SmallVector<Words, 8> words;
  for (const llvm::StringRef part : parts)
    words.push_back(known.wordsIn(part));
  // `__sync_fetch_and_or`: its "and" joins the words for what it does.
  for (std::size_t i = 1; i + 1 < words.size(); ++i)
    if (words[i].has(Word::Ands) &&
        (words[i - 1].has(Word::Fetches) || words[i + 1].has(Word::Fetches))) {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  Words all;
  for (const Words one : words)
    all.add(one);
  return all;
}

} // namespace

Accumulation accumulationOf(llvm::StringRef function, const Knowledge &known) {
  const llvm::StringRef name = lastPart(function);
  if (name.starts_with("operator"))
    return llvm::StringSwitch<Accumulation>(name)
        .Cases("operator++", "operator--", "operator+=", "operator-=", Accumulation::Sum)
        .Case("operator|=", Accumulation::Or)
        .Case("operator&=", Accumulation::And)
        .Case("operator^=", Accumulation::Xor)
        .Default(Accumulation::None);
  const auto meaning = known.of(function);
  if (meaning && (meaning->gathers || meaning->ordinary))
    return meaning->gathers.value_or(Accumulation::None);
  if (known.wordsIn(name).has(Word::NotGathered))
    return Accumulation::None;
  const Words parts = partsOf(name, known);
  if (parts.has(Word::NotGatheredWord)) // `atomic_dec_and_lock`, `atomic_inc_not_zero`
    return Accumulation::None;
  return parts.has(Word::AddsWord) || parts.has(Word::Adds) ? Accumulation::Sum
         : parts.has(Word::Ors)                             ? Accumulation::Or
         : parts.has(Word::Ands)                            ? Accumulation::And
         : parts.has(Word::Xors)                            ? Accumulation::Xor
                                                            : Accumulation::None;
}

bool changesContainer(llvm::StringRef method, const Knowledge &known) {
  const auto meaning = known.of(method);
  return meaning && meaning->changes_container;
}

bool isCompareAndSwap(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  return (meaning && meaning->swaps) ||
         (!(meaning && meaning->ordinary) && known.wordsIn(lastPart(function)).has(Word::Swaps));
}

std::optional<Op> atomicMethodOf(llvm::StringRef method, const Knowledge &known) {
  if (method.starts_with("operator"))
    return listed(method, {"operator++", "operator--",
                           "operator+=", "operator-=", "operator&=", "operator|=", "operator^="})
               ? Op::ReadModifyWrite
           : method == "operator="           ? std::optional(Op::Write)
           : method.starts_with("operator ") ? std::optional(Op::Read)
                                             : std::nullopt;
  const auto meaning = known.of(method);
  return meaning && meaning->method ? meaning->method->op : Op::ReadModifyWrite;
}

} // namespace fsfind::analyzer
