#pragma once

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/process/ProcText.h"
#include "c2c-ingest/record/ByteSink.h"
#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fsfind::record::clock {

/// Records of processes that ran before the recording began, as the kernel would have written them
/// before its first one: the names of their threads, and their mappings with the build-ids of the
/// files.
class RunningProcesses {
public:
  /// `root` is put before /proc; empty for the machine's own. `event`: an id of the event whose
  /// form the records' trailer has.
  RunningProcesses(std::string root, std::uint64_t event) : root_(std::move(root)), event_(event) {}

  /// Fails if the process cannot be read, as if it has ended; nothing is added then.
  Expected<void> add(std::uint32_t process);

  [[nodiscard]] const std::string &records() const { return records_; }

private:
  void addName(std::uint32_t process, std::uint32_t thread);
  void addMapping(std::uint32_t process, const process::MapsLine &mapping);
  void addRecord(std::uint32_t type, std::uint16_t misc, const ByteSink &fields,
                 std::uint32_t process, std::uint32_t thread);
  const debuginfo::BuildId &buildIdOf(std::uint32_t process, const process::MapsLine &mapping);

  std::string root_;
  std::uint64_t event_;
  std::string records_;
  std::map<std::pair<std::uint64_t, std::string>, debuginfo::BuildId>
      build_ids_; ///< by inode, path
};

/// Numbers of the threads of a process, ascending; empty if it has ended.
[[nodiscard]] std::vector<std::uint32_t> threadsOf(const std::string &root, std::uint32_t process);

} // namespace fsfind::record::clock
