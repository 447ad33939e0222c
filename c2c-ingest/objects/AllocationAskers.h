#pragma once

#include "c2c-ingest/objects/ModuleCache.h"
#include "c2c-ingest/perf/AllocationLog.h"

#include <cstddef>
#include <optional>
#include <string>

namespace fsfind::objects {

/// Looks for the code that asked for a block, from the call of the allocator outwards: neither a
/// library of the language nor a function that hands out memory of a size that it is told. One that
/// hands out objects of a type is passed over if a library called it, as containers call their
/// allocators. Code of packages that a program fetched is taken only if no other code asked, up to
/// the next module: beyond is what started the program or the thread.
class AskerSearch {
public:
  /// The code of the next call, in the file of that path. True once no further call is needed.
  bool look(const ModuleCache::Place &code, const std::string &path);
  /// The author's frame. Without debug info the file and, if it has a symbol there, the function.
  /// None if all only handed the block on, as far as they were looked at.
  [[nodiscard]] const std::optional<Frame> &asker() const { return best().frame; }
  /// Which of the calls it is in, from 0.
  [[nodiscard]] std::size_t call() const { return best().call; }

private:
  struct Asker {
    std::optional<Frame> frame;
    std::size_t call = 0;
    const debuginfo::Module *module = nullptr;
  };

  bool see(const Frame &frame, const debuginfo::Module *module, bool library,
           debuginfo::HandsOut handed);
  [[nodiscard]] const Asker &best() const { return own_.frame ? own_ : fetched_; }

  Asker own_; ///< of objects until it is known that no library called it
  Asker fetched_;
  bool left_ = false; ///< the module of that
  std::size_t calls_ = 0;
};

/// Finds out of each block through which calls it was handed on to the code that asked for it, as
/// far as the recorded stacks lead.
void findAskers(perf::AllocationLog &log, const perf::AddressSpaces &spaces, ModuleCache &modules);

} // namespace fsfind::objects
