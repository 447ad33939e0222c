// A recording with records in it that cannot be: what it still says is reported, with a warning.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::test {
namespace damagedRecordingTest {

using testing::HasSubstr;
using testing::IsEmpty;

/// Gives every fiftieth sample a type that there is not. `$1`: the recording, `$2`: the copy.
constexpr const char *kDamage = R"(
damage() { python3 - "$1" "$2" <<'EOF'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
at, size = struct.unpack_from("<QQ", data, 40)
end, samples, damaged = at + size, 0, 0
while at < end:
    kind, _, length = struct.unpack_from("<IHH", data, at)
    if kind == 9:
        samples += 1
        if samples % 50 == 0:
            struct.pack_into("<I", data, at, 4000 + samples)
            damaged += 1
    at += length
open(sys.argv[2], "wb").write(data)
print(damaged)
EOF
}
)";

TEST(DamagedRecording, IsReportedWithAWarning) {
  for (const std::string fixture : {"shard_stats", "hot_flag"}) {
    const RunResult whole = run("\"$FSFIND\" report $F/" + fixture + "/perf.data");
    EXPECT_THAT(whole.err, IsEmpty());
    const RunResult result =
        run(kDamage + ("n=$(damage \"$F/" + fixture +
                       "/perf.data\" perf.data) && \"$FSFIND\" "
                       "report perf.data >out; code=$?; grep -c \"$n records could not\" out; exit "
                       "$code"));
    EXPECT_EQ(result.exit_code, whole.exit_code) << result.err;
    EXPECT_EQ(result.out, "1\n") << fixture;
    EXPECT_THAT(result.err, HasSubstr("warning: "));
  }
}

} // namespace damagedRecordingTest
} // namespace fsfind::test
