// Names of code made at run time: perf's maps and jitdump.
#include "c2c-ingest/jit/CodeFile.h"
#include "c2c-ingest/jit/CodeNames.h"
#include "tests/support/ByteWriter.h"
#include "tests/support/TemporaryFolder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace fsfind::jit {
namespace jitNamesTest {

using test::ByteWriter;
using test::TemporaryFolder;

std::string nameAt(const CodeNames &names, std::uint64_t address) {
  const auto found = names.at.find(address);
  return found == names.at.end() ? "-" : found->second.function;
}

TEST(JitNames, OfAMapWithAndWithout0x) {
  const CodeNames names = namesInMap("1000 10 Function:~serve /app/a.js:3\n"
                                     "0x0000000000002000 0X20 void shop.Counter.hit(long, int)\r\n",
                                     {0xfff, 0x1000, 0x100f, 0x1010, 0x201f});
  EXPECT_EQ(nameAt(names, 0xfff), "-");
  EXPECT_EQ(nameAt(names, 0x1000), "Function:~serve /app/a.js:3");
  EXPECT_EQ(nameAt(names, 0x100f), "Function:~serve /app/a.js:3");
  EXPECT_EQ(nameAt(names, 0x1010), "-");
  EXPECT_EQ(nameAt(names, 0x201f), "void shop.Counter.hit(long, int)");
  EXPECT_EQ(names.at.at(0x201f).begin, 0x2000U);
  EXPECT_EQ(names.bad, 0U);
}

TEST(JitNames, LaterLinesOverrideEarlierOnesWhereTheyOverlap) {
  const CodeNames names =
      namesInMap("1000 100 old\n1040 40 new\n", {0x1000, 0x1040, 0x107f, 0x1080});
  EXPECT_EQ(nameAt(names, 0x1000), "old");
  EXPECT_EQ(nameAt(names, 0x1040), "new");
  EXPECT_EQ(nameAt(names, 0x107f), "new");
  EXPECT_EQ(nameAt(names, 0x1080), "old");
}

TEST(JitNames, LinesThatAreNoneAreCounted) {
  const std::string text = "1000 10 good\n\nxyz 10 a\n1000\n1000 10\n1000 10 \n-5 10 a\n"
                           "11112222333344445555 10 a\n1000 10 " +
                           std::string(kLongestName + 1, 'a') + "\n1000 10 a" +
                           std::string(1, '\0') + "b\n2000 8 torn";
  const CodeNames names = namesInMap(text, {0x1000, 0x2000});
  EXPECT_EQ(nameAt(names, 0x1000), "good");
  EXPECT_EQ(nameAt(names, 0x2000), "torn");
  EXPECT_EQ(names.bad, 8U);
}

TEST(JitNames, OfManyAddressesTakeNoMoreThanTheirRoom) {
  std::set<std::uint64_t> addresses;
  for (std::uint64_t at = 0x100000; at < 0x100000 + 10'000; ++at)
    addresses.insert(at);
  const CodeNames names =
      namesInMap("100000 100000 " + std::string(kLongestName, 'a') + "\n", addresses);
  EXPECT_LT(names.at.size() * kLongestName, std::size_t{1} << 27);
  EXPECT_FALSE(names.at.empty());
  EXPECT_EQ(names.at.size() + names.bad, addresses.size());
}

TEST(JitNames, OfCodeAtTheEndOfMemory) {
  const CodeNames names = namesInMap("fffffffffffffff0 ffffffffffffffff all\n", {8, UINT64_MAX});
  EXPECT_EQ(nameAt(names, UINT64_MAX), "all");
  EXPECT_EQ(nameAt(names, 8), "-");
}

class Dumped {
public:
  explicit Dumped(std::endian order = std::endian::little) : order_(order), out_(order) {
    out_.u32(0x4A695444).u32(1).u32(40).u32(62).u32(0).u32(7).u64(1).u64(0);
  }
  Dumped &load(std::uint64_t begin, std::uint64_t size, std::uint64_t index,
               std::string_view name) {
    ByteWriter body(order_);
    body.u32(7).u32(7).u64(begin).u64(begin).u64(size).u64(index).text(name).u8(0);
    body.zeros(std::min<std::uint64_t>(size, 64)); // the code
    return record(0, body);
  }
  Dumped &move(std::uint64_t from, std::uint64_t to, std::uint64_t size, std::uint64_t index) {
    ByteWriter body(order_);
    return record(1, body.u32(7).u32(7).u64(to).u64(from).u64(to).u64(size).u64(index));
  }
  Dumped &
  lines(std::uint64_t code,
        const std::vector<std::tuple<std::uint64_t, std::uint32_t, std::string_view>> &lines) {
    ByteWriter body(order_);
    body.u64(code).u64(lines.size());
    for (const auto &[address, line, file] : lines)
      body.u64(address).u32(line).u32(0).text(file).u8(0);
    return record(2, body);
  }
  Dumped &record(std::uint32_t kind, const ByteWriter &body) {
    out_.u32(kind).u32(static_cast<std::uint32_t>(body.size() + 16)).u64(5).raw(body.bytes());
    return *this;
  }
  [[nodiscard]] perf::Bytes bytes() const { return out_.bytes(); }

private:
  std::endian order_;
  ByteWriter out_;
};

TEST(JitNames, OfADumpOfEitherByteOrder) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Dumped dump(order);
    dump.load(0x1000, 0x40, 1, "first").load(0x1040, 0x40, 2, "second");
    const CodeNames names = namesInDump(dump.bytes(), {0x103f, 0x1040, 0x1080});
    EXPECT_EQ(nameAt(names, 0x103f), "first");
    EXPECT_EQ(nameAt(names, 0x1040), "second");
    EXPECT_EQ(nameAt(names, 0x1080), "-");
    EXPECT_EQ(names.bad, 0U);
  }
}

