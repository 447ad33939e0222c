#include "cli/report/html/Excerpts.h"

#include "cli/terminal/Characters.h"
#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fsfind::report {

namespace {

constexpr std::uint32_t kLinesAround = 5; ///< before a place, and behind it
constexpr std::size_t kMostLines = 6000;  ///< of all files together
constexpr std::size_t kMostCharacters = 240;

constexpr std::array<std::string_view, 18> kSourceEndings = {
    ".c",   ".h",   ".cc",  ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx",
    ".h++", ".inl", ".ipp", ".tcc", ".rs",  ".go",  ".S",  ".cu",  ".d"};

bool isSource(std::string_view file) {
  return std::any_of(kSourceEndings.begin(), kSourceEndings.end(),
                     [&](std::string_view ending) { return file.ends_with(ending); });
}

} // namespace

void Excerpts::add(const Place &place) {
  if (!place.known() || !isSource(place.file))
    return;
  std::set<std::uint32_t> &lines = wanted_[place.file];
  const std::uint32_t first = place.line > kLinesAround ? place.line - kLinesAround : 1;
  const std::uint32_t last = place.line + std::min(kLinesAround, UINT32_MAX - 1 - place.line);
  for (std::uint32_t line = first; line <= last; ++line) {
    cut_ = cut_ || count_ >= kMostLines;
    if (!cut_ && lines.insert(line).second)
      ++count_;
  }
}

void Excerpts::addFinding(const Finding &finding) {
  add(finding.location);
  for (const RelatedPlace &related : finding.related)
    add(related.place);
  for (const FindingMember &member : finding.members)
    add(member.declared);
}

void Excerpts::addSite(const Site &site) {
  if (const Frame *author = authorFrame(site))
    add(author->place);
}

codec::Json Excerpts::json() const {
  codec::Json files = codec::Json::object();
  for (const auto &[file, lines] : wanted_) {
    const SourceText *text = texts_.of(file);
    if (!text)
      continue;
    codec::Json numbered = codec::Json::object();
    for (const std::uint32_t line : lines)
      if (text->offset(line, 1))
        numbered[std::to_string(line)] = cli::firstCharacters(text->line(line), kMostCharacters);
    files[file] = std::move(numbered);
  }
  return files;
}

} // namespace fsfind::report
