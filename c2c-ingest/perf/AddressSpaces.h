#pragma once

#include "c2c-ingest/perf/Recording.h"
#include "rules/model/Index.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fsfind::perf {

/// What identifies a mapped file across processes: device, inode and generation, as perf compares
/// them, then build-id and path, so that recordings without inodes do not mix files up.
struct FileIdentity {
  std::uint32_t major = 0, minor = 0;
  std::uint64_t inode = 0, inode_generation = 0;
  std::vector<std::uint8_t> build_id;
  std::string path;
  auto operator<=>(const FileIdentity &) const = default;
};

using MappingIndex = Index<struct MappingTag>;
/// The entry of the mapping table that stands for "nothing is mapped there".
inline constexpr MappingIndex kNoMapping{0};

/// One mmap of one process (or of the kernel).
struct Mapping {
  std::uint64_t start = 0, end = 0; ///< virtual, end exclusive
  std::uint64_t file_offset = 0;    ///< of `start`
  FileIdentity file;
  bool shared = false; ///< MAP_SHARED
  /// Memory without a file behind it ("//anon", "[heap]", "[stack]" …) or the kernel's own:
  /// `relative` leaves its addresses as they are.
  bool identity = false;
  CpuMode mode = CpuMode::User;
  /// Of memory without a file: the file mapping that ended where this one began. The zero pages of
  /// a program's .bss follow the mapping of its data and have no file of their own.
  MappingIndex continues = kNoMapping;

  /// The address perf keys a line by (`al_addr`): a file offset for files.
  [[nodiscard]] std::uint64_t relative(std::uint64_t address) const {
    return identity ? address : address - start + file_offset;
  }
  /// Lines of private memory without a device belong to one process each.
  [[nodiscard]] bool perProcess() const {
    return mode != CpuMode::Kernel && !shared && file.major == 0 && file.minor == 0 &&
           file.inode == 0 && file.inode_generation == 0;
  }
};
/// What every process had mapped at every moment: mappings change in time (exec, dlopen, fork),
/// and a sample must be resolved in the mappings of its own time. Immutable once built, so
/// samples may be resolved in any order and from several threads.
class AddressSpaces {
public:
  /// `events` as Recording::sideEvents() gives them.
  explicit AddressSpaces(const std::vector<SideEvent> &events);

  [[nodiscard]] const Mapping &mapping(MappingIndex index) const {
    return mappings_[index.value()];
  }
  [[nodiscard]] std::size_t mappingCount() const { return mappings_.size(); }
  /// Changes that were left out because the histories grew beyond those of any real recording.
  [[nodiscard]] std::uint64_t droppedChanges() const { return dropped_changes_; }

private:
  friend class MappingLookup;

  struct Change {
    std::uint64_t when = 0;
    MappingIndex mapping = kNoMapping;
  };
  /// Address ranges of one process; a range lasts until the next one's start.
  struct Space {
    std::vector<std::uint64_t> starts;       ///< ascending
    std::vector<std::uint32_t> first_change; ///< into `changes`, one more than `starts`
    std::vector<Change> changes;             ///< of each range, by time
  };
  class Builder;

  std::vector<Mapping> mappings_;
  std::unordered_map<std::uint32_t, Space> processes_;
  Space kernel_;
  std::uint64_t dropped_changes_ = 0;
};

/// Resolves addresses for one worker thread; remembers answers.
class MappingLookup {
public:
  explicit MappingLookup(const AddressSpaces &spaces) : spaces_(&spaces), answers_(kAnswers) {}

  MappingIndex find(std::uint32_t pid, CpuMode mode, std::uint64_t address, std::uint64_t when) {
    for (const unsigned shift : {kLargeShift, kSmallShift})
      if (const Answer &known = answers_[slotOf(pid, address, shift)];
          known.holds(pid, mode, address, when))
        return known.mapping;
    return findAnew(pid, mode, address, when);
  }

private:
  /// An answer and the process, addresses and times it holds for; ends are exclusive.
  struct Answer {
    std::uint64_t first_address = 0, end_address = 0;
    std::uint64_t first_time = 0, end_time = 0;
    std::uint32_t pid = 0;
    MappingIndex mapping = kNoMapping;
    CpuMode mode = CpuMode::Unknown;

    [[nodiscard]] bool holds(std::uint32_t of_pid, CpuMode of_mode, std::uint64_t address,
                             std::uint64_t when) const {
      return address >= first_address && address < end_address && pid == of_pid &&
             mode == of_mode && when >= first_time && when < end_time;
    }
  };
  /// Answers have their slots by blocks of memory. One that holds for a whole large block is kept
  /// by that, so that large mappings take few slots; of a small block one answer is remembered.
  static constexpr unsigned kSmallShift = 16, kLargeShift = 21;
  static constexpr std::size_t kAnswerBits = 12, kAnswers = std::size_t{1} << kAnswerBits;

  static std::size_t slotOf(std::uint32_t pid, std::uint64_t address, unsigned shift) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15; // as ingest::mixHash
    return ((address >> shift) * 2 + (shift == kLargeShift) + (std::uint64_t{pid} << 40)) *
               kGolden >>
           (64 - kAnswerBits);
  }
  MappingIndex findAnew(std::uint32_t pid, CpuMode mode, std::uint64_t address, std::uint64_t when);
  const AddressSpaces::Space *spaceOf(std::uint32_t pid, CpuMode mode);
  static Answer ask(const AddressSpaces::Space &space, std::uint64_t address, std::uint64_t when);

  const AddressSpaces *spaces_;
  const AddressSpaces::Space *last_space_ = nullptr;
  std::uint32_t last_pid_ = 0;
  bool last_pid_known_ = false;
  std::vector<Answer> answers_; ///< those that hold for no address are free
};

/// True for the pseudo file names the kernel gives to memory without a file.
bool isMemoryWithoutFile(std::string_view name, std::uint32_t map_flags);

} // namespace fsfind::perf
