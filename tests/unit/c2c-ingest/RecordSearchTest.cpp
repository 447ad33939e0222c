// Records found by name in compiled programs; offsets are held to pahole by tests/oracle.
#include "c2c-ingest/debuginfo/RecordSearch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

namespace fsfind::debuginfo {
namespace recordSearchTest {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char *kCxx = R"(
#include <mutex>
namespace a { struct Cell { int x; }; }
namespace b { struct Cell { int x, y; }; }
template <class T> struct Ring { alignas(64) T head; T tail; std::mutex lock; struct { T low, high; } mark; };
typedef struct { char tag; long value; } pair_of;
struct Uncopied {}; struct Unmoved : Uncopied {};
struct Bucket : Unmoved { long lock, list; };
Ring<long> ring; Ring<int> small; a::Cell one; b::Cell two; pair_of pair; Bucket bucket;
int main() { struct Cell { long z; } local{1}; return static_cast<int>(local.z) + one.x + two.y; }
)";
constexpr const char *kGo = R"(
package main

type Inner struct{ a, b int32 }
type Meter struct {
	hits  int64
	inner Inner
	name  string
}

var meter = &Meter{}

func main() { meter.hits++; println(meter.hits, meter.inner.a, meter.name) }
)";
constexpr const char *kRust = R"(
use std::sync::atomic::{AtomicU64, Ordering};
#[repr(C)]
struct Meter { hits: AtomicU64, on: bool, misses: AtomicU64 }
static METER: Meter = Meter { hits: AtomicU64::new(0), on: true, misses: AtomicU64::new(0) };
fn main() { METER.hits.fetch_add(1, Ordering::Relaxed); println!("{} {}", METER.on, METER.misses.load(Ordering::Relaxed)); }
)";

class RecordSearchTest : public testing::Test {
protected:
  bool compile(const std::string &command, const std::string &file, const char *source) {
    if (std::system(("command -v " + command.substr(0, command.find(' ')) + " >/dev/null").c_str()))
      return false;
    std::string pattern = (fs::temp_directory_path() / "fsfind-records-XXXXXX").string();
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::ofstream(folder_ / file) << source;
    EXPECT_EQ(std::system(("cd " + pattern + " && " + command + " " + file).c_str()), 0);
    auto module = Module::open((folder_ / "p").string(), {}, {});
    EXPECT_TRUE(module);
    if (module)
      module_ = std::move(*module);
    return module_ != nullptr;
  }
  void TearDown() override {
    if (!folder_.empty())
      fs::remove_all(folder_);
  }
  std::vector<std::string> namesOf(const std::string &wanted) {
    std::vector<std::string> names;
    for (const TypeLayout &layout : module_->recordsNamed(wanted).layouts)
      names.push_back(layout.name);
    return names;
  }
  /// `path@offset+size` of each member of the only record of that name.
  std::vector<std::string> membersOf(const std::string &wanted) {
    std::vector<std::string> members;
    const auto found = module_->recordsNamed(wanted);
    EXPECT_EQ(found.layouts.size(), 1U);
    for (const TypeLayout &layout : found.layouts)
      for (const LaidOutMember &member : layout.members)
        members.push_back(member.path + "@" + std::to_string(member.offset) + "+" +
                          std::to_string(member.size));
    return members;
  }

  fs::path folder_;
  std::unique_ptr<Module> module_;
};

TEST_F(RecordSearchTest, NamesOfCxxAreWholeOrEndSo) {
  if (!compile("g++ -g -o p", "p.cpp", kCxx))
    GTEST_SKIP() << "g++ is not installed";
  EXPECT_THAT(namesOf("Cell"), ElementsAre("a::Cell", "b::Cell", "main()::Cell"));
  EXPECT_THAT(namesOf("struct b::Cell"), ElementsAre("b::Cell"));
  EXPECT_THAT(namesOf("Ring"), ElementsAre("Ring<long>", "Ring<int>"));
  EXPECT_THAT(namesOf("Ring<int>"), ElementsAre("Ring<int>"));
  EXPECT_THAT(namesOf("struct Ring< int >"), ElementsAre("Ring<int>"));
  EXPECT_THAT(namesOf("ing<int>"), IsEmpty());
  EXPECT_THAT(namesOf("pair_of"), ElementsAre("pair_of"));
  EXPECT_THAT(namesOf("mutex"), ElementsAre("std::mutex"));
  EXPECT_THAT(module_->recordsNamed("nothing").names, testing::Contains("Ring"));
}

TEST_F(RecordSearchTest, MembersOfAuthorsRecordsAreOpenedAndThoseOfLibrariesNot) {
  if (!compile("g++ -g -o p", "p.cpp", kCxx))
    GTEST_SKIP() << "g++ is not installed";
  EXPECT_THAT(membersOf("Ring<long>"),
              ElementsAre("head@0+8", "tail@8+8", "lock@16+40", "mark.low@56+8", "mark.high@64+8"));
  const TypeLayout ring = module_->recordsNamed("Ring<long>").layouts.at(0);
  EXPECT_EQ(ring.size, 128U);
  EXPECT_EQ(ring.align, 64U);
  EXPECT_THAT(holesOf(ring), ElementsAre(LayoutHole{72, 56}));
  EXPECT_EQ(ring.parts.size(), 4U);
}

TEST_F(RecordSearchTest, EmptyBasesTakeNoBytesOfALayout) {
  if (!compile("g++ -g -o p", "p.cpp", kCxx))
    GTEST_SKIP() << "g++ is not installed";
  const TypeLayout bucket = module_->recordsNamed("Bucket").layouts.at(0);
  ASSERT_EQ(bucket.parts.size(), 2U);
  EXPECT_EQ(bucket.parts[0].name, "lock");
}

TEST_F(RecordSearchTest, GoAndRust) {
  if (!compile("go build -o p", "p.go", kGo))
    GTEST_SKIP() << "go is not installed";
  EXPECT_THAT(membersOf("Meter"),
              ElementsAre("hits@0+8", "inner.a@8+4", "inner.b@12+4", "name@16+16"));
  EXPECT_THAT(namesOf("main.Meter"), ElementsAre("main.Meter"));
  fs::remove_all(folder_);
  if (!compile("rustc -g -o p", "p.rs", kRust))
    GTEST_SKIP() << "rustc is not installed";
  EXPECT_THAT(membersOf("Meter"), ElementsAre("hits@0+8", "on@8+1", "misses@16+8"));
}

} // namespace recordSearchTest
} // namespace fsfind::debuginfo
