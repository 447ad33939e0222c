#include "rules/join/Join.h"
#include "tests/support/FindingBuilder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace fsfind::test {
namespace joinManyTest {

constexpr const char *kBuilt = "/ci/build/src/queue.h";
constexpr const char *kSource = "/srv/code/src/queue.h";

/// Two members of a record of their own.
template <class Builder> Finding fieldsOf(Builder builder, const char *file, std::uint32_t number) {
  const std::string name = std::to_string(number);
  return builder.member("head" + name, file, 2 * number + 1)
      .member("tail" + name, file, 2 * number + 2)
      .cost(30, 0.5);
}

TEST(JoinMany, EachFindingMeetsItsOwn) {
  constexpr std::uint32_t kMany = 4000;
  std::vector<Finding> shown, told;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    shown.push_back(fieldsOf(measured("adjacent-thread-fields"), kBuilt, i));
    told.push_back(fieldsOf(latent("adjacent-thread-fields"), kSource, 2 * i));
  }
  const auto all = join({shown, 60, false}, told, {kSource});
  const auto confirmed = std::count_if(all.begin(), all.end(), [](const Finding &finding) {
    return finding.verdict == Verdict::Confirmed;
  });
  EXPECT_EQ(confirmed, kMany / 2) << "of every second one the sources tell nothing";
  EXPECT_EQ(all.size(), kMany + kMany / 2);
}

} // namespace joinManyTest
} // namespace fsfind::test
