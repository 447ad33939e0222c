#include "analyzer/worker/Arguments.h"
#include "analyzer/worker/UnitFiles.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

namespace fsfind::analyzer {

namespace clangCommandTest {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using Words = std::vector<std::string>;

Expected<ClangCommand> read(const Words &command, const std::string &file = "/src/a.c",
                            MachineOptions machine = MachineOptions::Keep) {
  llvm::InitializeAllTargetInfos();
  return clangCommand({"/src", file, command, {}, {}, ""}, machine, llvm::vfs::getRealFileSystem());
}

/// Whether the words stand in the command, in a row; options may be apart from their values.
bool has(const ClangCommand &command, const Words &words) {
  const auto text = [](const Words &from) {
    std::string all;
    for (const std::string &word : from)
      all += (word.starts_with('-') ? "\n" : "") + word;
    return all + '\n';
  };
  return text(command.words).find(text(words)) != std::string::npos;
}

TEST(ClangCommand, KeepsWhatChangesReading) {
  for (const Words &words : std::vector<Words>{{"-DX=1"},
                                               {"-D", "X=a b"},
                                               {"-UX"},
                                               {"-Iinclude"},
                                               {"-I", "include"},
                                               {"-isystem", "include"},
                                               {"-iquote", "include"},
                                               {"-std=gnu++20"},
                                               {"-ansi"},
                                               {"-fno-exceptions"},
                                               {"-fshort-enums"},
                                               {"-funsigned-char"},
                                               {"-fpack-struct=4"},
                                               {"-fms-extensions"},
                                               {"-ffreestanding"},
                                               {"-fno-char8_t"},
                                               {"-fopenmp"},
                                               {"-O2"},
                                               {"-pthread"},
                                               {"-nostdinc"},
                                               {"-m32"},
                                               {"-mavx2"},
                                               {"-march=x86-64-v3"},
                                               {"-mms-bitfields"},
                                               {"--sysroot=/opt/root"}}) {
    Words command = {"gcc"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), {"-c", "a.c", "-o", "a.o"});
    const auto kept = read(command);
    ASSERT_TRUE(kept) << words.front();
    EXPECT_TRUE(has(*kept, words)) << words.front();
    EXPECT_TRUE(kept->dropped.empty()) << words.front();
  }
}

TEST(ClangCommand, DropsAllElse) {
  const auto command = read({"gcc", "-fplugin=x.so", "-fprofile-use=p", "-fsanitize=address",
                             "-fmodules", "-fno-such-thing", "-Wall", "-MD", "-g", "-lm", "a.c"});
  ASSERT_TRUE(command);
  EXPECT_THAT(command->dropped, ElementsAre("-fplugin=x.so", "-fprofile-use=p",
                                            "-fsanitize=address", "-fmodules", "-fno-such-thing"));
  for (const char *word : {"-fplugin=x.so", "-fmodules", "-Wall", "-MD", "-g", "-lm", "a.c"})
    EXPECT_THAT(command->words, Not(Contains(word)));
}

TEST(ClangCommand, DropsProcessorsIfAsked) {
  const auto command =
      read({"gcc", "-march=none", "-mavx2", "-m32"}, "/src/a.c", MachineOptions::Drop);
  ASSERT_TRUE(command);
  EXPECT_TRUE(has(*command, {"-m32"}));
  EXPECT_FALSE(has(*command, {"-march=none"}));
  EXPECT_FALSE(has(*command, {"-mavx2"}));
}

TEST(ClangCommand, PassesHeadersToTheFrontend) {
  for (const Words &words : std::vector<Words>{
           {"-include", "pre.h"}, {"-includepre.h"}, {"-Xclang", "-include", "-Xclang", "pre.h"}}) {
    Words command = {"gcc"};
    command.insert(command.end(), words.begin(), words.end());
    const auto kept = read(command);
    ASSERT_TRUE(kept);
    EXPECT_TRUE(has(*kept, {"-Xclang", "-include", "-Xclang", "pre.h"}));
    EXPECT_THAT(kept->paths, Contains("pre.h"));
  }
}

TEST(ClangCommand, NamesLanguageAndTarget) {
  const auto language = [](const Words &command, const std::string &file) {
    const auto kept = read(command, file);
    return kept ? *(std::find(kept->words.begin(), kept->words.end(), "-x") + 1)
                : kept.error().message();
  };
  EXPECT_EQ(language({"gcc"}, "/src/a.c"), "c");
  EXPECT_EQ(language({"/usr/bin/x86_64-linux-gnu-g++-12"}, "/src/a.c"), "c++");
  EXPECT_EQ(language({"gcc", "-x", "c++"}, "/src/a.inc"), "c++");
  EXPECT_EQ(language({"gcc"}, "/src/a.cppm"), "c++-module");
  const auto cross = read({"/opt/bin/aarch64-linux-gnu-gcc"});
  ASSERT_TRUE(cross);
  EXPECT_TRUE(has(*cross, {"--target=aarch64-linux-gnu"}));
  EXPECT_TRUE(
      has(*read({"clang", "-target", "riscv64-linux-gnu"}), {"--target=riscv64-linux-gnu"}));
}

TEST(ClangCommand, RefusesOtherLanguagesAndAccelerators) {
  EXPECT_FALSE(read({"clang", "-x", "hip"}));
  EXPECT_FALSE(read({"clang", "-x", "cuda"}));
  EXPECT_FALSE(read({"clang", "-x", "ir"}));
  EXPECT_FALSE(read({"clang"}, "/src/a.hip"));
  EXPECT_FALSE(read({"clang"}, "/src/a.cu"));
  EXPECT_FALSE(read({"clang"}, "/src/a.pcm"));
  for (const char *target :
       {"amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "spirv64-amd-amdhsa", "wasm32-wasi", "dxil"})
    EXPECT_FALSE(read({"clang", "-target", target})) << target;
  EXPECT_FALSE(read({"amdgcn-amd-amdhsa-clang"}));
}

TEST(ClangCommand, ReadsResponseFiles) {
  const test::TemporaryFolder folder;
  const std::string options = folder.write("options", "-DFROM_FILE -fplugin=x.so");
  const auto command = read({"gcc", "@" + options});
  ASSERT_TRUE(command);
  EXPECT_TRUE(has(*command, {"-DFROM_FILE"}));
  EXPECT_THAT(command->dropped, ElementsAre("-fplugin=x.so"));
  EXPECT_FALSE(read({"gcc", "@" + folder.pathOf("none")}));
}

TEST(ClangCommand, ReadsSoManyResponseFilesAsBuildsNeed) {
  const test::TemporaryFolder folder;
  const auto name = [&](int i) { return folder.pathOf("r" + std::to_string(i)); };
  const auto chain = [&](int length, const std::string &each) {
    for (int i = 0; i < length; ++i)
      folder.write("r" + std::to_string(i), each + " @" + name(i + 1));
    folder.write("r" + std::to_string(length), "-DLAST");
    return read({"gcc", "@" + name(0)});
  };
  const auto some = chain(100, "-DX");
  ASSERT_TRUE(some);
  EXPECT_TRUE(has(*some, {"-DLAST"}));
  EXPECT_FALSE(chain(1000, "-DX")) << "too many";
  EXPECT_FALSE(chain(20, std::string(1'000'000, 'x'))) << "too large";
  for (int i = 0; i < 40; ++i)
    folder.write("r" + std::to_string(i), "@" + name(i + 1) + " @" + name(i + 1));
  EXPECT_FALSE(read({"gcc", "@" + name(0)})) << "each names the next one twice";
}

TEST(UnitFiles, OpensRegularFilesAlone) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.h", "int a;");
  const std::string pipe = folder.pathOf("pipe.h");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0644), 0);
  UnitFiles files(llvm::vfs::getRealFileSystem(), {});
  EXPECT_TRUE(files.openFileForRead(file));
  EXPECT_TRUE(files.openFileForRead("/dev/null"));
  for (const std::string &path : {pipe, std::string("/dev/zero"), folder.pathOf("none.h")})
    EXPECT_FALSE(files.openFileForRead(path)) << path;
}

TEST(UnitFiles, TellsSecretsInTrustedFoldersAlone) {
  const test::TemporaryFolder folder;
  const std::string secret = folder.write("secret", "password");
  const std::string header = folder.write("header.h", "int a;");
  chmod(secret.c_str(), 0600);
  chmod(header.c_str(), 0600);
  UnitFiles strange(llvm::vfs::getRealFileSystem(), {"/elsewhere", folder.pathOf("sec")});
  EXPECT_FALSE(strange.openFileForRead(secret));
  EXPECT_TRUE(strange.openFileForRead(header));
  UnitFiles trusted(llvm::vfs::getRealFileSystem(), {folder.path()});
  EXPECT_TRUE(trusted.openFileForRead(secret));
}

} // namespace clangCommandTest

} // namespace fsfind::analyzer
