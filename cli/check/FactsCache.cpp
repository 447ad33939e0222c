#include "cli/check/FactsCache.h"

#include "cli/check/Files.h"
#include "cli/terminal/Environment.h"
#include "cli/terminal/Output.h"
#include "rules/model/ContentDigest.h"
#include "rules/model/ContentHash.h"
#include "rules/model/PathObstacle.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;

/// An entry is the hash of its facts file, a newline, and the worker's answer.
std::string entryText(std::uint64_t facts_hash, const analyzer::UnitAnswer &answer) {
  return fmt::format("{}\n{}", facts_hash, toJson(answer));
}

std::optional<std::uint64_t> leadingNumber(const std::string &text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && stop != text.data() + text.size() && *stop == '\n';
  return whole ? std::optional(number) : std::nullopt;
}

void markUsed(const std::string &path) {
  std::error_code error;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
}

struct Entry {
  fs::path facts;
  fs::file_time_type used;
  std::uint64_t size = 0;
};

std::vector<Entry> entriesIn(const std::string &folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (const auto &file : fs::directory_iterator(folder, error)) {
    if (file.path().extension() != ".facts")
      continue;
    const std::uint64_t size = file.file_size(error);
    const auto used = file.last_write_time(error);
    if (!error)
      entries.push_back({file.path(), used, size});
  }
  return entries;
}

} // namespace

std::string FactsCache::keyOf(const analyzer::UnitRequest &request, const FileContent &worker) {
  analyzer::UnitRequest asked = request;
  asked.trusted.clear(); // decide what may be read, not what it says
  asked.beyond.clear();
  asked.edited = {}; // already among the contents of the files that were read
  return contentDigest(worker.digest + toJson(asked));
}

std::string FactsCache::path(const std::string &key, const char *ending) const {
  return folder_ + "/" + key + ending;
}

bool FactsCache::current(const analyzer::UnitAnswer &answer) {
  std::error_code error;
  return std::all_of(answer.dependencies.begin(), answer.dependencies.end(),
                     [&](const analyzer::Dependency &one) {
                       return hashes_.of(one.path) == FileContent{one.size, one.digest};
                     }) &&
         std::none_of(answer.absent.begin(), answer.absent.end(),
                      [&](const std::string &path) { return fs::exists(path, error); });
}

std::optional<CachedUnit> FactsCache::find(const std::string &key) {
  const Expected<std::string> entry = readFile(path(key, ".unit"));
  const auto hash = entry ? leadingNumber(*entry) : std::nullopt;
  if (!hash)
    return std::nullopt;
  auto answer = analyzer::answerFromJson(std::string_view(*entry).substr(entry->find('\n') + 1));
  if (!answer || !current(*answer))
    return std::nullopt;
  const std::string facts = path(key, ".facts");
  const Expected<std::string> content = readFile(facts);
  if (!content || contentHash(*content) != *hash)
    return std::nullopt;
  markUsed(facts);
  return CachedUnit{facts, std::move(*answer)};
}

std::string FactsCache::store(const std::string &key, const analyzer::UnitAnswer &answer,
                              const std::string &facts) {
  const Expected<std::string> content = readFile(facts);
  std::error_code error;
  const std::string kept = path(key, ".facts");
  if (content)
    fs::permissions(facts, fs::perms::owner_read | fs::perms::owner_write, error);
  if (content && !error)
    fs::rename(facts, kept, error);
  if (!content || error)
    return facts;
  (void)cli::writeFile(
      path(key, ".unit"),
      [&](std::ostream &out) { out << entryText(contentHash(*content), answer); },
      cli::Readers::Owner);
  return kept;
}

void FactsCache::trim(std::uint64_t limit) const {
  std::vector<Entry> entries = entriesIn(folder_);
  std::uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.size;
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.used < b.used; });
  std::error_code error;
  for (auto at = entries.begin(); at != entries.end() && total > limit; ++at) {
    total -= at->size;
    fs::remove(fs::path(at->facts).replace_extension(".unit"), error);
    fs::remove(at->facts, error);
  }
}

std::string makeOwnFolder(const std::string &folder) {
  std::error_code error;
  fs::path path = fs::absolute(folder, error);
  if (!path.has_filename()) // ends with a slash
    path = path.parent_path();
  if (const auto stray = strayLink(path.string()); stray && !fs::is_symlink(path, error))
    return "is not used, as it " + stray->what;
  fs::create_directories(path.parent_path(), error);
  if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return std::string("cannot be made: ") + std::strerror(errno);
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0)
    return std::string("cannot be read: ") + std::strerror(errno);
  if (S_ISLNK(status.st_mode))
    return "is not used, as it is a link, which a stranger may have made";
  if (!S_ISDIR(status.st_mode))
    return "is no folder";
  if (status.st_uid != 0 && status.st_uid != geteuid())
    return "is not used, as it belongs to another user";
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return "is not used, as others can write to it";
  if (stat(path.parent_path().c_str(), &status) == 0 &&
      (status.st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH)
    return "is not used, as others can replace it";
  return {};
}

std::string defaultCacheFolder() {
  for (const auto &[variable, below] :
       {std::pair("XDG_CACHE_HOME", "/fsfind"), std::pair("HOME", "/.cache/fsfind")})
    if (const auto folder = cli::processEnvironment(variable); folder && folder->starts_with('/'))
      return absolutePath(*folder + below);
  return {};
}

} // namespace fsfind::check
