#include "c2c-ingest/debuginfo/KeptModules.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace fsfind::debuginfo {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = 1ULL << 30U;

/// Empty if the user has none.
std::string folder() {
  for (const auto &[variable, below] : {std::pair("XDG_CACHE_HOME", "/fsfind/recorded"),
                                        std::pair("HOME", "/.cache/fsfind/recorded")})
    if (const char *base = std::getenv(variable); base != nullptr && base[0] == '/')
      return std::string(base) + below;
  return {};
}

/// Removes the oldest copies until there is room for so many bytes.
void makeRoom(const std::string &in, std::uint64_t bytes) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> copies;
  for (fs::directory_iterator at(in, error), end; !error && at != end; at.increment(error)) {
    copies.emplace_back(at->last_write_time(error), at->path());
    const std::uintmax_t size = at->file_size(error);
    bytes += error ? 0 : size;
  }
  std::sort(copies.begin(), copies.end());
  for (auto oldest = copies.begin(); oldest != copies.end() && bytes > kMostBytes; ++oldest) {
    const std::uintmax_t size = fs::file_size(oldest->second, error);
    if (!error && fs::remove(oldest->second, error))
      bytes -= std::min<std::uint64_t>(bytes, size);
  }
}

} // namespace

void keepModule(const std::string &path) {
  const auto file = ElfFile::open(path);
  const std::string copy = file ? keptModule((*file)->buildId()) : std::string();
  std::error_code error;
  if (copy.empty() || !(*file)->hasSection(".debug_info") || (*file)->size() > kMostBytes ||
      fs::exists(copy, error))
    return;
  const fs::path in = folder();
  fs::create_directories(in.parent_path(), error);
  if (fs::create_directory(in, error))
    fs::permissions(in, fs::perms::owner_all, error);
  makeRoom(in, (*file)->size());
  // Under a name of its own until it is whole: others may record the same file now.
  const std::string temporary = fmt::format("{}.{}", copy, ::getpid());
  if (fs::copy_file(path, temporary, error))
    fs::permissions(temporary, fs::perms::owner_read | fs::perms::owner_write, error);
  if (!error)
    fs::rename(temporary, copy, error);
  if (error)
    fs::remove(temporary, error);
}

std::string keptModule(const BuildId &build_id) {
  const std::string in = build_id.empty() ? std::string() : folder();
  return in.empty() ? in : in + "/" + toHex(build_id);
}

} // namespace fsfind::debuginfo
