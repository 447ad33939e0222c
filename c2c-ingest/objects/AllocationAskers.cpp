#include "c2c-ingest/objects/AllocationAskers.h"

#include "c2c-ingest/objects/StackWalk.h"
#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace fsfind::objects {

namespace {

using debuginfo::HandsOut;

/// Calls through which a block is followed.
constexpr std::size_t kMostCalls = 32;

/// `g_malloc0`, `CRYPTO_zalloc`; not `_IO_file_doallocate`.
bool soundsLikeAllocator(std::string_view function) {
  std::string low(function);
  std::transform(low.begin(), low.end(), low.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const auto word = low.find("alloc");
  return word != std::string::npos && !std::string_view(low).substr(word).starts_with("allocate");
}

} // namespace

bool AskerSearch::look(const ModuleCache::Place &code, const std::string &path) {
  const std::vector<Frame> frames =
      code.module ? code.module->framesAt(code.svma) : std::vector<Frame>();
  bool found = false;
  if (frames.empty() || !frames.front().place.known()) {
    Frame frame;
    frame.place.file = path;
    if (const auto symbol = code.module ? code.module->findFunction(code.svma) : std::nullopt)
      frame.function = symbol->name;
    found = see(frame, code.module, isLibraryName(frame.function),
                soundsLikeAllocator(frame.function) ? HandsOut::Memory : HandsOut::Nothing);
  } else {
    std::vector<HandsOut> handed = code.module->handedOutAt(code.svma);
    handed.resize(frames.size(), HandsOut::Nothing);
    for (std::size_t i = 0; i < frames.size() && !found; ++i)
      found =
          see(frames[i], code.module,
              isLibraryFile(frames[i].place.file) || isLibraryName(frames[i].function), handed[i]);
  }
  ++calls_;
  return found;
}

bool AskerSearch::see(const Frame &frame, const debuginfo::Module *module, bool library,
                      HandsOut handed) {
  const bool fetched = isFetchedFile(frame.place.file);
  left_ = left_ || (fetched_.frame && fetched_.module != module);
  library = library || left_;
  Asker &asker = fetched ? fetched_ : own_;
  if (asker.frame && library)
    asker.frame.reset();
  else if (asker.frame)
    return !fetched;
  if (library || handed == HandsOut::Memory)
    return false;
  asker = {frame, calls_, module};
  return !fetched && handed == HandsOut::Nothing;
}

void findAskers(perf::AllocationLog &log, const perf::AddressSpaces &spaces, ModuleCache &modules) {
  perf::MappingLookup lookup(spaces);
  std::map<std::tuple<std::uint32_t, std::uint64_t>, bool> asks; ///< by process and return address
  for (perf::Allocation &block : log) {
    if (!block.stack)
      continue;
    AskerSearch search;
    StackWalk walk(*block.stack, lookup, modules);
    const auto [asks_itself, fresh] = asks.try_emplace({block.pid, block.caller}, false);
    if (asks_itself->second)
      continue;
    std::vector<std::uint64_t> calls;
    bool found = false;
    while (calls.size() < kMostCalls && !found) {
      const auto frame = walk.next();
      if (!frame)
        break;
      calls.push_back(frame->returns);
      found = search.look(frame->code, {});
    }
    asks_itself->second = found && search.call() == 0 && calls.size() == 1;
    if (search.asker() && search.call() != 0)
      block.handed_on.assign(calls.begin() + 1,
                             calls.begin() + 1 + static_cast<std::ptrdiff_t>(search.call()));
  }
}

} // namespace fsfind::objects
