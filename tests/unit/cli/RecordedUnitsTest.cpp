#include "cli/units/RecordedUnits.h"
#include "cli/units/Producer.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace fsfind::units {
namespace recordedUnitsTest {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char *kGcc = "GNU C17 12.2.0 -mtune=generic -O2 -fno-strict-aliasing";

/// A project in a folder, and a program that was made of it.
class RecordedUnitsOf : public testing::Test {
protected:
  /// Writes the files below `folder`, and tells that the program was compiled of them: the first
  /// is the source, which uses the others.
  void compile(const std::vector<std::pair<std::string, std::string>> &files) {
    for (const auto &[name, text] : files)
      project_.write(name, text);
    std::vector<std::string> names;
    for (const auto &file : files)
      names.push_back(project_.pathOf(file.first));
    add(project_.path(), names);
  }

  void add(const std::string &directory, const std::vector<std::string> &paths) {
    CompiledUnit unit;
    unit.file = paths.front();
    unit.directory = directory;
    unit.producer = kGcc;
    for (const std::string &path : paths) {
      unit.files.push_back(static_cast<std::uint32_t>(program_.paths.size()));
      program_.paths.push_back(path);
    }
    program_.units.push_back(std::move(unit));
  }

  [[nodiscard]] Expected<RecordedUnits> units(const std::set<std::string> &files = {}) const {
    return recordedUnits({libc_, program_}, {program_.path, files}, project_.path());
  }

  /// The include folders of the program's only unit, relative to the project.
  [[nodiscard]] std::vector<std::string> includeFolders(const std::string &option = "-I") const {
    const auto found = units();
    EXPECT_TRUE(found) << found.error().message();
    std::vector<std::string> folders;
    if (!found)
      return folders;
    const std::vector<std::string> &words = found->commands.at(0).arguments;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i] == option)
        folders.push_back(std::filesystem::path(words[i + 1]).lexically_relative(project_.path()));
    return folders;
  }

  test::TemporaryFolder project_;
  CompiledModule libc_{"/lib/libc.so.6", "x86_64-linux-gnu", false, false, {}, {}};
  CompiledModule program_{"/opt/program", "x86_64-linux-gnu", true, false, {}, {}};
};

TEST_F(RecordedUnitsOf, HaveTheOptionsThatTheCompilerRecorded) {
  compile({{"src/a.c", "int a;\n"}});
  program_.units[0].macros = {"-DLIMIT=3"};
  const auto found = units();
  ASSERT_TRUE(found);
  ASSERT_THAT(found->commands, SizeIs(1));
  EXPECT_EQ(found->commands[0].directory, project_.path());
  EXPECT_EQ(found->commands[0].file, project_.pathOf("src/a.c"));
  EXPECT_THAT(found->commands[0].arguments,
              ElementsAre("x86_64-linux-gnu-gcc", "-std=gnu17", "-mtune=generic", "-O2",
                          "-fno-strict-aliasing", "-DLIMIT=3"));
  EXPECT_THAT(found->notes, IsEmpty());
  EXPECT_EQ(found->source, "debug info of /opt/program");
}

TEST_F(RecordedUnitsOf, FindTheFolderOfAHeaderThatIsUsed) {
  compile({{"src/a.c", "#include \"own.h\"\n# include <net/queue.h> // the queue\n"},
           {"src/own.h", ""},
           {"lib/net/queue.h", ""}});
  EXPECT_THAT(includeFolders(), ElementsAre("lib"));
}

// Debug info names no header of which nothing but macros is used.
TEST_F(RecordedUnitsOf, FindAHeaderThatDebugInfoDoesNotName) {
  project_.write("other/limits/limits.h", "");
  compile({{"src/a.c", "#include \"net/queue.h\"\n"},
           {"lib/net/queue.h", "#include \"limits/limits.h\"\n#include <stdio.h>\n"}});
  EXPECT_THAT(includeFolders("-iquote"), ElementsAre("lib", "other"));
}

TEST_F(RecordedUnitsOf, TakeNeitherOfTwoHeadersThatAreEquallyNear) {
  project_.write("one/limits.h", "");
  project_.write("two/limits.h", "");
  compile({{"src/a.c", "#include \"limits.h\"\n"}});
  EXPECT_THAT(includeFolders(), IsEmpty());
}

TEST_F(RecordedUnitsOf, OrderFoldersSoThatTheHeaderThatIsUsedComesFirst) {
  compile({{"src/a.c", "#include \"queue.h\"\n#include \"types.h\"\n"},
           {"one/queue.h", ""},
           {"two/types.h", ""}});
  project_.write("one/types.h", "");
  EXPECT_THAT(includeFolders("-iquote"), ElementsAre("two", "one"));
}

// The project has a header of a name that the system has, too, and finds it beside the source.
TEST_F(RecordedUnitsOf, LeaveHeadersOfTheSystemWhatTheyAre) {
  compile({{"src/a.c", "#include \"semaphore.h\"\n#include \"lib/queue.h\"\n#include <net.h>\n"},
           {"src/semaphore.h", "#include <semaphore.h>\n"},
           {"include/net.h", ""},
           {"lib/queue.h", "#include \"src/semaphore.h\"\n"}});
  EXPECT_THAT(includeFolders(), ElementsAre("include"));
  EXPECT_THAT(includeFolders("-iquote"), ElementsAre("."));
}

