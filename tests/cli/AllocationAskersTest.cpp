// Whom reports name as the one who allocated memory: the code that asked for it, through whatever
// functions handed it on.
#include "c2c-ingest/Ingest.h"
#include "tests/cli/Run.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace fsfind::test {
namespace allocationAskersTest {

/// Blocks of 96, 160, 224 and 288 bytes by wrappers of wrappers. A maker of one type is no wrapper.
constexpr const char *kC = R"(
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *take(size_t size) { void *block; return posix_memalign(&block, 32, size) == 0 ? block : 0; }
static void *take_or_end(size_t size) { void *block = take(size); if (!block) abort(); return block; }
static void *take_zeroed(size_t count, size_t size) {
  void *block = take_or_end(count * size);
  return memset(block, 0, count * size);
}
static int take_to(void **block, int nbytes) { *block = calloc(1, nbytes); return *block == 0; }
struct page { volatile long words[36]; };
static struct page *make_page(int kind) { struct page *made = malloc(sizeof *made); made->words[0] = kind; return made; }
static volatile long *rows, *sums, *marks, *pages;
__attribute__((noinline)) static void make_rows(int n) { rows = take_zeroed(n, 32); }
__attribute__((noinline)) static void make_sums(int n) { sums = take_or_end(n * sizeof(long)); }
__attribute__((noinline)) static void make_marks(void) { if (take_to((void **)&marks, 224)) abort(); }
__attribute__((noinline)) static void make_pages(void) { pages = (volatile long *)make_page(1); }
static void *run(void *argument) {
  const long mine = argument ? 2 : 3; // on one line, as memory is aligned to 16 bytes
  for (int i = 0; i < 3000; ++i) { ++rows[mine]; ++sums[mine]; ++marks[mine]; ++pages[mine]; }
  return 0;
}
int main(void) {
  make_rows(3); make_sums(20); make_marks(); make_pages();
  pthread_t other;
  pthread_create(&other, 0, run, &other);
  run(0);
  pthread_join(other, 0);
  return 0;
}
)";

/// The same sizes by a replaced operator new, a container, its allocator, and make_unique.
constexpr const char *kCxx = R"(
#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>
#define STAY __asm__ volatile("" ::: "memory"); // a call at the end would be a jump
void *operator new(std::size_t size) { if (void *block = std::malloc(size)) return block; throw std::bad_alloc(); }
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }
struct Slot { volatile long hits, misses; };
template <class T> struct Own {
  using value_type = T;
  Own() = default;
  template <class U> Own(const Own<U> &) {}
  T *allocate(std::size_t n) { return static_cast<T *>(std::malloc(n * sizeof(T))); }
  void deallocate(T *block, std::size_t) { std::free(block); }
  bool operator==(const Own &) const { return true; }
  bool operator!=(const Own &) const { return false; }
};
static std::vector<Slot> rows;
static std::vector<Slot, Own<Slot>> sums;
static std::unique_ptr<Slot[]> marks;
static Slot *pages;
__attribute__((noinline)) static void make_rows(int n) { rows.resize(n); STAY }
__attribute__((noinline)) static void make_sums(int n) { sums.resize(n); STAY }
__attribute__((noinline)) static void make_marks() { marks = std::make_unique<Slot[]>(14); STAY }
__attribute__((noinline)) static void make_page() { pages = new Slot[18](); STAY }
static void add(Slot &slot, bool hit) { // both members are on one line, as memory is aligned to 16 bytes
  volatile long &one = hit ? slot.hits : slot.misses;
  one = one + 1;
}
static void run(bool hit) {
  for (int i = 0; i < 3000; ++i) { add(rows[1], hit); add(sums[1], hit); add(marks[1], hit); add(pages[1], hit); }
}
int main() {
  make_rows(6); make_sums(10); make_marks(); make_page();
  std::thread other(run, true);
  run(false);
  other.join();
}
)";

struct Build {
  const char *name, *command, *source;
};

