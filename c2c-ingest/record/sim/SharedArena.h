#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/layout/RobustMutex.h"
#include "c2c-ingest/record/sim/ProcessTurns.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fsfind::record::sim {

/// What a range of memory that processes share is a part of, by proc(5)'s maps: a file, or what the
/// kernel gives the number of a file (anonymous, System V and memfd memory).
struct SharedObject {
  std::uint32_t major = 0, minor = 0;
  std::uint64_t inode = 0;
  bool operator==(const SharedObject &) const = default;
};

/// Numbers for the objects, the same in all processes. If there are more than fit, the one that was
/// asked for longest ago loses its number.
class ObjectNumbers {
public:
  void initialize() { mutex_.initialize(); }
  /// At least 1, and at most kMostNumber; after that they begin again.
  std::uint64_t of(const SharedObject &object);

  static constexpr std::uint64_t kMostNumber = (1U << 18) - 1;

private:
  static constexpr std::size_t kMost = 4096;
  struct Entry {
    SharedObject object;
    std::uint64_t number, asked; ///< number 0: a free entry
  };
  RobustMutex mutex_;
  std::uint64_t numbers_, clock_;
  std::array<Entry, kMost> entries_;
};

/// Memory that a process and all that it forks have in common, at the same address: the caches as
/// far as they hold memory that these processes share, and whose turn it is. A process that
/// executes a program loses it.
class SharedArena {
public:
  SharedArena() = default;
  SharedArena(const SharedArena &) = delete;
  SharedArena &operator=(const SharedArena &) = delete;

  /// To be called before the first fork. False if the system refuses the memory.
  bool create(const Options &options, std::uint32_t threads);
  [[nodiscard]] bool exists() const { return common_ != nullptr; }

  /// What follows needs `exists()`.
  ProcessTable &processes() { return common_->processes; }
  ObjectNumbers &objects() { return common_->objects; }
  /// Where CacheModel's shared memory is.
  std::byte *model();
  /// How many threads of all processes were started before.
  std::uint32_t countThread() { return common_->threads.fetch_add(1); }
  /// True for the first process that asks.
  bool isFirstToTell() { return !common_->told.exchange(true); }
  /// True if the host's address lies in the arena.
  [[nodiscard]] bool holds(std::uint64_t host_address) const;

private:
  struct Common {
    ProcessTable processes;
    ObjectNumbers objects;
    std::atomic<std::uint32_t> threads;
    std::atomic<bool> told;
  };
  static std::size_t modelOffset();

  Common *common_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace fsfind::record::sim