// Such as what gnulib makes: it is found by its folder alone.
TEST_F(RecordedUnitsOf, FindTheirOwnInPlaceOfAHeaderOfTheSystem) {
  compile({{"src/a.c", "#include <stdio.h>\n"}, {"lib/stdio.h", "#include_next <stdio.h>\n"}});
  EXPECT_THAT(includeFolders(), ElementsAre("lib"));
}

TEST_F(RecordedUnitsOf, TakeNoPartOfTheSystemsFoldersForAFolder) {
  if (!std::filesystem::exists("/usr/include/net/if.h"))
    GTEST_SKIP() << "the system has no <net/if.h>";
  for (const char *directive : {"<if.h>", "\"if.h\"", "<time.h>"}) {
    compile({{"src/a.c", std::string("#include <net/if.h>\n#include ") + directive + "\n"}});
    for (const char *path : {"/usr/include/net/if.h", "/usr/include/x86_64-linux-gnu/sys/time.h"}) {
      program_.units[0].files.push_back(static_cast<std::uint32_t>(program_.paths.size()));
      program_.paths.emplace_back(path);
    }
    EXPECT_THAT(includeFolders("-isystem"), IsEmpty()) << directive;
    program_.units.clear();
  }
}

TEST_F(RecordedUnitsOf, PreferHeadersThatTheirBuildMade) {
  for (const char *name : {"debug/config.h", "release/config.h"})
    project_.write(name, "");
  compile({{"src/a.c", "#include \"config.h\"\n"}});
  program_.units[0].directory = project_.pathOf("release");
  EXPECT_THAT(includeFolders("-iquote"), ElementsAre("release"));
}

TEST_F(RecordedUnitsOf, DefineWhatSwitchesOnAHeaderThatIsUsed) {
  compile({{"src/a.c", "#ifdef HAVE_CONFIG_H\n# include \"config.h\"\n#endif\n"
                       "#if defined(POSIX) /* or not */\n#include \"posix.h\"\n"
                       "#elif defined(WINDOWS)\n#include \"windows.h\"\n#endif\n"
                       "#ifdef WITH_LOG\n#include \"log.h\"\n#endif\n"
                       "#if defined(A) && defined(B)\n#include \"both.h\"\n#endif\n"
                       "#ifdef NEVER\n#include \"unused.h\"\n#endif\n"
                       "#ifdef TWICE\n#include \"always.h\"\n#endif\n#include \"always.h\"\n"},
           {"src/posix.h", ""},
           {"src/log.h", ""},
           {"src/both.h", ""},
           {"src/always.h", ""}});
  project_.write("src/unused.h", "");
  project_.write("src/windows.h", "");
  project_.write("build/config.h", "#define WITH_LOG 1\n");
  const auto found = units();
  ASSERT_TRUE(found);
  auto words = found->commands.at(0).arguments;
  std::erase_if(words, [](const std::string &word) { return !word.starts_with("-D"); });
  EXPECT_THAT(words, ElementsAre("-DHAVE_CONFIG_H", "-DPOSIX"));
}

// Of a compiler that is installed in a folder of its own.
TEST_F(RecordedUnitsOf, DoNotTakeTheLibraryOfACompilerForTheirOwn) {
  compile({{"src/a.c", "#include <atomic_base>\n"}, {"opt/include/c++/99/atomic_base", ""}});
  EXPECT_THAT(includeFolders(), IsEmpty());
  const auto found = units();
  ASSERT_TRUE(found);
  const auto &words = found->commands.at(0).arguments;
  EXPECT_THAT(std::vector(words.end() - 2, words.end()),
              ElementsAre("-isystem", project_.pathOf("opt/include/c++/99")));
}

TEST_F(RecordedUnitsOf, AreFoundWhereTheyWereMovedTo) {
  for (const char *name : {"src/a.c", "src/b.c"})
    project_.write(name, "#include <net/queue.h>\n");
  project_.write("lib/net/queue.h", "");
  add("/gone/build", {"/gone/code/src/a.c", "/gone/code/lib/net/queue.h"});
  add("/gone/build", {"/gone/code/src/b.c", "/gone/code/lib/net/queue.h"});
  const auto found = units();
  ASSERT_TRUE(found) << found.error().message();
  ASSERT_THAT(found->commands, SizeIs(2));
  EXPECT_EQ(found->commands[0].file, project_.pathOf("src/a.c"));
  EXPECT_EQ(found->commands[0].directory, project_.pathOf("src"));
  EXPECT_THAT(found->commands[0].arguments, Contains(project_.pathOf("lib")));
  EXPECT_THAT(found->notes, IsEmpty());
}

