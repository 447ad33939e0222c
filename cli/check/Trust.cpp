#include "cli/check/Trust.h"

#include "cli/check/Files.h"
#include "rules/input/InputFile.h"
#include "rules/input/Telling.h"

#include <filesystem>

namespace fsfind::check {

std::vector<std::string> trustedFolders(const std::string &folder) {
  const std::string here = absolutePath(folder);
  return {here, absolutePath(repositoryRoot(here))};
}

namespace {

Error notTold(const std::string &path, std::string remedy) {
  return {path, {}, "lies outside the project, and not every user may read it", std::move(remedy)};
}

} // namespace

Expected<std::string> readNamed(const std::string &path) {
  if (!mayTell(path, trustedFolders(".")))
    return failure(notTold(path, "run fsfind where it lies"));
  return readFile(path);
}

Expected<std::string> readDatabase(const std::string &path) {
  std::vector<std::string> trusted = trustedFolders(".");
  trusted.push_back(absolutePath(std::filesystem::path(absolutePath(".")) /
                                 std::filesystem::path(path).parent_path()));
  if (!mayTell(path, trusted))
    return failure(notTold(path, "name it by its own path, with -p"));
  return readInput(path, input::kCompileDatabase);
}

} // namespace fsfind::check
