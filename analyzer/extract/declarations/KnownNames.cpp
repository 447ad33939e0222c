#include "analyzer/extract/declarations/KnownNames.h"

#include "analyzer/extract/declarations/NameParts.h"

#include <llvm/ADT/StringExtras.h>

namespace fsfind::analyzer {

namespace {

/// In bytes: a larger type with such a name holds more than one lock or atomic.
constexpr std::uint64_t kLargestLock = 128, kLargestAtomic = 16;

bool isOrdinary(const std::optional<Meaning> &meaning) {
  return meaning && meaning->ordinary;
}

/// A type of a library's own table.
std::optional<TypeClass> knownClass(llvm::StringRef name, bool in_std, std::uint64_t size,
                                    const Knowledge &known) {
  const auto meaning = known.of(in_std ? "std::" + name.str() : name.str());
  if (isOrdinary(meaning))
    return TypeClass::Plain;
  if (!meaning || !meaning->type || size > meaning->type->largest)
    return std::nullopt;
  // Of an incomplete type the elements are not known.
  return meaning->type->kind == TypeClass::Container && !in_std && size == 0 ? TypeClass::Plain
                                                                             : meaning->type->kind;
}

} // namespace

TypeClass classOfName(llvm::StringRef name, bool in_std, std::uint64_t size,
                      const Knowledge &known) {
  if (name.empty())
    return TypeClass::Plain;
  if (const auto kind = knownClass(name, in_std, size, known))
    return *kind;
  if (in_std)
    return TypeClass::Plain;
  const Words words = known.wordsIn(lastPart(name));
  if (words.empty() || words.has(Word::NotClass))
    return TypeClass::Plain;
  if (size <= kLargestLock && words.has(Word::LockType))
    return TypeClass::Lock;
  return size != 0 && size <= kLargestAtomic && words.has(Word::AtomicType) ? TypeClass::Atomic
                                                                            : TypeClass::Plain;
}

bool isPaddingName(llvm::StringRef name, const Knowledge &known) {
  return known.wordsIn(name.ltrim('_')).has(Word::Padding);
}

bool isAlignmentWord(llvm::StringRef word, const Knowledge &known) {
  const Words words = known.wordsIn(word);
  return words.has(Word::Align) && !words.has(Word::NotAlign) &&
         (words.has(Word::Line) || words.has(Word::AlignWord));
}

bool isCachelineConstant(llvm::StringRef name, const Knowledge &known) {
  const bool identifier =
      !name.empty() && !llvm::isDigit(name.front()) &&
      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == ':'; });
  if (!identifier)
    return false;
  const auto meaning = known.of(name);
  return (meaning && meaning->cacheline_size) ||
         (!isOrdinary(meaning) && known.wordsIn(name).has(Word::LineConstant));
}

namespace {

/// What the words of a name suggest that is not known.
std::optional<Starter> suggestedStarter(Words words, llvm::StringRef member_of,
                                        const Knowledge &known) {
  const Starter task{-1, -1, false, false}, tasks{-1, -1, true, false, true};
  if (words.has(Word::Parallel) && words.has(Word::ParallelVerb))
    return tasks;
  if (words.has(Word::NotStarter))
    return std::nullopt;
  const bool all = words.has(Word::ForAll) && !words.has(Word::NotForAll);
  if (!all && !words.has(Word::Starts))
    return std::nullopt;
  const Words owner = known.wordsIn(member_of);
  if (all && owner.has(Word::ThreadExecutor))
    return tasks;
  const bool runs = member_of.empty() ? words.has(Word::Worker) : owner.has(Word::Executor);
  return words.has(Word::Starts) && runs ? std::optional(task) : std::nullopt;
}

bool suggestsThreadNumber(Words words) {
  if (words.has(Word::ThreadNumber))
    return true;
  if (words.has(Word::NotThreadNumber))
    return false;
  return words.has(Word::CurrentThread) || (words.has(Word::Thread) && words.has(Word::Number));
}

std::optional<Allocator> suggestedAllocator(Words words) {
  if (!words.has(Word::Alloc) || words.has(Word::NotAlloc))
    return std::nullopt;
  Allocator found;
  found.alignment = 0; // a project's own allocator: its guarantee is not known
  if (words.has(Word::AlignedAlloc))
    found.kind = AllocationKind::Aligned;
  else if (words.has(Word::ZeroedAlloc))
    found.kind = AllocationKind::Calloc;
  if (words.has(Word::LineAlloc))
    found.alignment = kDefaultLineSize;
  found.moves = words.has(Word::MovingAlloc);
  return found;
}

} // namespace

std::optional<Starter> starterOf(llvm::StringRef function, llvm::StringRef member_of,
                                 const Knowledge &known) {
  const auto meaning = known.of(function);
  if (meaning && (meaning->starter || meaning->ordinary))
    return meaning->starter;
  return suggestedStarter(known.wordsIn(lastPart(function)), member_of, known);
}

std::optional<Allocator> allocatorOf(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  if (meaning && (meaning->allocator || meaning->ordinary))
    return meaning->allocator;
  return suggestedAllocator(known.wordsIn(lastPart(function)));
}

int bulkTargetOf(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  return meaning ? meaning->fills : -1;
}

bool fillsWithByte(llvm::StringRef function, const Knowledge &known) {
  const auto meaning = known.of(function);
  return meaning && meaning->one_value;
}

CalleeMeaning meaningOf(std::string function, const Knowledge &known) {
  const llvm::StringRef name = lastPart(function);
  const Meaning told = known.of(function).value_or(Meaning{});
  const Words words = told.ordinary ? Words{} : known.wordsIn(name);
  CalleeMeaning meaning;
  meaning.starter = told.starter ? told.starter : suggestedStarter(words, {}, known);
  meaning.atomic = told.atomic ? told.atomic : suggestedAtomic(words);
  meaning.plain = told.plain;
  meaning.lock = told.lock.value_or(suggestedLockStep(words));
  meaning.bulk = told.fills;
  meaning.wait = told.wait;
  meaning.fence = told.fence || words.has(Word::Fence);
  meaning.swaps = told.swaps || words.has(Word::Swaps);
  meaning.binds_node = told.places_memory;
  meaning.binds_process = told.for_process;
  meaning.thread_id = told.thread_number || suggestsThreadNumber(words);
  meaning.ends_process = told.ends_process;
  meaning.cancels_thread = told.cancels_thread;
  meaning.detaches_thread = told.detaches_thread;
  meaning.joins_thread = told.joins_thread || words.has(Word::JoinsThread);
  meaning.keeps_bytes = told.keeps_bytes || told.places_memory;
  meaning.hashes = words.has(Word::Hashes);
  meaning.spreads = words.has(Word::Spreads);
  meaning.name = std::move(function);
  return meaning;
}

bool isThreadMethod(llvm::StringRef method, llvm::StringRef base, const Knowledge &known) {
  const auto meaning = known.of(method);
  if (!meaning || !meaning->thread_method)
    return false;
  const Words words = known.wordsIn(base);
  return words.has(Word::ThreadBase) && !words.has(Word::NotThreadBase);
}

} // namespace fsfind::analyzer
