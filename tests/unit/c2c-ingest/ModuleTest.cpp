// Modules are built here by whatever compilers are installed. The programs print the address of
// each thing themselves, so the compiler's own layout is the oracle.

#include "c2c-ingest/debuginfo/Module.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace fsfind::debuginfo {
namespace moduleTest {

namespace fs = std::filesystem;

bool run(const std::string &command) {
  return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
}

class ModuleTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fsfind-module-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  [[nodiscard]] std::string at(const std::string &file) const {
    return (directory_ / file).string();
  }
  /// Runs a command in the test's directory; `@` stands for the folder of test programs.
  [[nodiscard]] bool runHere(std::string command) const {
    for (std::size_t i = 0; (i = command.find('@', i)) != std::string::npos;)
      command.replace(i, 1, FSFIND_SOURCE_DIR "/tests/unit/programs");
    return run("cd " + directory_.string() + " && timeout 60 sh -c '" + command + "'");
  }

  fs::path directory_;
};

std::string describe(const std::optional<StaticData> &data) {
  if (!data)
    return "nothing";
  const std::string index = data->object.index ? std::to_string(*data->object.index) : "";
  return data->object.name + "|" + index + "|" + data->object.type + "|" + data->member + "|" +
         (data->record ? data->record->name : "");
}

/// Runs `program` and holds what `binary` says of each printed address to what it printed.
void expectNamesAsPrinted(const std::string &program, const std::string &binary,
                          const SearchOptions &search = {}) {
  ASSERT_EQ(std::system((program + " > " + program + ".txt").c_str()), 0);
  auto module = Module::open(binary, {}, search);
  ASSERT_TRUE(module) << module.error().message();
  std::ifstream lines(program + ".txt");
  int checked = 0;
  for (std::string line; std::getline(lines, line); ++checked) {
    const auto bar = line.find('|');
    const std::uint64_t address = std::stoull(line.substr(0, bar), nullptr, 16);
    EXPECT_EQ(describe((*module)->findStaticData(address)), line.substr(bar + 1)) << line;
  }
  EXPECT_GE(checked, 8);
  EXPECT_TRUE((*module)->notes().empty()) << (*module)->notes().front();
}

/// How to build the program `p` from layout.cpp; skipped where a command of it is not installed.
struct Recipe {
  const char *name;
  const char *tools;
  const char *commands;
};

class ModuleRecipes : public ModuleTest, public testing::WithParamInterface<Recipe> {};

TEST_P(ModuleRecipes, NamesStaticDataAsTheProgramDoes) {
  std::istringstream tools(GetParam().tools);
  for (std::string tool; tools >> tool;)
    if (!run("command -v " + tool))
      GTEST_SKIP() << tool << " is not installed";
  ASSERT_TRUE(runHere(GetParam().commands)) << GetParam().commands;
  expectNamesAsPrinted(at("p"), at("p"));
}

constexpr Recipe kRecipes[] = {
    {"Gcc5", "g++", "g++ -w -std=c++17 -gdwarf-5 -O2 -no-pie @/layout.cpp -o p"},
    {"Gcc3", "g++", "g++ -w -std=c++17 -gdwarf-3 -O0 -no-pie @/layout.cpp -o p"},
    {"Clang4", "clang++-19", "clang++-19 -w -std=c++17 -gdwarf-4 -O1 -no-pie @/layout.cpp -o p"},
    {"ClangSimpleTemplateNames", "clang++-19",
     "clang++-19 -w -std=c++17 -g -gsimple-template-names -no-pie @/layout.cpp -o p"},
    {"GccDwo", "g++",
     "g++ -w -std=c++17 -gdwarf-5 -gsplit-dwarf -c @/layout.cpp -o o.o && g++ -no-pie o.o -o p"},
    {"ClangDwp5", "clang++-19 llvm-dwp-19",
     "clang++-19 -w -std=c++17 -gdwarf-5 -gsplit-dwarf -c @/layout.cpp -o o.o && "
     "clang++-19 -no-pie o.o -o p && llvm-dwp-19 -e p -o p.dwp && rm *.dwo"},
    {"GccDwp4", "g++ dwp",
     "g++ -w -std=c++17 -gdwarf-4 -gsplit-dwarf -c @/layout.cpp -o o.o && "
     "g++ -no-pie o.o -o p && dwp -e p -o p.dwp && rm *.dwo"},
    {"GccTypeUnits", "g++", "g++ -w -std=c++17 -g -fdebug-types-section -no-pie @/layout.cpp -o p"},
    {"GccZlib", "g++", "g++ -w -std=c++17 -g -gz=zlib -no-pie @/layout.cpp -o p"},
    {"GccZstd", "g++ llvm-objcopy-19",
     "g++ -w -std=c++17 -g -no-pie @/layout.cpp -o p && "
     "llvm-objcopy-19 --compress-debug-sections=zstd p"},
    {"GccDebugLink", "g++ objcopy",
     "g++ -w -std=c++17 -g -no-pie @/layout.cpp -o q && objcopy --only-keep-debug q p.debug && "
     "objcopy --strip-all --add-gnu-debuglink=p.debug q p"},
    {"GccDwz", "g++ dwz",
     "g++ -w -std=c++17 -g -no-pie @/layout.cpp -o p && cp p q && dwz -m common p q"},
    {"Rust", "rustc",
     "rustc -g -O -C relocation-model=static --crate-name layout -o p @/layout.rs"},
    {"Go", "go", "go build -o p @/layout.go"},
};

