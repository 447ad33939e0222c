#pragma once

#include "cli/report/review/SourceTexts.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/Finding.h"
#include "rules/model/Profile.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace fsfind::report {

/// The source lines around the places that a page names, as far as the files are there.
class Excerpts {
public:
  explicit Excerpts(const SourceTexts &texts) : texts_(texts) {}

  void addFinding(const Finding &finding);
  /// The place of the author's own code.
  void addSite(const Site &site);

  /// File -> line number -> text. Only files whose name ends as sources' do: a recording may name
  /// any file of this machine, and pages are passed on.
  [[nodiscard]] codec::Json json() const;
  /// Whether lines were left out because there were too many.
  [[nodiscard]] bool cut() const { return cut_; }

private:
  void add(const Place &place);

  const SourceTexts &texts_;
  std::map<std::string, std::set<std::uint32_t>> wanted_;
  std::size_t count_ = 0;
  bool cut_ = false;
};

} // namespace fsfind::report
