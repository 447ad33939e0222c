// What the stores of compiled functions lead to: each function adds to one member, in its own way.

#include "c2c-ingest/typing/SiteTypes.h"
#include "c2c-ingest/debuginfo/TypeTable.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace fsfind::typing {
namespace siteTypesTest {

namespace fs = std::filesystem;

constexpr const char *kSource = R"(
#ifdef __clang__
#define KEEP __attribute__((noinline))
#else
#define KEEP __attribute__((noinline, noipa))
#endif
struct link { struct link *next; };
struct job { long owner; struct link link; long cost; };
struct box { int kind; struct job *job; };
struct room { struct box *boxes; };
struct tally { long hits, misses, errors; };
KEEP void branched(struct tally *tallies, long i, int hit) { if (hit) tallies[i].hits++; else tallies[i].misses++; }
KEEP void cased(struct tally *tallies, long i, int what) { switch (what) { case 0: tallies[i].hits++; break; case 1: tallies[i].misses++; break; default: tallies[i].errors++; } }
KEEP void picked(struct tally *tally, unsigned bits) { long *one = bits & 64 ? &tally->hits : &tally->misses; *one += bits; }
KEEP void opaque(void) { __asm__ volatile("" ::: "memory"); }
KEEP void direct(struct job *job) { job->cost++; }
KEEP void indexed(struct job *jobs, long i) { jobs[i].cost++; }
KEEP void walked(struct job *jobs, struct job *end) { while (jobs != end) { jobs->cost++; jobs++; opaque(); } }
KEEP void contained(struct link *link) {
  struct job *job = (struct job *)((char *)link - __builtin_offsetof(struct job, link));
  job->cost++;
}
KEEP void kept(struct job *job) { opaque(); job->cost++; opaque(); }
KEEP void either(struct job *a, struct job *b, int first) {
  struct job *job = first ? a : b;
  opaque();
  job->cost++;
}
KEEP void chased(struct room *room, long i) { room->boxes[i].job->cost++; }
KEEP void *started(void *argument) { struct job *job = argument; opaque(); job->cost++; return job; }
void *malloc(unsigned long);
static struct job *array, *head;
struct job *first_of_two, *second_of_two;
struct { struct job *jobs; } shop;
KEEP void held(long i) { array[i].cost++; }
KEEP void held_by_either(int first) { struct job *job = first ? array : head; opaque(); job->cost++; }
KEEP void held_by_member(void) { shop.jobs->cost++; }
KEEP int make(void) { struct job *made = malloc(8 * sizeof *made); if (!made) return 1; array = made; opaque(); return 0; }
KEEP void make_at_once(void) { array = malloc(8 * sizeof(struct job)); }
struct job *places[4];
KEEP int make_at(long i) { places[i] = malloc(sizeof(struct job)); opaque(); return 0; }
KEEP int make_in(struct box *box) { box->job = malloc(sizeof(struct job)); opaque(); return 0; }
KEEP int make_behind(struct job *job) { job->link.next = (struct link *)((char *)malloc(32) + 8); opaque(); return 0; }
KEEP void push(void) { struct job *made = malloc(sizeof *made); made->link.next = &head->link; made->cost = 0; made->owner = (long)head; head = made; opaque(); }
KEEP void twice(void) { struct job *made = malloc(sizeof *made); first_of_two = made; opaque(); second_of_two = made; opaque(); }
int main(void) {
  struct job jobs[4] = {0};
  struct box box = {0, jobs};
  struct room room = {&box};
  direct(jobs); indexed(jobs, 1); walked(jobs, jobs + 4); contained(&jobs[2].link); kept(jobs);
  either(jobs, jobs + 1, jobs[0].cost > 1); chased(&room, 0); started(jobs);
  struct tally tallies[2] = {{0, 0, 0}};
  branched(tallies, 1, jobs[0].cost > 3); cased(tallies, 1, (int)jobs[0].cost); picked(tallies, (unsigned)jobs[0].cost);
  make(); make_at(1); make_in(&box); make_behind(jobs); make_at_once(); push(); twice(); held(0); held_by_either(0); shop.jobs = jobs; held_by_member();
  return (int)jobs[0].cost;
}
)";
constexpr std::int64_t kCost = 16; ///< offset of job::cost

std::string outputOf(const std::string &command) {
  std::string text;
  if (FILE *pipe = popen(command.c_str(), "r")) {
    char part[4096];
    while (const std::size_t size = fread(part, 1, sizeof part, pipe))
      text.append(part, size);
    pclose(pipe);
  }
  return text;
}

