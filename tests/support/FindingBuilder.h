#pragma once

#include "rules/model/Finding.h"

#include <string>
#include <utility>

/// Composes findings by hand, for tests of what joins and compares them.
namespace fsfind::test {

class FindingBuilder {
public:
  FindingBuilder(Verdict verdict, std::string rule) {
    finding_.verdict = verdict;
    finding_.rule = std::move(rule);
    finding_.confidence = Confidence::High;
    finding_.message = verdict == Verdict::Latent ? "said by the source" : "shown by samples";
  }

  /// At a line of `file`; the first one is the finding's place.
  FindingBuilder &member(const std::string &path, const std::string &file, std::uint32_t line,
                         std::uint32_t column = 0) {
    const bool latent = finding_.verdict == Verdict::Latent;
    FindingMember member;
    member.path = path;
    member.declared = {file, line, column};
    member.writers = {latent ? "produce" : "17"};
    member.hitm = latent ? 0 : 10;
    finding_.members.push_back(std::move(member));
    return finding_.location.known() ? *this : at(file, line, column);
  }
  FindingBuilder &at(const std::string &file, std::uint32_t line, std::uint32_t column = 0) {
    finding_.location = {file, line, column};
    return *this;
  }
  FindingBuilder &related(const std::string &file, std::uint32_t line) {
    finding_.related.push_back({{file, line, 3}, "code"});
    return *this;
  }
  FindingBuilder &object(const std::string &name, const Place &declared) {
    finding_.object.name = name;
    finding_.object.declared = declared;
    return *this;
  }
  FindingBuilder &cost(std::uint64_t hitm, double share) {
    finding_.cost.hitm = hitm;
    finding_.cost.latency_share = share;
    finding_.lines = {0x1000 + hitm};
    return *this;
  }
  FindingBuilder &confidence(Confidence confidence) {
    finding_.confidence = confidence;
    return *this;
  }
  FindingBuilder &sharing(Sharing sharing) {
    finding_.sharing = sharing;
    return *this;
  }
  FindingBuilder &message(const std::string &message) {
    finding_.message = message;
    return *this;
  }

  operator Finding() const { return finding_; } // NOLINT(google-explicit-constructor)

private:
  Finding finding_;
};

inline FindingBuilder measured(const std::string &rule) {
  return {Verdict::Measured, "fsfind-" + rule};
}
inline FindingBuilder latent(const std::string &rule) {
  return {Verdict::Latent, "fsfind-" + rule};
}

} // namespace fsfind::test
