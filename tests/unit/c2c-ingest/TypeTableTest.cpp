// Questions to types of compiled programs: each is asked of a static variable's type.

#include "c2c-ingest/debuginfo/TypeTable.h"

#include "c2c-ingest/debuginfo/Module.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>
#include <pthread.h>

namespace fsfind::debuginfo {
namespace typeTableTest {

namespace fs = std::filesystem;

constexpr const char *kSource = R"(
#include <atomic>
#include <cstdint>
#include <memory>
#include <pthread.h>
typedef struct { int left; long right; } Pair;
struct Empty {};
struct Node { long key; Node *next; };
struct Other { long key; Node *next; };
struct Derived : Empty, Node { int own; };
typedef Node *NodePointer;
typedef const NodePointer ConstNodePointer;
union Agree { struct { Node *a; } one; Node *other; };
union Differ { Node *node; long number; };
struct Rows { int head; short cells[3][4]; Node nodes[2]; };
struct Flexible { long count; Node tail[]; };
struct Overlaid {
  union { long word; struct { int low, high; }; };
  union { unsigned raw; struct { unsigned on : 1, mode : 3; }; };
  struct { union { float real; int whole; }; int last; };
  union { long all; int part; } named;
};
typedef pthread_rwlock_t zone_lock;
typedef volatile pthread_spinlock_t quick_lock;
typedef std::atomic<long> Count;
typedef Count Hits;
typedef std::uint64_t Size;
struct Zone { zone_lock lock; quick_lock quick; Hits hits; Size size; Pair pair; };
Pair pair_@;
#ifdef MAIN
extern ConstNodePointer alias;
ConstNodePointer alias = nullptr;
std::unique_ptr<Node> owned;
const void *anything;
void (*callback)(int);
Node &referred = *new Node;
Derived derived;
Agree agree;
Differ differ;
Rows rows;
Flexible flexible;
Overlaid overlaid;
template <class T> struct Keeps { T *kept; };
template <class... T> struct Outer { Keeps<T...> inner; Outer *self; };
auto writes = [] { return 1; };
auto reads = [] { return 2; };
__attribute__((used)) Outer<decltype(writes)> writers;
__attribute__((used)) Outer<decltype(reads)> readers;
Zone zone;
zone_lock lock_of_all;
Node node;
Node &(*finds)() ;
int main() { return (alias != nullptr) + (int)referred.key; }
#else
Node node_@;
#endif
)";

/// As in the source.
struct Zone {
  pthread_rwlock_t lock;
  pthread_spinlock_t quick;
  std::int64_t hits, size;
};

bool run(const std::string &command) {
  return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
}

class TypeTableTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    std::istringstream command(GetParam());
    std::string compiler;
    command >> compiler;
    if (!run("command -v " + compiler))
      GTEST_SKIP() << compiler << " is not installed";
    std::string pattern = (fs::temp_directory_path() / "fsfind-types-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    write("a.cpp", "a", "#define MAIN\n#line 1 \"shared.h\"\n");
    write("b.cpp", "b", "#line 1 \"shared.h\"\n");
    ASSERT_TRUE(run("cd " + directory_.string() + " && " + GetParam() + " a.cpp b.cpp -o p"));
    auto module = Module::open((directory_ / "p").string(), {}, {});
    ASSERT_TRUE(module) << module.error().message();
    module_ = std::move(*module);
    ASSERT_NE(module_->types(), nullptr);
    readSymbols();
  }
  void TearDown() override {
    if (!directory_.empty())
      fs::remove_all(directory_);
  }

  void write(const char *file, const char *suffix, const char *head) const {
    std::string text = kSource;
    for (std::size_t i = 0; (i = text.find('@', i)) != std::string::npos;)
      text.replace(i, 1, suffix);
    std::ofstream(directory_ / file) << head << text;
  }
  void readSymbols() {
    ASSERT_TRUE(run("cd " + directory_.string() + " && nm p > symbols"));
    std::ifstream lines(directory_ / "symbols");
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line);
      std::string address, kind, name;
      if (fields >> address >> kind >> name)
        symbols_[name] = address;
    }
  }
  TypeId typeOf(const std::string &variable) {
    auto symbol = symbols_.find(variable);
    if (symbol == symbols_.end()) // clang gives variables of lambdas' types no linkage
      symbol = symbols_.find("_ZL" + std::to_string(variable.size()) + variable);
    const auto known = symbol == symbols_.end()
                           ? std::nullopt
                           : module_->staticVariable(std::stoull(symbol->second, nullptr, 16));
    if (!known)
      throw std::runtime_error("no type is known of " + variable);
    return known->type;
  }
  std::string nameOf(std::optional<TypeId> type) { return type ? types().name(*type) : "nothing"; }
  TypeTable &types() { return *module_->types(); }

  fs::path directory_;
  std::unique_ptr<Module> module_;
  std::map<std::string, std::string> symbols_;
};

