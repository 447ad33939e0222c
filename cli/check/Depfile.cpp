#include "cli/check/Depfile.h"

#include "cli/terminal/Output.h"

#include <algorithm>
#include <ostream>

namespace fsfind::check {

namespace {

/// Neither make nor Ninja has a way to write these in a list of files that both read: a line ends
/// at a break, what follows a semicolon is a command to make, and a backslash hides the one that
/// stands for a # that is no comment.
bool isUnwritable(const std::string &path) {
  return path.find_first_of("\n\r;") != std::string::npos || path.find("\\#") != std::string::npos;
}

} // namespace

/// A backslash escapes only in front of white space, where those before it are doubled.
std::string escapedForMake(const std::string &path) {
  std::string escaped;
  std::size_t backslashes = 0;
  for (const char letter : path) {
    if (letter == ' ' || letter == '\t')
      escaped.append(backslashes + 1, '\\');
    else if (letter == '#')
      escaped += '\\';
    else if (letter == '$')
      escaped += '$';
    escaped += letter;
    backslashes = letter == '\\' ? backslashes + 1 : 0;
  }
  return escaped;
}

Expected<void> writeDepfile(const std::string &path, const std::string &target,
                            const std::vector<std::string> &files,
                            const std::vector<std::string> &absent) {
  std::vector<std::string> all = files;
  all.insert(all.end(), absent.begin(), absent.end());
  const auto broken = std::find_if(all.begin(), all.end(), isUnwritable);
  if (isUnwritable(target) || broken != all.end())
    return failure({path,
                    {},
                    "cannot name a path with a line break, a semicolon or a backslash before #",
                    "rename " + (broken != all.end() ? *broken : target)});
  return cli::writeFile(path, [&](std::ostream &out) {
    out << escapedForMake(target) << ':';
    for (const std::string &file : all)
      out << " \\\n  " << escapedForMake(file);
    out << '\n';
    for (const std::string &file : absent)
      out << escapedForMake(file) << ":\n";
  });
}

} // namespace fsfind::check