class CompiledCode : public testing::Test {
protected:
  void compile(const std::string &command, const std::string &file, const char *source) {
    const std::string compiler = command.substr(0, command.find(' '));
    if (std::system(("command -v " + compiler + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << compiler << " is not installed";
    std::string pattern = (fs::temp_directory_path() / "fsfind-sites-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::ofstream(folder_ / file) << source;
    ASSERT_EQ(std::system(("cd " + pattern + " && " + command + " " + file + " -o p").c_str()), 0);
    auto module = debuginfo::Module::open((folder_ / "p").string(), {}, {});
    ASSERT_TRUE(module) << module.error().message();
    module_ = std::move(*module);
  }
  void TearDown() override {
    if (!folder_.empty())
      fs::remove_all(folder_);
  }

  std::uint64_t addressOf(const std::string &function) const {
    const std::string line =
        outputOf("nm " + (folder_ / "p").string() + " | grep ' [Tt] " + function + "$'");
    return std::strtoull(line.c_str(), nullptr, 16);
  }

  /// The views of everything that a function stores to through pointers.
  std::vector<Hypothesis> storesOf(const std::string &function) {
    SiteTypes sites(*module_);
    std::vector<Hypothesis> stores;
    const auto info = module_->functionInfo(addressOf(function));
    for (const auto &part : info ? info->code : std::vector<debuginfo::AddressRange>())
      for (std::uint64_t svma = part.begin; svma < part.end; ++svma)
        for (const Hypothesis &view : sites.at(svma, true))
          if (view.store && view.root == Hypothesis::Root::Pointer)
            stores.push_back(view);
    return stores;
  }

  /// The offsets of all members that a function's stores may lead to.
  std::set<std::int64_t> membersIn(const std::string &function, const std::string &type) {
    SiteTypes sites(*module_);
    std::set<std::int64_t> offsets;
    const auto info = module_->functionInfo(addressOf(function));
    for (const auto &part : info ? info->code : std::vector<debuginfo::AddressRange>())
      for (std::uint64_t svma = part.begin; svma < part.end; ++svma) {
        std::vector<Hypothesis> views = sites.passedAt(svma, true).views;
        if (views.empty())
          views = sites.at(svma, true);
        for (const Hypothesis &view : views)
          if (view.store && module_->types()->name(view.type) == type) {
            EXPECT_EQ(view.step % module_->types()->size(view.type), 0U);
            offsets.insert(view.offset);
          }
      }
    return offsets;
  }

  std::optional<Keeper> keeperOfAllocationIn(const std::string &function) {
    SiteTypes sites(*module_);
    sites.at(addressOf(function), true);
    EXPECT_EQ(sites.allocations().size(), 1U) << function;
    return sites.allocations().empty() ? std::nullopt : sites.allocations().front().keeper;
  }

  fs::path folder_;
  std::unique_ptr<debuginfo::Module> module_;
};

class SiteTypesTest : public CompiledCode, public testing::WithParamInterface<const char *> {
protected:
  void SetUp() override { compile(GetParam(), "p.c", kSource); }
};

TEST_P(SiteTypesTest, EveryWayToAMemberLeadsToItsObject) {
  for (const char *function :
       {"direct", "indexed", "walked", "contained", "kept", "either", "chased", "started"}) {
    SCOPED_TRACE(function);
    const std::vector<Hypothesis> stores = storesOf(function);
    ASSERT_FALSE(stores.empty());
    for (const Hypothesis &view : stores) {
      EXPECT_EQ(module_->types()->name(view.type), "job");
      const auto size = static_cast<std::int64_t>(module_->types()->size(view.type));
      EXPECT_EQ((view.offset % size + size) % size, kCost);
      EXPECT_EQ(view.step % static_cast<std::uint64_t>(size), 0U);
    }
  }
}

TEST_P(SiteTypesTest, MembersThatBranchesChooseAreAllTold) {
  EXPECT_EQ(membersIn("branched", "tally"), (std::set<std::int64_t>{0, 8}));
  EXPECT_EQ(membersIn("cased", "tally"), (std::set<std::int64_t>{0, 8, 16}));
  EXPECT_EQ(membersIn("picked", "tally"), (std::set<std::int64_t>{0, 8}));
}

TEST_P(SiteTypesTest, AnIndexIsToldAsAMultipleOfTheElement) {
  const std::vector<Hypothesis> stores = storesOf("indexed");
  ASSERT_FALSE(stores.empty());
  EXPECT_EQ(stores.front().step, module_->types()->size(stores.front().type));
}

TEST_P(SiteTypesTest, ThePointerThatLeadsToAnObjectIsToldIfItIsOneStaticVariable) {
  const std::vector<Hypothesis> stores = storesOf("held");
  ASSERT_FALSE(stores.empty());
  for (const Hypothesis &view : stores) {
    ASSERT_TRUE(view.keeper);
    EXPECT_EQ(view.keeper->name, "array");
    EXPECT_TRUE(view.keeper->declared.known());
  }
  for (const char *function : {"held_by_either", "held_by_member", "direct"}) {
    SCOPED_TRACE(function);
    for (const Hypothesis &view : storesOf(function))
      EXPECT_FALSE(view.keeper);
  }
}

TEST_P(SiteTypesTest, ThePointerThatABlockIsStoredInIsToldUnlessItIsAListsHead) {
  for (const char *function : {"make", "make_at_once"}) {
    const auto kept = keeperOfAllocationIn(function);
    ASSERT_TRUE(kept) << function;
    EXPECT_EQ(kept->name, "array");
  }
  for (const char *function : {"make_at", "make_in"}) {
    SiteTypes sites(*module_);
    sites.at(addressOf(function), true);
    ASSERT_EQ(sites.allocations().size(), 1U) << function;
    EXPECT_EQ(module_->types()->name(sites.allocations().front().type), "job") << function;
  }
  SiteTypes sites(*module_);
  sites.at(addressOf("make_behind"), true);
  EXPECT_TRUE(sites.allocations().empty()) << "it stores what lies behind something else";
  EXPECT_FALSE(keeperOfAllocationIn("push"));
  EXPECT_FALSE(keeperOfAllocationIn("twice"));
}

INSTANTIATE_TEST_SUITE_P(Builds, SiteTypesTest,
                         testing::Values("gcc -g -O0", "gcc -g -O2", "gcc -gdwarf-4 -O3",
                                         "clang-19 -g -O0", "clang-19 -g -O1", "clang-19 -g -O2",
                                         "clang-19 -g -O3"));

/// gcc says that `b` is kept in the first element of `parts` once that holds its value.
constexpr const char *kArrayOfPointers = R"(
struct box { volatile long sent, got; };
static inline void add(struct box *b, int i) {
  volatile long *parts[2] = {&b->sent, &b->got};
  for (int k = 0; k < 100; ++k) ++*parts[i];
}
void picked(struct box *b, int i) { add(b, i); }
int main(int argc, char **argv) { struct box box = {0, 0}; picked(&box, argc - 1); return box.sent; }
)";

TEST_F(CompiledCode, AnElementThatAnIndexPicksIsNoVariableOfTheSizeOfOne) {
  ASSERT_NO_FATAL_FAILURE(compile("gcc -g -O1", "p.c", kArrayOfPointers));
  const std::vector<Hypothesis> stores = storesOf("picked");
  ASSERT_FALSE(stores.empty());
  for (const Hypothesis &view : stores)
    EXPECT_NE(module_->types()->name(view.type), "box");
}

constexpr const char *kRustSource = R"(
pub struct Row { pub owner: u64, pub cost: u64 }
static mut ROWS: [Row; 3] = [const { Row { owner: 0, cost: 0 } }; 3];
#[inline(never)]
fn rows() -> &'static mut [Row] { unsafe { (&raw mut ROWS).as_mut().unwrap() } }
#[no_mangle]
#[inline(never)]
pub fn touch(index: usize) { rows()[index].cost += 1; }
fn main() { touch(std::env::args().count()); }
)";

TEST_F(CompiledCode, ASliceThatARustFunctionReturnsLeadsToItsElements) {
  ASSERT_NO_FATAL_FAILURE(compile("rustc -g", "p.rs", kRustSource));
  if (IsSkipped())
    return;
  std::size_t rows = 0;
  for (const Hypothesis &view : storesOf("touch"))
    if (module_->types()->name(view.type).ends_with("Row")) {
      ++rows;
      EXPECT_EQ(view.step, 16U);
      EXPECT_EQ(view.offset, 8);
    }
  EXPECT_GE(rows, 1U);
}

} // namespace siteTypesTest
} // namespace fsfind::typing