TEST_P(TypeTableTest, PointersLeadToObjectsOnly) {
  EXPECT_EQ(nameOf(types().pointee(typeOf("alias"))), "Node");
  EXPECT_EQ(nameOf(types().pointee(typeOf("owned"))), "Node");
  EXPECT_EQ(nameOf(types().pointee(typeOf("referred"))), "Node");
  EXPECT_EQ(nameOf(types().pointee(typeOf("anything"))), "nothing");
  EXPECT_EQ(nameOf(types().pointee(typeOf("callback"))), "nothing");
  EXPECT_EQ(nameOf(types().pointee(typeOf("finds"))), "nothing");
  EXPECT_EQ(nameOf(types().pointee(typeOf("node"))), "nothing");
}

TEST_P(TypeTableTest, ScalarsAreFoundThroughBasesArraysAndAgreeingUnions) {
  const TypeId derived = typeOf("derived");
  EXPECT_EQ(nameOf(types().scalarAt(derived, 0)), "long");
  EXPECT_EQ(nameOf(types().scalarAt(derived, 8)), "Node *");
  EXPECT_EQ(nameOf(types().scalarAt(derived, 16)), "int");
  EXPECT_EQ(nameOf(types().scalarAt(derived, 17)), "nothing");
  EXPECT_EQ(nameOf(types().scalarAt(typeOf("agree"), 0)), "Node *");
  EXPECT_EQ(nameOf(types().scalarAt(typeOf("differ"), 0)), "nothing");
  EXPECT_EQ(nameOf(types().scalarAt(typeOf("rows"), 4 + 2 * 11)), "short");
  EXPECT_EQ(nameOf(types().scalarAt(typeOf("flexible"), 8 + 16 * 1000 + 8)), "Node *");
}

TEST_P(TypeTableTest, SubobjectsAreToldOutermostFirst) {
  const TypeId rows = typeOf("rows");
  std::vector<std::string> names;
  for (const TypeId type : types().subobjectsAt(rows, 32 + 16))
    names.push_back(types().name(type));
  EXPECT_EQ(names, (std::vector<std::string>{"Node", "long"}));
}

TEST_P(TypeTableTest, ArraysAreSteppedByMultiplesThatStayInside) {
  const TypeId rows = typeOf("rows");
  const auto cells = types().arrayAt(rows, 4 + 8, 2);
  ASSERT_TRUE(cells);
  EXPECT_EQ(cells->begin, 4U);
  EXPECT_EQ(cells->count, 12U);
  EXPECT_TRUE(types().arrayAt(rows, 4, 8)) << "a row at a time";
  EXPECT_FALSE(types().arrayAt(rows, 4, 24)) << "leaves the array at once";
  EXPECT_FALSE(types().arrayAt(rows, 4, 3)) << "no multiple of the element";
  EXPECT_FALSE(types().arrayAt(rows, 32, 64)) << "four nodes, where there are two";
  const auto nodes = types().arrayAt(rows, 32 + 8, 16);
  ASSERT_TRUE(nodes);
  EXPECT_EQ(nodes->begin, 32U);
  EXPECT_EQ(types().name(nodes->element), "Node");
  const auto open = types().arrayAt(typeOf("flexible"), 8 + 160, 32);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->count, 0U);
}

TEST_P(TypeTableTest, TheSizeOfAnAccessTellsAlternativesOfUnionsApart) {
  const TypeId overlaid = typeOf("overlaid");
  const auto path = [&](std::uint64_t offset, std::uint64_t size) {
    return types().memberAt(overlaid, offset, size).path;
  };
  EXPECT_EQ(path(0, 8), "word");
  EXPECT_EQ(path(0, 4), "low");
  EXPECT_EQ(path(4, 4), "high");
  EXPECT_EQ(path(8, 1), "on/mode") << "an access to all of it would be larger";
  EXPECT_EQ(path(16, 4), "last") << "through a record without a name";
  EXPECT_EQ(path(24, 4), "named.part");
}

