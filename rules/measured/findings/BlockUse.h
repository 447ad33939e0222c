#pragma once

#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace fsfind {

/// The blocks of the heap that the objects of a finding lie in, and the threads that write them.
class BlockUse {
public:
  void add(const Object &object) {
    if (object.block_size == 0)
      unknown_ = true;
    else
      blocks_.try_emplace(object.block_address, Block{object.block_size, object.allocated.place});
  }
  /// Adds samples of a thread. `object` must have been added.
  void addUse(const Object &object, std::uint32_t thread, std::uint64_t loads,
              std::uint64_t stores) {
    if (object.block_size == 0)
      return;
    Block &block = blocks_.at(object.block_address);
    block.uses[thread] += loads + stores;
    if (stores != 0)
      block.writers.insert(thread);
  }

  /// Whether the recording tells that all objects lie in one block.
  [[nodiscard]] bool areOne() const { return !unknown_ && blocks_.size() == 1; }
  /// Whether threads meet only because blocks are neighbours: each block has at most one writer,
  /// and others than that hardly use it.
  [[nodiscard]] bool areApart() const;
  /// The size of each block in bytes; 0 if they differ, or if one is not known.
  [[nodiscard]] std::uint64_t size() const;
  /// The calls that allocated them, each once; empty if one is not known.
  [[nodiscard]] std::vector<Place> allocations() const;

private:
  struct Block {
    std::uint64_t size = 0; ///< bytes
    Place allocated;
    std::map<std::uint32_t, std::uint64_t> uses = {}; ///< by thread id: samples
    std::set<std::uint32_t> writers = {};             ///< thread ids
  };

  static bool isShared(const Block &block);

  std::map<std::uint64_t, Block> blocks_; ///< by address
  bool unknown_ = false;                  ///< the recording does not tell an object's block
};

} // namespace fsfind
