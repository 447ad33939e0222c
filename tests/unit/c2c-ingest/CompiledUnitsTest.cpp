// What debug info tells of how units were compiled, by the compilers that are installed.
#include "c2c-ingest/debuginfo/Module.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fsfind::debuginfo {
namespace compiledUnitsTest {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

bool runs(const std::string &command) {
  return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
}

class CompiledUnits : public testing::Test {
protected:
  void SetUp() override {
    folder_.write("lib/net/queue.h", "struct queue { long head, tail; };\n");
    folder_.write("src/a.c", "#include \"net/queue.h\"\nstruct queue the_queue;\n"
                             "int main(void) { return (int)the_queue.head; }\n");
    folder_.write("src/b.cpp", "long other;\n");
  }

  /// Whether the compiler is there; the program `p` is made of a unit in C and one in C++.
  bool build(const std::string &c, const std::string &cxx, const std::string &options) {
    return runs("command -v " + c + " " + cxx) &&
           runs("cd " + folder_.path() + " && " + c + " -Ilib " + options +
                " -c src/a.c -o a.o && " + cxx + " -std=c++20 -g -c src/b.cpp -o b.o && " + cxx +
                " a.o b.o -o p");
  }

  [[nodiscard]] CompiledModule compiled(const std::string &file = "p") const {
    auto module = Module::open(folder_.pathOf(file), {}, {});
    EXPECT_TRUE(module);
    return module ? (*module)->compiled() : CompiledModule();
  }

  [[nodiscard]] static std::vector<std::string> filesOf(const CompiledModule &module,
                                                        const CompiledUnit &unit) {
    std::vector<std::string> files;
    for (const std::uint32_t file : unit.files)
      files.push_back(module.paths.at(file));
    return files;
  }

  test::TemporaryFolder folder_;
};

TEST_F(CompiledUnits, TellWhatGccRecords) {
  if (!build("gcc", "g++", "-g -std=gnu11 -O2"))
    GTEST_SKIP() << "gcc is not installed";
  const CompiledModule module = compiled();
  EXPECT_TRUE(module.debug_info);
  ASSERT_EQ(module.units.size(), 2U);
  const CompiledUnit &c = module.units[0];
  EXPECT_EQ(c.file, folder_.pathOf("src/a.c"));
  EXPECT_EQ(c.directory, folder_.path());
  EXPECT_THAT(c.producer, StartsWith("GNU C11 "));
  EXPECT_THAT(c.producer, HasSubstr("-O2"));
  EXPECT_FALSE(c.cxx);
  EXPECT_FALSE(c.has_macros);
  EXPECT_THAT(filesOf(module, c),
              IsSupersetOf({folder_.pathOf("src/a.c"), folder_.pathOf("lib/net/queue.h")}));
  EXPECT_EQ(module.units[1].file, folder_.pathOf("src/b.cpp"));
  EXPECT_TRUE(module.units[1].cxx);
}

TEST_F(CompiledUnits, TellWhatClangRecords) {
  if (!build("clang-19", "clang++-19", "-g -grecord-command-line -DLIMIT=3"))
    GTEST_SKIP() << "clang-19 is not installed";
  const CompiledModule module = compiled();
  ASSERT_EQ(module.units.size(), 2U);
  EXPECT_THAT(module.units[0].producer, HasSubstr(" -D LIMIT=3"));
  EXPECT_THAT(filesOf(module, module.units[0]), Contains(folder_.pathOf("lib/net/queue.h")));
  EXPECT_GE(module.units[1].standard, 14);
}

TEST_F(CompiledUnits, TellMacrosOfTheCommandLine) {
  if (!build("gcc", "g++", "-g3 -DLIMIT=3 -DEMPTY= \"-DSUM(a,b)=(a + b)\" -DSET -UGONE"))
    GTEST_SKIP() << "gcc is not installed";
  const CompiledModule module = compiled();
  ASSERT_EQ(module.units.size(), 2U);
  EXPECT_TRUE(module.units[0].has_macros);
  EXPECT_THAT(module.units[0].macros,
              IsSupersetOf({"-DLIMIT=3", "-DEMPTY=", "-DSUM(a,b)=(a + b)", "-DSET=1", "-UGONE"}));
  EXPECT_THAT(module.units[0].macros, Not(Contains(StartsWith("-D__"))));
  EXPECT_FALSE(module.units[1].has_macros);
}

TEST_F(CompiledUnits, AreFoundInSplitDebugInfo) {
  if (!build("gcc", "g++", "-g -gsplit-dwarf"))
    GTEST_SKIP() << "gcc is not installed";
  const CompiledModule module = compiled();
  ASSERT_EQ(module.units.size(), 2U);
  EXPECT_EQ(module.units[0].file, folder_.pathOf("src/a.c"));
  EXPECT_THAT(filesOf(module, module.units[0]), Contains(folder_.pathOf("lib/net/queue.h")));
}

TEST_F(CompiledUnits, AreUnknownWithoutDebugInfo) {
  if (!build("gcc", "g++", "-g") || !runs("strip -g " + folder_.pathOf("p")))
    GTEST_SKIP() << "gcc or strip is not installed";
  const CompiledModule module = compiled();
  EXPECT_FALSE(module.debug_info);
  EXPECT_THAT(module.units, IsEmpty());
}

// Tables of macros and files that are cut off or overwritten give fewer of them, or none.
TEST_F(CompiledUnits, SurviveDamage) {
  if (!build("gcc", "g++", "-g3"))
    GTEST_SKIP() << "gcc is not installed";
  std::ifstream file(folder_.pathOf("p"), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  const std::string whole = text.str();
  constexpr std::size_t kStep = 97; // bytes; prime, so that all kinds of fields are met
  for (std::size_t at = whole.size() / 4; at < whole.size(); at += kStep * 16) {
    std::string damaged = whole;
    for (std::size_t i = at; i < std::min(at + kStep * 8, damaged.size()); i += kStep)
      damaged[i] = static_cast<char>(~damaged[i]);
    folder_.write("damaged", damaged);
    if (auto module = Module::open(folder_.pathOf("damaged"), {}, {})) {
      EXPECT_LE((*module)->compiled().units.size(), 64U);
    }
  }
}

} // namespace compiledUnitsTest
} // namespace fsfind::debuginfo