TEST_P(TypeTableTest, AnUnnamedUnionIsToldByAllThatMayBeMeant) {
  const TypeId overlaid = typeOf("overlaid");
  const MemberAt half = types().memberAt(overlaid, 4, 0);
  EXPECT_EQ(half.path, "word/high");
  EXPECT_TRUE(half.overlaid);
  EXPECT_EQ(half.offset, 0U) << "the union's bytes";
  EXPECT_EQ(half.size, 8U);
  ASSERT_TRUE(half.record);
  EXPECT_EQ(half.record->name, "Overlaid");
  EXPECT_EQ(types().memberAt(overlaid, 8, 4).path, "raw/on/mode") << "bit-fields take any size";
  EXPECT_EQ(types().memberAt(overlaid, 12, 4).path, "real/whole");
  EXPECT_EQ(types().memberAt(overlaid, 24, 0).path, "named") << "it has a name";
  EXPECT_FALSE(types().memberAt(overlaid, 16, 0).overlaid);
}

TEST_P(TypeTableTest, LocksAndAtomicsBehindNamesOfTheAuthorsAreCalledWhatTheyAre) {
  const MemberAt size = types().memberAt(typeOf("zone"), offsetof(Zone, size), 8);
  ASSERT_TRUE(size.record && size.record->members);
  std::vector<std::string> called;
  for (const RecordMember &member : *size.record->members)
    called.push_back(member.type);
  EXPECT_EQ(called, (std::vector<std::string>{"pthread_rwlock_t", "pthread_spinlock_t",
                                              "std::atomic<long>", "Size", "Pair"}));
}

TEST_P(TypeTableTest, OneTypeOfTwoUnitsHasOneNumber) {
  EXPECT_EQ(typeOf("node"), typeOf("node_b"));
  EXPECT_EQ(typeOf("pair_a"), typeOf("pair_b"));
  EXPECT_NE(typeOf("pair_a"), typeOf("node"));
  EXPECT_EQ(nameOf(typeOf("pair_a")), "Pair");
}

TEST_P(TypeTableTest, TemplatesOfTypesWithoutANameAreToldApart) {
  const TypeId writers = typeOf("writers"), readers = typeOf("readers");
  EXPECT_NE(writers, readers);
  EXPECT_EQ(types().distinction(typeOf("node")), "");
  const auto keptBy = [&](TypeId outer) { return types().pointee(*types().scalarAt(outer, 0)); };
  EXPECT_NE(keptBy(writers), keptBy(readers)) << "pointers to lambdas";
  const auto selfOf = [&](TypeId outer) { return types().pointee(*types().scalarAt(outer, 8)); };
  EXPECT_EQ(selfOf(writers), writers);
  EXPECT_EQ(selfOf(readers), readers);
}

INSTANTIATE_TEST_SUITE_P(Builds, TypeTableTest,
                         testing::Values("g++ -w -std=c++17 -no-pie -gdwarf-4 -O0",
                                         "g++ -w -std=c++17 -no-pie -gdwarf-5 -O2",
                                         "g++ -w -std=c++17 -no-pie -gdwarf-5 -gsplit-dwarf",
                                         "clang++-19 -w -std=c++17 -no-pie -gdwarf-4 -O2",
                                         "clang++-19 -w -std=c++17 -no-pie -gdwarf-5 -O0"),
                         [](const auto &build) { return "Build" + std::to_string(build.index); });

TEST(TypeTableRust, AnEnumOfOnePointerLeadsWhereThePointerDoes) {
  if (!run("command -v rustc"))
    GTEST_SKIP() << "rustc is not installed";
  std::string pattern = (fs::temp_directory_path() / "fsfind-types-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const fs::path directory = pattern;
  std::ofstream(directory / "p.rs") << R"(
pub struct Node { pub key: u64, pub more: u32 }
#[no_mangle] pub static mut MAYBE: Option<Box<Node>> = None;
fn main() { unsafe { MAYBE = Some(Box::new(Node { key: 1, more: 2 })); } }
)";
  ASSERT_TRUE(
      run("cd " + pattern + " && rustc -g -C relocation-model=static -o p p.rs && nm p > symbols"));
  std::ifstream lines(directory / "symbols");
  std::string found;
  for (std::string line; std::getline(lines, line);)
    if (line.ends_with(" MAYBE"))
      found = line;
  auto module = Module::open((directory / "p").string(), {}, {});
  fs::remove_all(directory);
  ASSERT_TRUE(module) << module.error().message();
  ASSERT_FALSE(found.empty());
  const auto variable = (*module)->staticVariable(std::stoull(found, nullptr, 16));
  ASSERT_TRUE(variable);
  const auto pointee = (*module)->types()->pointee(variable->type);
  ASSERT_TRUE(pointee);
  EXPECT_EQ((*module)->types()->name(*pointee), "p::Node");
}

} // namespace typeTableTest
} // namespace fsfind::debuginfo