// A library's build folder is no place to look for the sources of a program.
TEST_F(RecordedUnitsOf, AreNotThoseOfAnotherBuild) {
  const test::TemporaryFolder other;
  other.write("copy/src/a.c", "");
  project_.write("src/a.c", "");
  add("/gone", {"/gone/src/a.c"});
  add(other.path(), {other.write("b.c", "")});
  const auto found = units();
  ASSERT_TRUE(found);
  ASSERT_THAT(found->commands, SizeIs(2));
  EXPECT_EQ(found->commands[0].file, project_.pathOf("src/a.c"));
}

TEST_F(RecordedUnitsOf, TellThatTheMeasuredProgramIsMissing) {
  add("/gone", {"/gone/src/a.c"});
  libc_.units.emplace_back().file = project_.write("libc.c", "");
  const auto found = units();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->notes, ElementsAre(HasSubstr("1 of 1 sources of /opt/program were not found, "
                                                  "such as /gone/src/a.c")));
}

// As with -ffile-prefix-map, and where the build's folder has a second name.
TEST_F(RecordedUnitsOf, AreFoundByRelativePaths) {
  project_.write("src/a.c", "");
  add(".", {"code/src/a.c"});
  std::filesystem::create_directory_symlink(project_.path(), project_.pathOf("link"));
  add(project_.pathOf("link"), {"code/src/a.c"});
  const auto found = units();
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_EQ(found->commands.at(0).file, project_.pathOf("src/a.c"));
}

// A file of the same name does not make this folder that of a library.
TEST_F(RecordedUnitsOf, AreNotThoseOfAnotherProgram) {
  project_.write("src/malloc.c", "");
  for (const char *name : {"malloc", "free", "arena", "string"})
    add("/gone", {std::string("/gone/libc/") + name + ".c"});
  const auto found = units();
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message(), HasSubstr("/gone/libc/malloc.c"));
  EXPECT_THAT(found.error().message(), HasSubstr("-p"));
}

TEST_F(RecordedUnitsOf, NameASourceThatIsMissing) {
  compile({{"src/a.c", ""}});
  add(project_.path(), {project_.pathOf("src/generated.c")});
  const auto found = units();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->commands, SizeIs(1));
  EXPECT_THAT(found->notes, ElementsAre(HasSubstr("1 of 2 sources of /opt/program were not found, "
                                                  "such as " +
                                                  project_.pathOf("src/generated.c"))));
}

TEST_F(RecordedUnitsOf, NeedDebugInfo) {
  program_.debug_info = false;
  const auto found = units();
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message(), HasSubstr("/opt/program"));
  EXPECT_THAT(found.error().message(), HasSubstr("build with -g"));
}

TEST_F(RecordedUnitsOf, NeedTheProgramItself) {
  const auto found = recordedUnits({libc_}, {"/opt/program", {}}, project_.path());
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message(), HasSubstr("/opt/program: was not found"));
  EXPECT_THAT(found.error().message(), HasSubstr("--symfs"));
}

TEST_F(RecordedUnitsOf, AreThoseThatUseWhatWasMeasuredIfThereAreVeryMany) {
  constexpr std::size_t kMany = 1100, kUsers = 1050;
  project_.write("a.h", "");
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string name = "u" + std::to_string(i) + ".c";
    project_.write(name, "");
    add(project_.path(), i < kMany - kUsers ? std::vector<std::string>{project_.pathOf(name)}
                                            : std::vector<std::string>{project_.pathOf(name),
                                                                       project_.pathOf("a.h")});
  }
  const auto found = units({project_.pathOf("a.h")});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->commands, SizeIs(kUsers));
  EXPECT_THAT(found->notes, ElementsAre(HasSubstr("50 of 1100 units are not read")));
}

TEST(Producer, OfClangHoldsAllOrNothing) {
  CompiledUnit unit;
  unit.cxx = true;
  unit.standard = 14;
  unit.producer = "clang version 19.1.7 (https://github.com/llvm 2e6)";
  EXPECT_THAT(commandOf(unit, "").words, ElementsAre("clang++", "-std=gnu++20"));
  EXPECT_FALSE(commandOf(unit, "").complete);
  unit.producer = "clang version 19.1.7 /opt/my\\ tools/clang -D LIMIT=3 -I lib -c a.c";
  EXPECT_THAT(commandOf(unit, "aarch64-linux-gnu").words,
              ElementsAre("aarch64-linux-gnu-clang++", "-D", "LIMIT=3", "-I", "lib", "-c", "a.c"));
  EXPECT_TRUE(commandOf(unit, "").complete);
}

TEST(Producer, OfGccNamesTheStandard) {
  CompiledUnit unit;
  unit.cxx = true;
  unit.producer = "GNU C++14 9.4.0 -O2";
  EXPECT_THAT(commandOf(unit, "").words, ElementsAre("g++", "-std=gnu++14", "-O2"));
  unit.producer = "GNU C++ 4.8.5 -O2";
  EXPECT_THAT(commandOf(unit, "").words, ElementsAre("g++", "-O2"));
  unit.producer = "";
  EXPECT_THAT(commandOf(unit, "").words, ElementsAre("clang++"));
}

} // namespace recordedUnitsTest

} // namespace fsfind::units
