#include "c2c-ingest/perf/RecordingFiles.h"

#include "c2c-ingest/perf/FileHeader.h"
#include "rules/input/InputFile.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <span>

namespace fsfind::perf {
namespace {

namespace fs = std::filesystem;

/// N of a file `data.N`.
std::optional<unsigned> dataNumber(const std::string &file) {
  constexpr std::string_view kPrefix = "data.";
  if (!file.starts_with(kPrefix))
    return std::nullopt;
  unsigned number = 0;
  const char *end = file.data() + file.size();
  const auto [parsed, error] = std::from_chars(file.data() + kPrefix.size(), end, number);
  if (error != std::errc() || parsed != end)
    return std::nullopt;
  return number;
}

std::vector<std::pair<unsigned, std::string>> dataFiles(const std::string &directory) {
  std::vector<std::pair<unsigned, std::string>> files;
  std::error_code ignored;
  for (fs::directory_iterator entry(directory, ignored), end; entry != end;
       entry.increment(ignored)) {
    if (ignored)
      break;
    const std::optional<unsigned> number = dataNumber(entry->path().filename().string());
    if (number && entry->file_size(ignored) > 0 && !ignored)
      files.emplace_back(*number, entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The file with the recording's header in a directory; empty if there is none.
std::string mainFile(const std::string &directory) {
  std::error_code ignored;
  for (const char *name : {"data", "header"})
    if (fs::is_regular_file(fs::path(directory) / name, ignored))
      return (fs::path(directory) / name).string();
  return {};
}

Expected<RecordingFiles> openDirectory(const std::string &path) {
  const std::string main = mainFile(path);
  if (main.empty())
    return failure({path,
                    {},
                    "the directory holds no recording (no file 'data' or 'header' in it)",
                    "name the perf.data file, or the directory 'perf record --threads' wrote"});
  FSFIND_TRY(RecordingFiles files, RecordingFiles::open(main));
  for (const auto &[number, name] : dataFiles(path)) {
    FSFIND_TRY(MappedFile map, MappedFile::open(name));
    files.records.push_back({name, map.bytes()});
    files.maps.push_back(std::move(map));
  }
  return files;
}

} // namespace

Expected<RecordingFiles> RecordingFiles::open(const std::string &path) {
  std::error_code ignored;
  if (path != "-" && fs::is_directory(path, ignored))
    return openDirectory(path);
  FSFIND_TRY(MappedFile map, MappedFile::open(path));
  RecordingFiles files;
  files.main = {path == "-" ? "standard input" : path, map.bytes()};
  files.maps.push_back(std::move(map));
  return files;
}

bool isRecording(const std::string &path) {
  std::error_code ignored;
  const std::string file = fs::is_directory(path, ignored) ? mainFile(path) : path;
  const std::string begin = beginningOf(file, kMagicSize);
  return begin.size() == kMagicSize && hasMagic(std::as_bytes(std::span(begin)));
}

} // namespace fsfind::perf
