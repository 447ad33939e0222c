#include "cli/check/Suppressions.h"

#include "cli/check/Trust.h"

#include <filesystem>
#include <sstream>

namespace fsfind::check {

std::string Suppressions::textOf(const std::string &file) {
  if (others_.empty())
    return readNamed(file).value_or("");
  const auto path = paths_.resolved(std::filesystem::absolute(file));
  if (!path)
    return {};
  const auto text = others_.texts.find(*path);
  return text != others_.texts.end() ? text->second : readNamed(*path).value_or("");
}

const Suppressions::Source &Suppressions::source(const std::string &file) {
  const auto at = sources_.find(file);
  if (at != sources_.end())
    return at->second;
  const std::string text = textOf(file);
  Source source{{}, NoLint(text)};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    source.lines.push_back(std::move(line));
  }
  return sources_.emplace(file, std::move(source)).first->second;
}

const std::string &Suppressions::line(const std::string &file, std::uint32_t number) {
  static const std::string kNone;
  const auto &lines = source(file).lines;
  return number == 0 || number > lines.size() ? kNone : lines[number - 1];
}

bool Suppressions::silences(const Finding &finding) {
  return isSilenced(finding, [&](const std::string &file) { return &source(file).comments; });
}

} // namespace fsfind::check
