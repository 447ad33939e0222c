#include "c2c-ingest/record/Host.h"

#include "rules/input/InputFile.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

bool isProgram(const std::string &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

/// The user's data folder by the XDG base directory specification; empty if unknown.
std::string dataHome() {
  if (const char *data = std::getenv("XDG_DATA_HOME"); data && *data == '/')
    return data;
  const char *home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.local/share" : std::string();
}

} // namespace

Host Host::thisOne() {
  const char *path = std::getenv("PATH");
  return {"", path ? path : "/usr/local/bin:/usr/bin:/bin", geteuid() == 0, dataHome()};
}

bool Host::has(const std::string &path) const {
  std::error_code error;
  return fs::exists(root + path, error);
}

std::optional<std::string> Host::read(const std::string &path) const {
  Expected<std::string> text = readInput(root + path, input::kSystemFile);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::vector<std::string> Host::list(const std::string &folder) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(root + folder, error), end; !error && at != end;
       at.increment(error))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> Host::findProgram(const std::string &name) const {
  const std::vector<std::string> found = findPrograms(name);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<std::string> Host::findPrograms(const std::string &name) const {
  if (name.find('/') != std::string::npos)
    return isProgram(name) ? std::vector{name} : std::vector<std::string>();
  std::vector<std::string> found;
  std::istringstream folders(search_path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (isProgram(path))
      found.push_back(std::move(path));
  }
  return found;
}

std::string Host::fact(const std::string &file, const std::string &key) const {
  std::istringstream lines(read(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || line.compare(0, key.size(), key) != 0)
      continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    if (line.find_first_not_of(" \t", key.size()) == colon)
      return start == std::string::npos ? "" : line.substr(start);
  }
  return {};
}

} // namespace fsfind::record
