#include "rules/model/ContentDigest.h"

#include <gtest/gtest.h>

namespace fsfind::test {

// As `b2sum -l 256` prints them: no byte, a part of a block, a block, and a byte more.
TEST(ContentDigest, IsBlake2b) {
  EXPECT_EQ(contentDigest(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(contentDigest("abc"),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(contentDigest(std::string(128, 'x')),
            "164ffb7089bae6f5a62fb0795e751dc9e88eac92e1a5b2fafe93a25abf2d9c3b");
  EXPECT_EQ(contentDigest(std::string(129, 'x')),
            "03b0758fa71d249c846c2304a2b9996e6ae66ffa7e5528f9e612e089a360fc8d");
  EXPECT_EQ(contentDigest("").size(), kDigestDigits);
}

} // namespace fsfind::test
