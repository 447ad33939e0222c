#pragma once

#include "c2c-ingest/perf/AllocationLog.h"
#include "rules/model/Index.h"

#include <cstdint>
#include <vector>

namespace fsfind::lines {

/// Memory that one call of an allocator hands out, at one address in one size, once or many times.
struct Block {
  std::uint32_t pid = 0;
  std::uint64_t address = 0; ///< virtual, of its first byte
  std::uint64_t size = 0;
  std::uint64_t caller = 0; ///< return address of the call of malloc, operator new, …
  std::vector<std::uint64_t> handed_on = {}; ///< as perf::Allocation has it
};
using BlockIndex = Index<struct BlockTag>;
inline constexpr BlockIndex kNoBlock{UINT32_MAX};

/// Finds the block that an address belonged to at a time. Immutable, so workers share one object.
class BlockTable {
public:
  explicit BlockTable(const perf::AllocationLog &log);

  /// kNoBlock if the log has no block there at that time.
  [[nodiscard]] BlockIndex find(std::uint32_t pid, std::uint64_t address, std::uint64_t time) const;
  [[nodiscard]] const std::vector<Block> &blocks() const { return blocks_; }

private:
  struct Life {
    std::uint64_t begin = 0, end = 0; ///< ns
    BlockIndex block;
  };
  /// Where blocks begin, and their lives by time.
  struct Start {
    std::uint32_t pid = 0;
    std::uint64_t address = 0;
    std::uint64_t last_end = 0; ///< the greatest end of this process's blocks up to this start
    std::size_t first_life = 0, end_life = 0;
  };
  [[nodiscard]] BlockIndex findIn(const Start &start, std::uint64_t address,
                                  std::uint64_t time) const;

  std::vector<Block> blocks_;
  std::vector<Life> lives_;
  std::vector<Start> starts_; ///< by process and address
};

} // namespace fsfind::lines
