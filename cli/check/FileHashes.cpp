#include "cli/check/FileHashes.h"

#include "cli/check/Files.h"
#include "cli/terminal/Output.h"
#include "rules/model/ContentDigest.h"

#include <chrono>
#include <ostream>
#include <sstream>
#include <sys/stat.h>

namespace fsfind::check {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
/// Files changed less than this time (ns) ago are not remembered: another change within the clock's
/// resolution would not be noticed.
constexpr std::int64_t kSettled = 2 * kSecond;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

} // namespace

FileHashes::FileHashes(std::string memory) : memory_(std::move(memory)) {
  if (!memory_.empty())
    load();
}

/// Each line is one file: time, inode, size, digest, path.
void FileHashes::load() {
  std::istringstream text(readFile(memory_).value_or(""));
  Known known;
  for (std::string path;
       text >> known.changed >> known.inode >> known.content.size >> known.content.digest &&
       known.content.digest.size() == kDigestDigits && text.get() == ' ' &&
       std::getline(text, path);)
    known_[path] = known;
}

std::optional<FileContent> FileHashes::of(const std::string &path) {
  const auto [at, added] = seen_.try_emplace(path);
  if (added)
    at->second = look(path);
  return at->second;
}

std::optional<FileContent> FileHashes::look(const std::string &path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  const std::int64_t time = status.st_ctim.tv_sec * kSecond + status.st_ctim.tv_nsec;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (const auto known = known_.find(path);
      known != known_.end() && known->second.changed == time &&
      known->second.inode == status.st_ino && known->second.content.size == size)
    return known->second.content;
  const Expected<std::string> text = readFile(path);
  if (!text)
    return std::nullopt;
  const FileContent content{text->size(), contentDigest(*text)};
  if (now() - time > kSettled && path.find('\n') == std::string::npos) {
    known_[path] = {time, status.st_ino, content};
    changed_ = true;
  }
  return content;
}

void FileHashes::save() const {
  if (memory_.empty() || !changed_)
    return;
  const auto write = [&](std::ostream &out) {
    for (const auto &[path, known] : known_)
      out << known.changed << ' ' << known.inode << ' ' << known.content.size << ' '
          << known.content.digest << ' ' << path << '\n';
  };
  (void)cli::writeFile(memory_, write, cli::Readers::Owner);
}

} // namespace fsfind::check
