// Laws of the join, on findings made at random: of few files, lines, names and rules, so that many
// agree.
#include "rules/join/Join.h"

#include "rules/codec/JsonParts.h"
#include "tests/support/FindingBuilder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace fsfind::test {
namespace joinLawsTest {

constexpr unsigned kRounds = 300;

class RandomFindings {
public:
  explicit RandomFindings(unsigned seed) : random_(seed) {}

  std::vector<Finding> some(Verdict verdict) {
    std::vector<Finding> findings;
    for (std::size_t count = below(8); count > 0; --count)
      findings.push_back(one(verdict, findings.size()));
    return findings;
  }

  void shuffle(std::vector<Finding> &findings) {
    std::shuffle(findings.begin(), findings.end(), random_);
  }

private:
  std::size_t below(std::size_t end) { return random_() % end; }

  Finding one(Verdict verdict, std::size_t number) {
    static const char *const rules[] = {"fsfind-per-thread-slots", "fsfind-adjacent-thread-fields",
                                        "fsfind-contended-atomic", "fsfind-ineffective-padding"};
    static const char *const files[] = {"/a/x.h", "b/x.h", "y.h"};
    static const char *const names[] = {"head", "tail", "q.slots[].head"};
    FindingBuilder builder(verdict, rules[below(4)]);
    for (std::size_t members = below(3); members > 0; --members)
      builder.member(names[below(3)], files[below(3)], static_cast<std::uint32_t>(1 + below(2)));
    builder.at(files[below(3)], static_cast<std::uint32_t>(1 + below(3)));
    builder.confidence(static_cast<Confidence>(below(3)));
    builder.message(std::to_string(number) + (verdict == Verdict::Latent ? " said" : " shown"));
    if (verdict == Verdict::Measured)
      builder.cost(below(5), static_cast<double>(below(5)) / 10);
    Finding finding = builder;
    finding.rank = static_cast<std::uint32_t>(number + 1);
    return finding;
  }

  std::mt19937 random_;
};

std::string text(const std::vector<Finding> &findings) {
  codec::Json json = codec::Json::array();
  for (const Finding &finding : findings)
    json.push_back(codec::findingJson(finding));
  return json.dump(1);
}

/// Messages of what a result was made of.
std::vector<std::string> origins(const std::vector<Finding> &findings) {
  std::vector<std::string> messages;
  for (const Finding &finding : findings) {
    if (finding.sides.empty())
      messages.push_back(finding.message);
    for (const FindingSide &side : finding.sides)
      messages.push_back(side.message);
  }
  std::sort(messages.begin(), messages.end());
  return messages;
}

TEST(JoinLaws, EachFindingIsInExactlyOneResult) {
  std::size_t confirmed = 0;
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFindings random(seed);
    const auto measured = random.some(Verdict::Measured), latent = random.some(Verdict::Latent);
    std::vector<Finding> all = measured;
    all.insert(all.end(), latent.begin(), latent.end());
    const auto findings = join({measured, 10, false}, latent, {});
    EXPECT_EQ(origins(findings), origins(all)) << seed;
    confirmed += countOf(findings, Verdict::Confirmed);
  }
  EXPECT_GT(confirmed, kRounds / 10);
}

TEST(JoinLaws, OrderDoesNotMatter) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFindings random(seed);
    auto measured = random.some(Verdict::Measured), latent = random.some(Verdict::Latent);
    const std::string once = text(join({measured, 10, false}, latent, {}));
    random.shuffle(measured);
    random.shuffle(latent);
    EXPECT_EQ(text(join({measured, 10, false}, latent, {})), once) << seed;
  }
}

TEST(JoinLaws, JoiningWithNothingChangesNothing) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    RandomFindings random(seed);
    const auto latent = join({}, random.some(Verdict::Latent), {});
    EXPECT_EQ(text(join({}, latent, {})), text(latent)) << seed;
    const auto measured = join({random.some(Verdict::Measured), 10, false}, {}, {});
    EXPECT_EQ(text(join({measured, 10, false}, {}, {})), text(measured)) << seed;
    EXPECT_EQ(countOf(measured, Verdict::Measured), measured.size());
  }
}

/// Members of one declaration, each written by a role or thread of its own name.
Finding ofCursors(Verdict verdict, std::mt19937 &random) {
  static const char *const paths[] = {"v", "head.v", "tail.v", "q.head.v", "q.tail.v", "q.s[].v"};
  FindingBuilder builder(verdict, "fsfind-adjacent-thread-fields");
  for (const char *path : paths)
    if (random() % 2 == 0)
      builder.member(path, verdict == Verdict::Latent ? "/a/x.h" : "/built/x.h", 3);
  Finding finding = builder;
  for (FindingMember &member : finding.members)
    member.writers = {member.path};
  return finding;
}

TEST(JoinLaws, NoMemberIsLostOrBecomesAnother) {
  std::size_t confirmed = 0;
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    std::mt19937 random(seed);
    const Finding measured = ofCursors(Verdict::Measured, random),
                  latent = ofCursors(Verdict::Latent, random);
    const auto findings = join({{measured}, 10, false}, {latent}, {});
    if (findings.size() != 1 || findings[0].verdict != Verdict::Confirmed)
      continue;
    ++confirmed;
    std::vector<std::string> writers, expected, roles;
    for (const FindingMember &member : findings[0].members) {
      EXPECT_LE(member.writers.size(), 1U) << seed;
      EXPECT_LE(member.written_by.size(), 1U) << seed;
      writers.insert(writers.end(), member.writers.begin(), member.writers.end());
      roles.insert(roles.end(), member.written_by.begin(), member.written_by.end());
    }
    for (const FindingMember &member : measured.members)
      expected.push_back(member.path);
    EXPECT_EQ(writers, expected) << seed;
    for (const FindingMember &member : latent.members)
      EXPECT_NE(std::find(roles.begin(), roles.end(), member.path), roles.end()) << seed;
  }
  EXPECT_GT(confirmed, kRounds / 10);
}

} // namespace joinLawsTest
} // namespace fsfind::test