INSTANTIATE_TEST_SUITE_P(Builds, ModuleRecipes, testing::ValuesIn(kRecipes),
                         [](const auto &recipe) { return std::string(recipe.param.name); });

/// Standard input as it is now; it is opened first if the test was started without.
struct stat standardInput() {
  struct stat status{};
  if (fstat(STDIN_FILENO, &status) == 0)
    return status;
  EXPECT_EQ(open("/dev/null", O_RDONLY), STDIN_FILENO);
  EXPECT_EQ(fstat(STDIN_FILENO, &status), 0);
  return status;
}

/// Names what `directory`/p holds with the debug info that lies elsewhere, and holds that to
/// leave standard input as it was.
void expectNamesWithoutTouchingStandardInput(const std::string &program,
                                             const SearchOptions &search) {
  const struct stat before = standardInput();
  expectNamesAsPrinted(program, program, search);
  struct stat after{};
  ASSERT_EQ(fstat(STDIN_FILENO, &after), 0) << "standard input was closed";
  EXPECT_EQ(before.st_dev, after.st_dev);
  EXPECT_EQ(before.st_ino, after.st_ino);
}

constexpr const char *kMovesDebugInfoToABuildId =
    "g++ -w -std=c++17 -g -no-pie -Wl,--build-id=0x0123456789abcdef @/layout.cpp -o q && "
    "mkdir -p d/.build-id/01 && objcopy --only-keep-debug q d/.build-id/01/23456789abcdef.debug && "
    "objcopy --strip-all q p && rm q";

TEST_F(ModuleTest, DebugInfoFoundByBuildIdLeavesStandardInputOpen) {
  ASSERT_TRUE(runHere(kMovesDebugInfoToABuildId));
  SearchOptions search;
  search.debug_dirs = {at("d")};
  expectNamesWithoutTouchingStandardInput(at("p"), search);
}

TEST_F(ModuleTest, DebugInfoFoundByLinkLeavesStandardInputOpen) {
  ASSERT_TRUE(
      runHere("g++ -w -std=c++17 -g -no-pie -Wl,--build-id @/layout.cpp -o q && mkdir .debug && "
              "objcopy --only-keep-debug q .debug/linked && "
              "objcopy --strip-all --add-gnu-debuglink=.debug/linked q p && rm q"));
  expectNamesWithoutTouchingStandardInput(at("p"), {});
}

TEST_F(ModuleTest, DebugInfoBelowARootIsFoundByTheDirectoryBehindALink) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -g -no-pie -Wl,--build-id=none @/layout.cpp -o q && "
                      "mkdir -p real d/$(pwd -P)/real && objcopy --only-keep-debug q linked && "
                      "objcopy --strip-all --add-gnu-debuglink=linked q real/p && rm q && "
                      "mv linked d/$(pwd -P)/real && ln -s real/p p"));
  SearchOptions search;
  search.debug_dirs = {at("d")};
  expectNamesWithoutTouchingStandardInput(at("p"), search);
}

TEST_F(ModuleTest, DebugInfoOfAnotherBuildIsPassedOverByItsChecksum) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -g -no-pie -Wl,--build-id=none @/layout.cpp -o q && "
                      "objcopy --only-keep-debug q linked && "
                      "objcopy --strip-all --add-gnu-debuglink=linked q p && "
                      "objcopy --add-section .more=p linked"));
  auto module = Module::open(at("p"), {}, {});
  ASSERT_TRUE(module);
  EXPECT_EQ(describe((*module)->findStaticData(0x404100)), "nothing");
  ASSERT_EQ((*module)->notes().size(), 1U);
  EXPECT_NE((*module)->notes().front().find("no debug info"), std::string::npos);
}

