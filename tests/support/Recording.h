#pragma once

#include "rules/join/InSourceTerms.h"
#include "rules/join/Join.h"
#include "tests/support/FactsBuilder.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Findings as a recording gives them, made of the facts that they are to be found in.
namespace fsfind::test {

inline constexpr const char *kBuilt =
    "/ci/build/a.cpp"; ///< the sources' a.cpp, as debug info names it

/// A recording of a build of `facts` in another folder; debug info has no columns.
class Recording {
public:
  explicit Recording(const FactsBuilder &facts) : facts_(facts) {}

  Place place(FactPlace at) const { return {kBuilt, at.line, 0}; }

  /// Of the object that the variable is, or of an element of it.
  Finding of(std::string_view rule, VariableIndex variable, TypeIndex object) const {
    Finding finding;
    finding.rule = rule;
    finding.verdict = Verdict::Measured;
    finding.confidence = Confidence::High;
    finding.object.kind = ObjectKind::Global;
    const FactVariable &holder = facts_.build().variable(variable);
    finding.object.name = holder.name;
    finding.object.declared = place(holder.place);
    finding.object.type = facts_.build().type(object).text;
    finding.object.size = facts_.build().type(object).size;
    finding.location = finding.object.declared;
    finding.cost.latency_share = 0.5;
    return finding;
  }

  void add(Finding &finding, TypeIndex record, const std::string &name, const std::string &path,
           std::uint64_t record_at, const std::vector<std::string> &writers,
           std::uint64_t hitm = 10) const {
    const FactRecord &one = facts_.build().record(*facts_.build().type(record).record);
    for (const FactMember &member : one.members)
      if (member.name == name) {
        FindingMember used;
        used.path = path;
        used.declared = place(member.place);
        used.offset = record_at + member.offset;
        used.size = member.size;
        used.writers = writers;
        used.hitm = hitm;
        finding.members.push_back(used);
      }
  }

private:
  const FactsBuilder &facts_;
};

inline FileMatch filesOf(const Finding &finding, const Facts &facts) {
  return matchFiles({finding}, {}, facts.paths());
}

/// Of a finding that is about one place.
inline std::optional<Finding> only(const std::optional<SourceFindings> &told) {
  if (!told)
    return std::nullopt;
  EXPECT_EQ(told->places.size(), 1U);
  return told->places.front();
}

inline std::optional<Finding> terms(const Finding &finding, const FactsBuilder &f) {
  return only(inSourceTerms(finding, FactLookup(f.build()), filesOf(finding, f.build())));
}

inline std::vector<std::string> pathsOf(const Finding &finding) {
  std::vector<std::string> paths;
  for (const FindingMember &member : finding.members)
    paths.push_back(member.path);
  return paths;
}

} // namespace fsfind::test
