#include "cli/check/StaleEdits.h"

#include "cli/check/Trust.h"
#include "rules/model/ContentHash.h"

#include <algorithm>

namespace fsfind::check {

Contents contentsOf(const Facts &facts) {
  Contents contents;
  for (const FactFile &file : facts.files)
    contents[file.path] = file.content;
  return contents;
}

bool isAsRead(const Contents &contents, std::string_view path, std::string_view text) {
  const auto known = contents.find(path);
  return known != contents.end() && known->second != 0 && known->second == contentHash(text);
}

std::vector<std::string> dropStaleEdits(std::vector<Finding> &findings, const Facts &facts) {
  const Contents contents = contentsOf(facts);
  std::map<std::string, bool> stale;
  const auto is_stale = [&](const Edit &edit) {
    const auto [known, fresh] = stale.try_emplace(edit.file);
    if (fresh)
      if (const auto text = readNamed(edit.file))
        known->second = !isAsRead(contents, edit.file, *text);
    return known->second;
  };
  for (Finding &finding : findings)
    for (Advice &advice : finding.advice)
      if (std::any_of(advice.edits.begin(), advice.edits.end(), is_stale))
        advice.edits.clear();
  std::vector<std::string> files;
  for (const auto &[file, changed] : stale)
    if (changed)
      files.push_back(file);
  return files;
}

} // namespace fsfind::check