TEST_F(ModuleTest, DebugInfoIsFetchedFromDebuginfod) {
  if (void *library = dlopen("libdebuginfod.so.1", RTLD_LAZY); !library)
    GTEST_SKIP() << "libdebuginfod is not installed";
  ASSERT_TRUE(runHere(kMovesDebugInfoToABuildId));
  ASSERT_TRUE(
      runHere("mkdir -p s/buildid/0123456789abcdef && "
              "mv d/.build-id/01/23456789abcdef.debug s/buildid/0123456789abcdef/debuginfo"));
  setenv("DEBUGINFOD_URLS", ("file://" + at("s")).c_str(), 1);
  setenv("DEBUGINFOD_CACHE_PATH", at("cache").c_str(), 1);
  expectNamesWithoutTouchingStandardInput(at("p"), {});
  unsetenv("DEBUGINFOD_URLS");
  unsetenv("DEBUGINFOD_CACHE_PATH");
}

TEST_F(ModuleTest, TruncatedFilesNeverCrash) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -g -no-pie @/layout.cpp -o p"));
  const auto size = fs::file_size(at("p"));
  for (std::uintmax_t kept = size; kept > 0; kept -= std::min<std::uintmax_t>(kept, size / 60)) {
    fs::copy_file(at("p"), at("cut"), fs::copy_options::overwrite_existing);
    fs::resize_file(at("cut"), kept);
    if (auto module = Module::open(at("cut"), {}, {})) {
      (void)(*module)->findStaticData(0x404100);
      (void)(*module)->framesAt(0x401200);
    }
  }
}

TEST_F(ModuleTest, AnotherBuildIsPassedOver) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -no-pie -Wl,--build-id @/layout.cpp -o p"));
  const auto module = Module::open(at("p"), std::vector<std::uint8_t>(20, 0xab), {});
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().message().find("build-id"), std::string::npos);
}

TEST_F(ModuleTest, EveryBinaryPassedOverIsNamedWithItsReason) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -no-pie -Wl,--build-id @/layout.cpp -o p && mkdir b && "
                      "echo text > b/p && cp p here"));
  SearchOptions search;
  search.recording_dir = directory_.string();
  const auto other = Module::open("/absent/here", std::vector<std::uint8_t>(20, 0xab), search);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message().find(at("here") + " has build-id "), std::string::npos);
  EXPECT_NE(other.error().message().find("not at /absent/here"), std::string::npos);
  const auto text = Module::open(at("b/p"), {}, {});
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message().find("not an ELF file"), std::string::npos);
  const auto used = Module::open(at("b/p"), {}, search);
  ASSERT_TRUE(used);
  ASSERT_FALSE((*used)->notes().empty());
  EXPECT_NE((*used)->notes().front().find("not an ELF file"), std::string::npos);
}

TEST_F(ModuleTest, NamesThePartsOfAVariableThatTheCompilerSplit) {
  if (!run("command -v clang-19"))
    GTEST_SKIP() << "clang-19 is not installed";
  std::ofstream(at("split.c")) << R"(
#include <stdio.h>
static struct { long hits; long unused[3]; long misses; } totals;
int main(int count, char **words) {
  for (int i = 0; i < count * 100; ++i) {
    totals.hits += i;
    if (i % 3)
      totals.misses ^= i;
    __asm__ volatile("" ::: "memory");
  }
  return printf("%ld %ld", totals.hits, totals.misses) < 0 || !words;
}
)";
  ASSERT_TRUE(runHere("clang-19 -g -O2 -no-pie split.c -o p && nm p | grep totals | sort > t"));
  auto module = Module::open(at("p"), {}, {});
  ASSERT_TRUE(module);
  std::ifstream lines(at("t"));
  std::vector<std::string> found;
  std::vector<std::uint64_t> objects;
  for (std::string line; std::getline(lines, line);) {
    const std::uint64_t address = std::stoull(line.substr(0, line.find(' ')), nullptr, 16);
    const auto data = (*module)->findStaticData(address + 4);
    found.push_back(data ? data->object.name + "." + data->member : "");
    objects.push_back(data ? data->object.address : 0);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"totals.hits", "totals.misses"}));
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[0], objects[1]) << "one variable";
}

TEST_F(ModuleTest, WithoutDebugInfoTheSymbolIsNamedAndTheRemedyTold) {
  ASSERT_TRUE(runHere("g++ -w -std=c++17 -no-pie @/layout.cpp -o p && ./p | grep table > t"));
  std::string line;
  std::getline(std::ifstream(at("t")) >> std::ws, line);
  auto module = Module::open(at("p"), {}, {});
  ASSERT_TRUE(module);
  const auto data = (*module)->findStaticData(std::stoull(line, nullptr, 16));
  ASSERT_TRUE(data);
  EXPECT_EQ(data->object.name, "shop::table");
  EXPECT_EQ(data->object.size, 128U);
  EXPECT_TRUE(data->member.empty());
  ASSERT_EQ((*module)->notes().size(), 1U);
  EXPECT_NE((*module)->notes().front().find("-g"), std::string::npos);
}

} // namespace moduleTest
} // namespace fsfind::debuginfo
