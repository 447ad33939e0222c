#include "cli/check/CompileDatabase.h"

#include "cli/check/DatabaseName.h"
#include "cli/check/Trust.h"
#include "rules/codec/JsonText.h"
#include "rules/input/InputFile.h"
#include "rules/model/PathObstacle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kWayToGetOne =
    "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other builds under bear";

/// Path of the database in `folder` or one of its build folders; empty if there is none.
std::string databaseIn(const fs::path &folder) {
  std::error_code error;
  if (fs::exists(folder / kDatabaseName, error))
    return (folder / kDatabaseName).string();
  std::vector<fs::path> found;
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if ((name.starts_with("build") || name.starts_with("cmake-build") || name == "out") &&
        fs::exists(entry.path() / kDatabaseName, error))
      found.push_back(entry.path() / kDatabaseName);
  }
  return found.empty() ? "" : std::min_element(found.begin(), found.end())->string();
}

std::string absolute(const std::string &path, const std::string &base) {
  return (fs::path(base) / path).lexically_normal().string();
}

/// The string of that key; null if there is none.
const std::string *textOf(const Json &entry, const char *key) {
  const auto found = entry.find(key);
  return found == entry.end() ? nullptr : found->get_ptr<const std::string *>();
}

/// Empty if the entry does not say how its unit is compiled.
std::optional<std::vector<std::string>> argumentsOf(const Json &entry) {
  const auto list = entry.find("arguments");
  if (list == entry.end()) {
    const std::string *command = textOf(entry, "command");
    return command ? std::optional(shellWords(*command)) : std::nullopt;
  }
  const bool words =
      list->is_array() &&
      std::all_of(list->begin(), list->end(), [](const Json &one) { return one.is_string(); });
  return words ? std::optional(list->get<std::vector<std::string>>()) : std::nullopt;
}

/// The command of an entry, or what is wrong with it.
tl::expected<CompileCommand, std::string> commandOf(const Json &entry, const std::string &base) {
  if (!entry.is_object())
    return tl::unexpected(std::string("is not an object"));
  const std::string *folder = textOf(entry, "directory");
  const std::string *file = textOf(entry, "file");
  auto arguments = argumentsOf(entry);
  if (!folder || !file || !arguments)
    return tl::unexpected(std::string("has no ") + (!folder ? "\"directory\""
                                                    : !file ? "\"file\""
                                                            : "\"command\" or \"arguments\""));
  const std::string directory = absolute(*folder, base);
  return CompileCommand{directory, absolute(*file, directory), std::move(*arguments)};
}

/// A text that is equal for compilations of the same unit: without output files, and without
/// options for position independence, since libraries are often built with and without them.
std::string identity(const CompileCommand &command) {
  std::string text = command.directory + '\0' + command.file;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const std::string &word = command.arguments[i];
    if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ")
      ++i;
    else if (word != "-fPIC" && word != "-DPIC" && word != "-fPIE" && !word.starts_with("-M"))
      text += '\0' + word;
  }
  return text;
}

bool isUnit(const CompileCommand &command) {
  return !command.arguments.empty() &&
         (namesLanguage(command.arguments) || isSourceFile(command.file));
}

constexpr const char *kRemedy = "let the build write it anew";

Error malformed(const std::string &path, const std::string &what) {
  return {path, {}, "is no compile database: " + what, kRemedy};
}

Expected<CompileDatabase> databaseOf(const Json &json, const std::string &path) {
  if (!json.is_array())
    return failure(malformed(path, "not a JSON array"));
  std::error_code none;
  const std::string base = fs::absolute(path, none).parent_path().string();
  CompileDatabase database;
  std::set<std::string> seen, left_out;
  std::size_t number = 0;
  for (const Json &entry : json) {
    ++number;
    auto command = commandOf(entry, base);
    if (!command)
      return failure(malformed(path, fmt::format("entry {} {}", number, command.error())));
    if (!isUnit(*command)) {
      if (left_out.insert(command->file).second)
        database.left_out.push_back(std::move(command->file));
    } else if (seen.insert(identity(*command)).second) {
      database.commands.push_back(std::move(*command));
    }
  }
  return database;
}

} // namespace

bool isSourceFile(const std::string &path) {
  static constexpr std::array<std::string_view, 12> kEndings = {
      ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".CC", ".CPP", ".cp", ".ii", ".i", ".ixx"};
  const std::string ending = fs::path(path).extension().string();
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool namesLanguage(const std::vector<std::string> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("-x"))
      continue;
    const bool apart = arguments[i] == "-x";
    const std::string language = !apart                     ? arguments[i].substr(2)
                                 : i + 1 < arguments.size() ? arguments[i + 1]
                                                            : "";
    return language == "c" || language == "c++";
  }
  return false;
}

std::vector<std::string> shellWords(const std::string &command) {
  std::vector<std::string> words;
  std::string word;
  bool open = false; // a word has begun
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      const char next = command[++i];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`')
        word += c;
      word += next;
      open = true;
    } else if (quote == 0 ? c == '"' || c == '\'' : c == quote) {
      quote = quote == 0 ? c : '\0';
      open = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (open)
        words.push_back(std::exchange(word, {}));
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open)
    words.push_back(word);
  return words;
}

Expected<std::string> findCompileDatabase(const std::string &given, const std::string &from) {
  std::error_code error;
  if (!given.empty()) {
    if (auto obstacle = obstacleTo(given))
      return failure(std::move(*obstacle));
    if (!fs::is_directory(given, error))
      return given;
    const std::string path = (fs::path(given) / kDatabaseName).string();
    if (auto obstacle = obstacleTo(path, "no such file", kWayToGetOne))
      return failure(std::move(*obstacle));
    return path;
  }
  for (fs::path folder = fs::path(from);; folder = folder.parent_path()) {
    if (std::string path = databaseIn(folder); !path.empty())
      return path;
    if (folder == folder.parent_path())
      return failure({{},
                      {},
                      fmt::format("found no {} here or above", kDatabaseName),
                      fmt::format("name its folder with -p ({}), or source files, with their "
                                  "options after --",
                                  kWayToGetOne)});
  }
}

Expected<CompileDatabase> readCompileDatabase(const std::string &path) {
  FSFIND_TRY(std::string text, readDatabase(path));
  const auto json = parseJson(text, path, kRemedy);
  if (!json)
    return failure(malformed(path, "it " + json.error().what));
  std::string().swap(text);
  return databaseOf(*json, path);
}

} // namespace fsfind::check
