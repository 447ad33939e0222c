#pragma once

#include "rules/model/MachineReading.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fsfind {

/// Sequential reads from storage by one thread of a node, and what they and triads over the node's
/// memory, by threads on all its other CPUs, take from each other. 1e9 bytes a second.
struct StorageReads {
  std::uint32_t cpu_node = 0;
  std::uint32_t memory_threads =
      0; ///< that run triads; 0 = the node has one CPU, and no triads run
  Reading alone{}, beside_triads{};
  Reading triads_alone{}, triads_beside{};
  bool operator==(const StorageReads &) const = default;
};

/// What a folder's storage gives, as fio measures it.
struct StorageTimes {
  std::string folder;
  std::uint32_t device_node = UINT32_MAX; ///< that the device is at; UINT32_MAX = not known
  bool direct = false;                    ///< reads passed the page cache by
  std::uint64_t file_bytes = 0;
  std::vector<StorageReads> nodes; ///< by the node whose CPUs read
  bool operator==(const StorageTimes &) const = default;
};

} // namespace fsfind
