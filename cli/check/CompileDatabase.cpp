#include "cli/check/CompileDatabase.h"

#include "cli/check/Files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kName = "compile_commands.json";
constexpr const char *kRemedy =
    "name a build folder with -p (CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, other "
    "builds under bear), or a source file and its options: fsfind check FILE -- OPTIONS";

/// In `folder` or one of its build folders; empty if there is none.
std::string databaseIn(const fs::path &folder) {
  std::error_code error;
  if (fs::exists(folder / kName, error))
    return (folder / kName).string();
  std::vector<fs::path> found;
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if ((name.starts_with("build") || name.starts_with("cmake-build") || name == "out") &&
        fs::exists(entry.path() / kName, error))
      found.push_back(entry.path() / kName);
  }
  return found.empty() ? "" : std::min_element(found.begin(), found.end())->string();
}

std::string absolute(const std::string &path, const std::string &base) {
  return (fs::path(base) / path).lexically_normal().string();
}

std::vector<std::string> argumentsOf(const Json &entry) {
  if (const auto list = entry.find("arguments"); list != entry.end())
    return list->get<std::vector<std::string>>();
  return shellWords(entry.at("command").get<std::string>());
}

CompileCommand commandOf(const Json &entry, const std::string &base) {
  const std::string directory = absolute(entry.at("directory").get<std::string>(), base);
  return {directory, absolute(entry.at("file").get<std::string>(), directory), argumentsOf(entry)};
}

/// What tells units apart: not where output goes, nor that a library has the same code once with
/// and once without position independence.
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
  const auto &words = command.arguments;
  const auto language = std::find(words.begin(), words.end(), "-x");
  const bool said = language != words.end() && language + 1 != words.end() &&
                    (*(language + 1) == "c" || *(language + 1) == "c++");
  return !words.empty() && (said || isSourceFile(command.file));
}

Error malformed(const std::string &path, const std::string &what) {
  return {path, {}, what, "let the build write it anew"};
}

Expected<std::vector<CompileCommand>> commandsOf(const Json &json, const std::string &path) {
  if (!json.is_array())
    return failure(malformed(path, "is no compile database: no JSON array"));
  const std::string base = fs::absolute(path).parent_path().string();
  std::vector<CompileCommand> commands;
  std::set<std::string> seen;
  for (const Json &entry : json) {
    CompileCommand command = commandOf(entry, base);
    if (isUnit(command) && seen.insert(identity(command)).second)
      commands.push_back(std::move(command));
  }
  return commands;
}

} // namespace

bool isSourceFile(const std::string &path) {
  static constexpr std::array<std::string_view, 12> kEndings = {
      ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".CC", ".CPP", ".cp", ".ii", ".i", ".ixx"};
  const std::string ending = fs::path(path).extension().string();
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
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
    const std::string path =
        fs::is_directory(given, error) ? (fs::path(given) / kName).string() : given;
    if (!fs::exists(path, error))
      return failure({path, {}, "no such file", kRemedy});
    return path;
  }
  for (fs::path folder = fs::path(from);; folder = folder.parent_path()) {
    if (std::string path = databaseIn(folder); !path.empty())
      return path;
    if (folder == folder.parent_path())
      return failure({"check", {}, "found no compile_commands.json here or above", kRemedy});
  }
}

Expected<std::vector<CompileCommand>> readCompileDatabase(const std::string &path) {
  FSFIND_TRY(const std::string text, readFile(path));
  try {
    return commandsOf(Json::parse(text), path);
  } catch (const Json::exception &problem) {
    return failure(malformed(path, std::string("is no compile database: ") + problem.what()));
  }
}

} // namespace fsfind::check
