// Layouts: include/uapi/linux/perf_event.h, at PERF_RECORD_COMM and PERF_RECORD_MMAP2.

#include "c2c-ingest/record/clock/RunningProcesses.h"

#include "c2c-ingest/base/LongestName.h"
#include "c2c-ingest/perf/Abi.h"
#include "c2c-ingest/process/ProcFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <sys/mman.h>

namespace fsfind::record::clock {

namespace {

constexpr std::size_t kWord = 8;

/// A name, with its NUL and up to a whole word.
void putName(ByteSink &out, std::string_view name) {
  out.raw(name).zeros(kWord - name.size() % kWord);
}

std::uint32_t protectionOf(const process::MapsLine &mapping) {
  return (mapping.readable ? PROT_READ : 0U) | (mapping.writable ? PROT_WRITE : 0U) |
         (mapping.executable ? PROT_EXEC : 0U);
}

} // namespace

std::vector<std::uint32_t> threadsOf(const std::string &root, std::uint32_t process) {
  return process::ProcFiles(root, process).numbers("task");
}

Expected<void> RunningProcesses::add(std::uint32_t process) {
  FSFIND_TRY(const std::string maps, process::ProcFiles(root_, process).read("maps"));
  addName(process, process);
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);)
    if (const auto mapping = process::parseMapsLine(line))
      addMapping(process, *mapping);
  for (const std::uint32_t thread : threadsOf(root_, process))
    if (thread != process)
      addName(process, thread);
  return {};
}

void RunningProcesses::addName(std::uint32_t process, std::uint32_t thread) {
  const auto text = process::ProcFiles(root_, process).read(fmt::format("task/{}/comm", thread));
  if (!text)
    return; // it has ended
  ByteSink fields;
  fields.u32(process).u32(thread);
  putName(fields, text->substr(0, text->find_last_not_of('\n') + 1));
  addRecord(perf::kRecordComm, 0, fields, process, thread);
}

void RunningProcesses::addMapping(std::uint32_t process, const process::MapsLine &mapping) {
  constexpr std::size_t kIdBytes = 20;
  const debuginfo::BuildId &id = buildIdOf(process, mapping);
  ByteSink fields;
  fields.u32(process).u32(process);
  fields.u64(mapping.begin).u64(mapping.end - mapping.begin).u64(mapping.offset);
  if (id.empty()) {
    fields.u32(mapping.major).u32(mapping.minor).u64(mapping.inode).u64(0);
  } else {
    const std::size_t size = std::min(id.size(), kIdBytes);
    fields.u8(static_cast<std::uint8_t>(size)).zeros(3);
    for (std::size_t i = 0; i < size; ++i)
      fields.u8(id[i]);
    fields.zeros(kIdBytes - size);
  }
  fields.u32(protectionOf(mapping)).u32(mapping.shared ? MAP_SHARED : MAP_PRIVATE);
  putName(fields, mapping.path.empty() ? "//anon" : upToLongest(mapping.path));
  const auto misc = static_cast<std::uint16_t>(
      static_cast<unsigned>(perf::CpuMode::User) |
      (mapping.executable ? 0U : static_cast<unsigned>(perf::kMiscMmapData)) |
      (id.empty() ? 0U : static_cast<unsigned>(perf::kMiscMmapBuildId)));
  addRecord(perf::kRecordMmap2, misc, fields, process, process);
}

/// With what sample_id_all puts behind it: TID TIME CPU IDENTIFIER.
void RunningProcesses::addRecord(std::uint32_t type, std::uint16_t misc, const ByteSink &fields,
                                 std::uint32_t process, std::uint32_t thread) {
  constexpr std::uint64_t kBeforeAll = 0;
  ByteSink trailer;
  trailer.u32(process).u32(thread).u64(kBeforeAll).u64(0).u64(event_);
  const std::size_t size = perf::kRecordHeaderSize + fields.bytes().size() + trailer.bytes().size();
  records_ += ByteSink().u32(type).u16(misc).u16(static_cast<std::uint16_t>(size)).bytes();
  records_ += fields.bytes() + trailer.bytes();
}

/// Files are opened as the process sees them, which may have another root folder.
const debuginfo::BuildId &RunningProcesses::buildIdOf(std::uint32_t process,
                                                      const process::MapsLine &mapping) {
  const auto [known, is_new] =
      build_ids_.try_emplace({mapping.inode, mapping.inode == 0 ? "" : mapping.path});
  if (is_new && mapping.inode != 0 && mapping.path.starts_with('/')) {
    const process::ProcFiles files(root_, process);
    if (const auto elf = debuginfo::ElfFile::open(files.pathOf("root") + mapping.path))
      known->second = (*elf)->buildId();
  }
  return known->second;
}

} // namespace fsfind::record::clock
