// A compile command of a stranger is tried in three ways: by clang as it is, which shows that the
// trial would notice; rewritten for reading, but not confined; and as it is, but confined.
#include "analyzer/worker/Arguments.h"
#include "analyzer/worker/Parse.h"
#include "support/Confinement.h"
#include "tests/support/InChild.h"
#include "tests/support/TemporaryFolder.h"

#include <clang/Frontend/FrontendActions.h>
#include <clang/Tooling/Tooling.h>
#include <gtest/gtest.h>
#include <llvm/Support/TargetSelect.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>

namespace fsfind::analyzer {

namespace strangersCommandsTest {

using test::inChild;
using Words = std::vector<std::string>;

struct Trial {
  const char *name;
  Words command;
  bool works = true; ///< clang by itself does the harm
};

/// A checkout with programs that leave a trace, and a file of the user that none may change.
class Checkout {
public:
  Checkout() {
    for (const char *name :
         {"tool", "amdgpu-arch", "nvptx-arch", "offload-arch", "ld", "as", "gcc"})
      folder_.writeProgram(name, "touch '" + folder_.pathOf("ran") + "'; echo gfx906");
    folder_.write("r.c", "int x;\n");
    folder_.write("options", "-x\nhip\n--offload-arch=native\n--amdgpu-arch-tool=./tool\n");
    folder_.write("kept", "mine\n");
  }

  /// Whether a program ran or a file changed, of those that were there before.
  [[nodiscard]] bool harmed() const {
    std::string kept;
    std::ifstream(folder_.pathOf("kept")) >> kept;
    std::size_t files = 0;
    for (const auto &file : std::filesystem::recursive_directory_iterator(folder_.path()))
      files += file.exists() ? 1 : 0;
    return kept != "mine" || files != 10;
  }
  [[nodiscard]] std::string path() const { return folder_.path(); }
  [[nodiscard]] UnitRequest request(const Words &command) const {
    return {folder_.path(), folder_.pathOf("r.c"), command, {folder_.path()}, {}, ""};
  }

private:
  test::TemporaryFolder folder_;
};

void enter(const Checkout &checkout) {
  if (chdir(checkout.path().c_str()) != 0)
    _exit(9);
  if (const int null = open("/dev/null", O_WRONLY); null >= 0)
    dup2(null, STDERR_FILENO);
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
}

int asItIs(const Checkout &checkout, Words command) {
  enter(checkout);
  const llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions()));
  const std::string compiler = command.front();
  command.insert(command.begin() + 1, "-fsyntax-only");
  clang::tooling::addTargetAndModeForProgramName(command, compiler);
  clang::tooling::ToolInvocation invocation(command, std::make_unique<clang::SyntaxOnlyAction>(),
                                            files.get());
  (void)invocation.run();
  return 0;
}

const std::vector<Trial> &trials() {
  static const std::vector<Trial> kTrials = {
      {"a tool for HIP",
       {"cc", "-x", "hip", "--offload-arch=native", "--amdgpu-arch-tool=./tool", "-c", "r.c"}},
      {"a tool for CUDA",
       {"cc", "-x", "cuda", "--offload-arch=native", "--nvptx-arch-tool=./tool", "-c", "r.c"},
       false},
      {"offloading by OpenMP",
       {"cc", "-fopenmp", "--offload-arch=native", "--amdgpu-arch-tool=./tool",
        "--nvptx-arch-tool=./tool", "-c", "r.c"}},
      {"an accelerator as target",
       {"cc", "--target=amdgcn-amd-amdhsa", "-mcpu=native", "--amdgpu-arch-tool=./tool", "-c",
        "r.c"}},
      {"another accelerator as target",
       {"cc", "--target=nvptx64-nvidia-cuda", "-march=native", "--nvptx-arch-tool=./tool", "-c",
        "r.c"}},
      {"a folder of tools", {"cc", "-B.", "-x", "hip", "--offload-arch=native", "-c", "r.c"}},
      {"a tool beside the compiler", {"./gcc", "-x", "hip", "--offload-arch=native", "-c", "r.c"}},
      {"a response file", {"cc", "@options", "-c", "r.c"}, false},
      {"a plugin", {"cc", "-fplugin=./tool", "-c", "r.c"}, false},
      {"a plugin of the frontend",
       {"cc", "-Xclang", "-load", "-Xclang", "./tool", "-c", "r.c"},
       false},
      {"no integrated compiler",
       {"cc", "-fno-integrated-cc1", "-fno-integrated-as", "-c", "r.c"},
       false},
      {"diagnostics in a file", {"cc", "--serialize-diagnostics", "kept", "-c", "r.c"}},
      {"dependencies in a file", {"cc", "-MD", "-MF", "kept", "-c", "r.c"}, false},
      {"dependencies by the preprocessor", {"cc", "-Wp,-MD,kept", "-c", "r.c"}, false},
      {"statistics", {"cc", "-save-stats=cwd", "-c", "r.c"}, false},
      {"temporary files", {"cc", "-save-temps", "-c", "r.c"}, false},
      {"a database of commands", {"cc", "-gen-cdb-fragment-path", "fragments", "-c", "r.c"}},
      {"another folder", {"cc", "-working-directory", "/", "-MJ", "kept", "-c", "r.c"}, false},
      {"a folder for modules",
       {"cc", "-fmodules", "-fimplicit-modules", "-fmodules-cache-path=modules", "-c", "r.c"},
       false},
      {"a time trace", {"cc", "-ftime-trace=kept", "-c", "r.c"}, false},
      {"an option of LLVM",
       {"cc", "-mllvm", "-info-output-file=kept", "-mllvm", "-stats", "-c", "r.c"},
       false},
      {"a crash report",
       {"cc", "-gen-reproducer=always", "-fcrash-diagnostics-dir=crash", "-c", "r.c"},
       false},
      {"options in a file", {"cc", "--config=options", "-c", "r.c"}, false},
      {"a header's command", {"cc", "-include", "options", "-H", "-c", "r.c"}, false},
      {"a value that is taken for an option",
       {"cc", "-Wp,-D", "-I", "--serialize-diagnostics", "-I", "kept", "-c", "r.c"},
       false},
  };
  return kTrials;
}

TEST(StrangersCommands, DoHarmIfNothingIsDone) {
  for (const Trial &trial : trials()) {
    const Checkout checkout;
    inChild([&] { return asItIs(checkout, trial.command); });
    EXPECT_TRUE(checkout.harmed() || !trial.works) << trial.name;
  }
}

TEST(StrangersCommands, DoNoHarmOnceRewritten) {
  for (const Trial &trial : trials()) {
    const Checkout checkout;
    EXPECT_EQ(inChild([&] {
                enter(checkout);
                (void)parseUnit(checkout.request(trial.command), [](const auto &) {});
                return 0;
              }),
              0)
        << trial.name;
    EXPECT_FALSE(checkout.harmed()) << trial.name;
  }
}

TEST(StrangersCommands, DoNoHarmWhereConfined) {
  for (const Trial &trial : trials()) {
    const Checkout checkout;
    inChild([&] {
      if (!confine({.read_everywhere = true}).calls)
        return 2;
      return asItIs(checkout, trial.command);
    });
    EXPECT_FALSE(checkout.harmed()) << trial.name;
  }
}

} // namespace strangersCommandsTest

} // namespace fsfind::analyzer