class AllocationAskers : public testing::TestWithParam<Build> {};

/// By size of the block.
using Askers = std::map<std::uint64_t, std::set<std::string>>;

/// Of a program of sources in the folder, as a recording tells; empty if there is none.
Askers askersIn(const TemporaryFolder &folder, const std::string &command,
                const std::string &sources) {
  const std::string program = folder.pathOf("program"), data = folder.pathOf("perf.data");
  EXPECT_EQ(run(command + " -g -pthread " + sources + " -o " + program).exit_code, 0);
  const RunResult recorded =
      run("\"$FSFIND\" record --engine=simulate -q -o " + data + " " + program);
  EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
  const auto profile = ingest::ingest(data, {});
  EXPECT_TRUE(profile);
  Askers askers;
  if (profile)
    for (const Target &target : profile->targets)
      if (target.object.block_size != 0)
        askers[target.object.block_size].insert(target.object.allocated.function);
  return askers;
}

TEST_P(AllocationAskers, AreNoAllocators) {
  const Build &build = GetParam();
  if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  TemporaryFolder folder;
  const std::string source = folder.pathOf(build.source == kC ? "a.c" : "a.cpp");
  folder.write(build.source == kC ? "a.c" : "a.cpp", build.source);
  Askers askers = askersIn(folder, build.command, source);
  EXPECT_EQ(askers[96], std::set<std::string>{"make_rows"});
  EXPECT_EQ(askers[160], std::set<std::string>{"make_sums"});
  EXPECT_EQ(askers[224], std::set<std::string>{"make_marks"});
  EXPECT_EQ(askers[288], std::set<std::string>{"make_page"});
}

/// A package that was fetched makes two kinds of blocks, one of them for itself.
TEST(AllocationAskersOfPackages, AreWhoeverCallsThese) {
  if (const std::string missing = missingCompiler() + missingEmulator(); !missing.empty())
    GTEST_SKIP() << missing;
  TemporaryFolder folder;
  const std::string package = folder.pathOf("registry/src/index-1/rows-0.1.0");
  ASSERT_EQ(run("mkdir -p " + package).exit_code, 0);
  folder.write("registry/src/index-1/rows-0.1.0/rows.c", R"(
#include <stdlib.h>
volatile long *notes;
volatile long *rows_new(int kind) { volatile long *rows = calloc(1, 96); rows[0] = kind; return rows; }
__attribute__((constructor)) static void begin(void) { notes = calloc(1, 160); }
)");
  folder.write("main.c", R"(
#include <pthread.h>
volatile long *rows_new(int kind);
extern volatile long *notes;
static volatile long *rows;
static void *run(void *argument) {
  const long mine = argument ? 2 : 3; // on one line, as memory is aligned to 16 bytes
  for (int i = 0; i < 3000; ++i) { ++rows[mine]; ++notes[mine]; }
  return 0;
}
__attribute__((noinline)) static void make_rows(void) { rows = rows_new(1); }
int main(void) {
  make_rows();
  pthread_t other;
  pthread_create(&other, 0, run, &other);
  run(0);
  pthread_join(other, 0);
  return 0;
}
)");
  Askers askers = askersIn(folder, "cc -O1", folder.pathOf("main.c") + " " + package + "/rows.c");
  EXPECT_EQ(askers[96], std::set<std::string>{"make_rows"});
  EXPECT_EQ(askers[160], std::set<std::string>{"begin"}) << "nobody else asked";
}

INSTANTIATE_TEST_SUITE_P(Builds, AllocationAskers,
                         testing::Values(Build{"CO0", "cc -O0", kC}, Build{"CO2", "cc -O2", kC},
                                         Build{"CxxO0", "c++ -std=c++17 -O0", kCxx},
                                         Build{"CxxO2", "c++ -std=c++17 -O2", kCxx}),
                         [](const auto &one) { return std::string(one.param.name); });

} // namespace allocationAskersTest
} // namespace fsfind::test
