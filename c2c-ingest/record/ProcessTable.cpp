#include "c2c-ingest/record/ProcessTable.h"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

/// The parent of a process that runs. The name, in brackets, may hold brackets and blanks itself.
std::optional<pid_t> parentOf(const std::string &process) {
  std::ifstream file("/proc/" + process + "/stat");
  // A read fails if the process ends meanwhile: getline() notes that, a stream iterator throws.
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos)
    return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  char state = 0;
  pid_t parent = 0;
  fields >> state >> parent;
  const bool ended = state == 'Z' || state == 'X';
  return fields && !ended ? std::optional(parent) : std::nullopt;
}

std::multimap<pid_t, pid_t> childrenByParent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    pid_t process = 0;
    const auto number = std::from_chars(name.data(), name.data() + name.size(), process);
    if (number.ptr != name.data() + name.size() || number.ec != std::errc())
      continue;
    if (const auto parent = parentOf(name))
      children.emplace(*parent, process);
  }
  return children;
}

} // namespace

std::vector<pid_t> processesBelow(pid_t process) {
  const auto children = childrenByParent();
  std::vector<pid_t> found;
  const auto add = [&](pid_t parent) {
    const auto [begin, end] = children.equal_range(parent);
    for (auto at = begin; at != end; ++at)
      found.push_back(at->second);
  };
  add(process);
  // No cycle: each process has one parent, and the table one entry for each process.
  for (std::size_t i = 0; i < found.size() && found.size() <= children.size(); ++i)
    add(found[i]);
  return found;
}

bool ignoresSignal(pid_t process, int signal) {
  constexpr const char *kKey = "SigIgn:";
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string key; file >> key;)
    if (key == kKey) {
      std::uint64_t ignored = 0;
      file >> std::hex >> ignored;
      return file && (ignored >> (signal - 1) & 1) != 0;
    }
  return false;
}

} // namespace fsfind::record
