#pragma once

#include "rules/model/Placement.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reads what the kernel's files below /proc/PID say. All texts are untrusted: a line that is not
/// of the form is left out.
namespace fsfind::process {

/// A line of /proc/PID/numa_maps (numa(7); show_numa_map() of the kernel's fs/proc/task_mmu.c).
struct NumaMapsLine {
  std::uint64_t begin = 0;
  std::string policy; ///< with flags and nodes: `bind=static:0`
  std::string file;   ///< path or pseudo path; empty if there is none
  bool heap = false, stack = false;
  bool huge = false; ///< of hugetlbfs
  /// Pages in units of `page_bytes`, except that transparent huge pages count as the small ones
  /// that they cover.
  ByNode pages;
  std::uint64_t page_bytes = 0; ///< kernelpagesize_kB, in bytes; 0 = not told
};
[[nodiscard]] std::optional<NumaMapsLine> parseNumaMapsLine(std::string_view line);

/// A line of /proc/PID/maps (proc_pid_maps(5)); smaps has the same before each mapping's fields.
struct MapsLine {
  std::uint64_t begin = 0, end = 0;
  bool readable = false, writable = false, executable = false, shared = false;
  std::uint64_t offset = 0;           ///< in the file
  std::uint32_t major = 0, minor = 0; ///< of the file's device
  std::uint64_t inode = 0;
  std::string path; ///< path or pseudo path such as `[heap]`; empty if there is none
};
[[nodiscard]] std::optional<MapsLine> parseMapsLine(std::string_view line);

/// Bytes in transparent huge pages (AnonHugePages, ShmemPmdMapped and FilePmdMapped of
/// proc_pid_smaps(5)), by the mappings' first addresses. A mapping whose fields are cut off is left
/// out.
[[nodiscard]] std::map<std::uint64_t, std::uint64_t> parseHugeBytes(std::string_view smaps);

/// Of /proc/PID/stat and /proc/PID/task/TID/stat (proc_pid_stat(5)).
struct TaskStat {
  std::string name;
  char state = 0;
  std::uint64_t user_ticks = 0, system_ticks = 0; ///< of sysconf(_SC_CLK_TCK)
  std::uint64_t start_ticks = 0;                  ///< after the machine's start
  std::uint32_t cpu = kNoCpu;
};
[[nodiscard]] std::optional<TaskStat> parseTaskStat(std::string_view text);

/// The value of the line `Name:  value`, without blanks around it; empty if there is none.
[[nodiscard]] std::string_view fieldOf(std::string_view text, std::string_view name);

/// A number followed by ` kB`, in bytes; none if it is no such text.
[[nodiscard]] std::optional<std::uint64_t> kibibytes(std::string_view value);

/// The word in brackets: `madvise` of `always [madvise] never`; empty if there is none.
[[nodiscard]] std::string_view chosenWord(std::string_view text);

/// A path in which blanks, tabs, newlines and backslashes are written as `\040`
/// (seq_file_path() of the kernel).
[[nodiscard]] std::string unescaped(std::string_view path);

/// Calls `visit` for each line, without its end. The last may lack a newline.
template <class Visit> void eachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t length = text.find('\n');
    visit(text.substr(0, length));
    text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  }
}

} // namespace fsfind::process