TEST(JitNames, OfCodeThatWasMovedAndOfCodeThatTookItsPlace) {
  Dumped dump;
  dump.load(0x1000, 0x40, 1, "first").move(0x1000, 0x3000, 0x40, 1).load(0x1000, 0x20, 2, "next");
  const CodeNames names = namesInDump(dump.bytes(), {0x1000, 0x1030, 0x3010});
  EXPECT_EQ(nameAt(names, 0x1000), "next");
  EXPECT_EQ(nameAt(names, 0x3010), "first");
}

TEST(JitNames, DebugInfoOfADumpTellsLines) {
  Dumped dump;
  dump.lines(0x1000, {{0x1000, 3, "/src/A.java"}, {0x1010, 7, "\xff"}, {0x1020, 9, "/src/B.java"}});
  dump.load(0x1000, 0x40, 1, "first").load(0x1040, 0x40, 2, "second");
  const CodeNames names = namesInDump(dump.bytes(), {0x1008, 0x1010, 0x103f, 0x1040});
  EXPECT_EQ(names.at.at(0x1008).place, (Place{"/src/A.java", 3, 0}));
  EXPECT_EQ(names.at.at(0x1010).place, (Place{"/src/A.java", 7, 0}));
  EXPECT_EQ(names.at.at(0x103f).place, (Place{"/src/B.java", 9, 0}));
  EXPECT_FALSE(names.at.at(0x1040).place.known());
}

TEST(JitNames, OfATornDumpAreThoseBeforeTheTear) {
  Dumped dump;
  dump.load(0x1000, 0x40, 1, "first").load(0x1040, 0x40, 2, "second");
  const perf::Bytes all = dump.bytes();
  for (std::size_t size = 0; size < all.size(); ++size) {
    const CodeNames names = namesInDump(all.first(size), {0x1000, 0x1040});
    EXPECT_EQ(nameAt(names, 0x1040), "-") << size;
    EXPECT_LE(names.bad, 1U);
  }
  EXPECT_EQ(namesInDump(all.subspan(4), {0x1000}).bad, 1U);
}

class JitFile : public testing::Test {
protected:
  Expected<std::optional<std::string>> read(const std::string &name) const {
    return readCodeFile(folder_.pathOf(name), input::kPerfMap, folder_.path());
  }
  TemporaryFolder folder_;
};

TEST_F(JitFile, IsReadWhereThereIsOne) {
  folder_.write("perf-7.map", "1000 10 a\n");
  EXPECT_EQ(read("perf-7.map").value().value_or("-"), "1000 10 a\n");
  EXPECT_FALSE(read("perf-8.map").value().has_value());
}

TEST_F(JitFile, IsNoLinkNoPipeAndNoFolder) {
  folder_.write("secret", "1000 10 a\n");
  std::filesystem::create_symlink(folder_.pathOf("secret"), folder_.pathOf("perf-1.map"));
  ASSERT_EQ(::mkfifo(folder_.pathOf("perf-2.map").c_str(), 0600), 0);
  std::filesystem::create_directory(folder_.pathOf("perf-3.map"));
  for (const char *name : {"perf-1.map", "perf-2.map", "perf-3.map"})
    EXPECT_FALSE(read(name)) << name;
}

TEST_F(JitFile, OfAnotherUserIsNotRead) {
  folder_.write("perf-7.map", "1000 10 a\n");
  if (::chown(folder_.pathOf("perf-7.map").c_str(), 12345, 12345) != 0)
    GTEST_SKIP() << "only the superuser can give files away";
  EXPECT_FALSE(read("perf-7.map"));
  ASSERT_EQ(::chown(folder_.path().c_str(), 12345, 12345), 0);
  EXPECT_TRUE(read("perf-7.map")) << "who has the folder has the recording, too";
}

} // namespace jitNamesTest
} // namespace fsfind::jit
