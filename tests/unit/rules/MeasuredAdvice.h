#pragma once

#include "analyzer/knowledge/Knowledge.h"
#include "rules/model/RuleIds.h"
#include "rules/remedy/recording/AdviseMeasured.h"

#include <gtest/gtest.h>

#include <memory>

/// Findings as a recording shows them, and what is advised on them.
namespace fsfind {

inline FindingMember member(const std::string &path, std::uint64_t offset,
                            std::vector<std::string> writers,
                            std::vector<std::string> readers = {}) {
  FindingMember one;
  one.path = path;
  one.offset = offset;
  one.size = 8;
  one.writers = std::move(writers);
  one.readers = std::move(readers);
  return one;
}

inline RecordInfo record(std::string name, RecordMembers members, std::uint64_t size) {
  RecordInfo info;
  info.name = std::move(name);
  info.size = size;
  info.members = std::make_shared<const RecordMembers>(std::move(members));
  return info;
}

inline Finding fields(const std::string &file) {
  Finding finding;
  finding.rule = kRuleAdjacentThreadFields;
  finding.location = {file, 3, 0};
  finding.members = {member("inner.tail", 16, {"12"}), member("inner.head", 8, {"11"})};
  finding.record = record(
      "Queue",
      {{"capacity", "int", 0, 4, 4}, {"head", "long", 8, 8, 8}, {"tail", "long", 16, 8, 8}}, 24);
  finding.cost.latency_share = 0.5;
  return finding;
}

inline Finding slots(const std::string &file) {
  Finding finding;
  finding.rule = kRulePerThreadSlots;
  finding.location = {file, 9, 0};
  finding.object.name = "counts";
  finding.object.type = "long";
  finding.object.size = 8;
  finding.members = {member("counts", 0, {"11", "12"})};
  finding.cost.latency_share = 0.5;
  return finding;
}

inline std::vector<Advice> adviceOn(Finding finding) {
  adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords());
  EXPECT_EQ(finding.advice.empty(), !finding.no_advice.empty());
  return finding.advice;
}

inline std::string whyNone(Finding finding) {
  adviseMeasured(finding, 64, analyzer::Knowledge::builtIn().nameWords());
  return finding.no_advice;
}

inline std::vector<Remedy> remediesOf(const Finding &finding) {
  std::vector<Remedy> remedies;
  for (const Advice &one : adviceOn(finding))
    remedies.push_back(one.remedy);
  return remedies;
}

} // namespace fsfind
