// Finding the program, QEMU and the plugin: scripts stand in for QEMU.

#include "c2c-ingest/record/Emulator.h"
#include "c2c-ingest/record/FixedAddresses.h"
#include "c2c-ingest/record/SimulateEngine.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fsfind::record {
namespace emulatorTest {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kProgram = FSFIND_SOURCE_DIR "/fixtures/hot_flag/hot_flag";

class EmulatorTest : public testing::Test {
protected:
  EmulatorTest() {
    host_.root = folder_.path();
    host_.search_path = folder_.pathOf("bin");
    folder_.write("lib/fsfind-record-v1.so", "");
    folder_.write("lib/fsfind-record-v2.so", "");
    request_.output = folder_.pathOf("perf.data");
    request_.command = {kProgram};
  }
  void addQemu(const std::string &version, const std::string &otherwise = "",
               const std::string &folder = "bin") const {
    folder_.writeProgram(folder + "/qemu-x86_64",
                         "if [ \"$1\" = --version ]; then echo 'qemu-x86_64 version " + version +
                             " (Debian)'; exit; fi\n"
                             "if [ \"$1\" = -h ]; then echo '" +
                             help_ + "'; exit; fi\n" + otherwise);
  }
  void addQemuWithoutPlugins(const std::string &version) {
    const std::string help = std::exchange(help_, "-strace  log system calls");
    addQemu(version);
    help_ = help;
  }
  Expected<Emulator> find() const { return findEmulator("x86_64", host_, plugins_); }
  std::string programError(const std::string &command) const {
    const auto program = findGuestProgram(command, host_);
    return program ? "found" : program.error().message();
  }
  Expected<RecordResult> simulateIt() const { return simulate(request_, {}, host_, plugins_); }

  std::string help_ = "-plugin  QEMU_PLUGIN  [file=]<file>";
  test::TemporaryFolder folder_;
  std::vector<std::string> plugins_ = {folder_.pathOf("lib")};
  Host host_;
  RecordRequest request_;
};

TEST_F(EmulatorTest, PluginFollowsTheVersion) {
  for (const auto &[version, plugin] :
       std::vector<std::pair<std::string, std::string>>{{"7.2.22", "v1"},
                                                        {"8.2.2", "v1"},
                                                        {"9.0.0", "v2"},
                                                        {"10.0.3", "v2"},
                                                        {"11.0.0", "v2"}}) {
    addQemu(version);
    const auto found = find();
    ASSERT_TRUE(found) << version;
    EXPECT_EQ(found->version, version);
    EXPECT_THAT(found->plugin, HasSubstr(plugin)) << version;
  }
}

TEST_F(EmulatorTest, OtherVersionsAreRefusedClearly) {
  for (const std::string version : {"6.2.0", "7.1.0"}) {
    addQemu(version);
    ASSERT_FALSE(find());
    EXPECT_THAT(find().error().message(), HasSubstr("QEMU " + version)) << version;
  }
}

TEST_F(EmulatorTest, AQemuBuiltWithoutPluginsIsToldWithTheScriptThatBuildsOne) {
  folder_.write("lib/build-qemu", "");
  addQemuWithoutPlugins("10.0.3");
  ASSERT_FALSE(find());
  EXPECT_THAT(find().error().message(), HasSubstr("built without plugins"));
  EXPECT_THAT(find().error().message(), HasSubstr(folder_.pathOf("lib/build-qemu")));
}

TEST_F(EmulatorTest, AQemuThatDoesNotServeIsPassedOver) {
  host_.search_path += ":" + folder_.pathOf("late");
  host_.data_home = folder_.pathOf("home");
  addQemu("10.0.5", "", "lib");
  addQemuWithoutPlugins("10.0.3");
  EXPECT_EQ(find()->path, folder_.pathOf("lib/qemu-x86_64"));
  addQemu("8.2.2", "", "home/fsfind/qemu");
  EXPECT_EQ(find()->version, "8.2.2");
  addQemu("7.2.0", "", "late");
  EXPECT_EQ(find()->version, "7.2.0");
}

TEST_F(EmulatorTest, MissingQemuNamesThePackageAndTheScript) {
  EXPECT_THAT(find().error().message(), HasSubstr("apt install qemu-user"));
  EXPECT_THAT(find().error().message(), HasSubstr("tools/build-qemu"));
}

TEST_F(EmulatorTest, MissingPluginIsTold) {
  addQemu("7.2.0");
  plugins_.clear();
  EXPECT_THAT(find().error().message(), HasSubstr("fsfind-record-v1.so"));
}

TEST_F(EmulatorTest, ProgramIsFoundAndItsProcessorTold) {
  const auto program = findGuestProgram(kProgram, host_);
  ASSERT_TRUE(program) << program.error().message();
  EXPECT_EQ(program->arch, "x86_64");
  EXPECT_TRUE(program->dynamic);
}

TEST_F(EmulatorTest, WhatIsNoProgramIsTold) {
  EXPECT_THAT(programError("nosuch"), HasSubstr("no such program"));
  EXPECT_THAT(programError(folder_.path()), HasSubstr("is a folder"));
  EXPECT_THAT(programError(folder_.write("plain", "x")), HasSubstr("not executable"));
  EXPECT_THAT(programError(folder_.writeProgram("run", "exit")), HasSubstr("not an ELF program"));
}

TEST_F(EmulatorTest, ScriptsAreRunByTheirInterpreters) {
  const std::string script = folder_.writeProgram("bin/run", "exit");
  EXPECT_THAT(throughInterpreters({"run", "-v"}, host_), ElementsAre("/bin/sh", script, "-v"));
  EXPECT_THAT(throughInterpreters({kProgram, "-v"}, host_), ElementsAre(kProgram, "-v"));
  EXPECT_THAT(throughInterpreters({"nosuch"}, host_), ElementsAre("nosuch"));
}

TEST_F(EmulatorTest, OtherProcessorsAreTold) {
  std::string header("\177ELF\1\1\1", 7); // 32 bits, little-endian
  header.resize(52);
  header[16] = 2; // ET_EXEC
  header[18] = 3; // EM_386
  header[20] = 1;
  header[40] = 52;
  const std::string path = folder_.write("old", header);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  EXPECT_THAT(programError(path), HasSubstr("32-bit"));
}

TEST_F(EmulatorTest, CommandGivesThePluginItsOptions) {
  Simulation simulation;
  simulation.out = "/a,b/perf.data";
  simulation.cpus = 4;
  const auto command = emulatorCommand({"/q", "7.2", "/p.so"}, {"/bin/x", "x86_64", false},
                                       {"x", "-v", "--"}, simulation, host_);
  EXPECT_EQ(command[0], "/q");
  EXPECT_THAT(command, Contains(HasSubstr("file=/p.so,out=/a,,b/perf.data,cpus=4,")));
  EXPECT_THAT(std::vector<std::string>(command.end() - 4, command.end()),
              ElementsAre("--", "/bin/x", "-v", "--"));
}

TEST_F(EmulatorTest, ForeignProgramsGetTheirLibraries) {
  folder_.write("usr/aarch64-linux-gnu/lib/x", "");
  folder_.write("lib64/ld-linux-x86-64.so.2", "");
  const GuestProgram foreign{"/bin/x", "aarch64", true}, whole{"/bin/x", "aarch64", false};
  const Emulator qemu{"/q", "7.2", "/p.so"};
  EXPECT_THAT(emulatorCommand(qemu, foreign, {"x"}, {}, host_), Contains("/usr/aarch64-linux-gnu"));
  EXPECT_THAT(emulatorCommand(qemu, whole, {"x"}, {}, host_), testing::Not(Contains("-L")));
}

TEST_F(EmulatorTest, EmulatorThatDoesNothingLeavesNoFile) {
  addQemu("7.2.0", "exit 1");
  ASSERT_FALSE(simulateIt());
  EXPECT_FALSE(std::filesystem::exists(request_.output));
}

TEST_F(EmulatorTest, ARecordingIsBoundedUnlessTheUserSetsABound) {
  addQemu("7.2.0", "echo \"$@\" >" + folder_.pathOf("arguments") + "; exit 1");
  const auto limit = [&](std::uint64_t max_bytes) {
    request_.max_bytes = max_bytes;
    EXPECT_FALSE(simulateIt());
    std::stringstream arguments;
    arguments << std::ifstream(folder_.pathOf("arguments")).rdbuf();
    const std::string text = arguments.str(), key = "max_bytes=";
    return std::stoull(text.substr(text.find(key) + key.size()));
  };
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
  EXPECT_EQ(limit(0), kDefaultMaxBytes);
  EXPECT_EQ(limit(4 * kGigabyte), 4 * kGigabyte);
}

TEST_F(EmulatorTest, AllocationsAreToldOfByLibrariesBesideThePlugin) {
  addQemu("7.2.0", "echo \"$@\" >" + folder_.pathOf("arguments") +
                       "; while [ \"$1\" != -L ] && shift; do :; done; cat $2/etc/ld.so.preload >" +
                       folder_.pathOf("loaded") + "; exit 1");
  folder_.write("lib64/ld-linux-x86-64.so.2", "");
  folder_.write("etc/ld.so.preload", "/lib/of-the-host.so\n");
  const std::string library = folder_.write("lib/fsfind-allocations.so", "");
  EXPECT_FALSE(simulateIt());
  std::stringstream loaded;
  loaded << std::ifstream(folder_.pathOf("loaded")).rdbuf();
  EXPECT_EQ(loaded.str(), library + "\n/lib/of-the-host.so\n");
}

TEST_F(EmulatorTest, ImpossibleSimulationIsRefused) {
  addQemu("7.2.0");
  Simulation simulation;
  simulation.nodes = 9;
  const auto result = simulate(request_, simulation, host_, plugins_);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message(), HasSubstr("nodes"));
}

class ChildProcess : public testing::Test {
protected:
  static ChildEnd runShell(const std::string &script, const Watch &watch = {}) {
    const auto end = runChild({"/bin/sh", "-c", script}, {"ADDED=7"}, watch);
    EXPECT_TRUE(end);
    return end.value_or(ChildEnd{});
  }
};

TEST_F(ChildProcess, ExitCodesArePassedOn) {
  EXPECT_EQ(runShell("exit 3").exit_code, 3);
  EXPECT_EQ(runShell("kill -9 $$").exit_code, 137);
  EXPECT_EQ(runShell("exit $ADDED").exit_code, 7);
}

TEST_F(ChildProcess, VariablesReplaceThoseThatAreSet) {
  setenv("ADDED", "3", 1);
  const ChildEnd end = runShell("[ $(env | grep -c ^ADDED=) = 1 ] && exit $ADDED");
  unsetenv("ADDED");
  EXPECT_EQ(end.exit_code, 7);
}

TEST_F(ChildProcess, AddressesAreFixedForAWhile) {
  const std::string differ = "a=$(grep stack /proc/self/maps); b=$(grep stack /proc/self/maps); "
                             "[ \"$a\" != \"$b\" ]";
  if (runShell(differ).exit_code != 0)
    GTEST_SKIP() << "addresses are not randomised here";
  {
    const FixedAddresses fixed;
    EXPECT_EQ(runShell(differ).exit_code, 1);
  }
  EXPECT_EQ(runShell(differ).exit_code, 0);
}

TEST_F(ChildProcess, ItsLimitEndsTheCommand) {
  Watch time;
  time.duration = std::chrono::duration<double>(0.3);
  EXPECT_EQ(runShell("exec sleep 60", time).ending, Ending::TimeLimit);
}

/// As perf, it ends when nothing is left that it runs, and then completes a file.
TEST_F(ChildProcess, WhatCompletesTheFileIsKilledAfterWhatItRuns) {
  const test::TemporaryFolder folder;
  const std::string file = folder.pathOf("file");
  Watch watch;
  watch.duration = std::chrono::duration<double>(0.3);
  watch.stop_signal = SIGINT;
  watch.completes_file = true;
  int told = 0;
  watch.unheeded = [&](std::chrono::seconds) { ++told; };
  const ChildEnd end = runShell("trap 'asked=1' INT; sh -c 'trap \"\" INT TERM; sleep 60' & "
                                "while kill -0 $! 2>/dev/null; do wait $!; done; "
                                "[ $asked = 1 ] && echo whole >" +
                                    file,
                                watch);
  EXPECT_EQ(end.ending, Ending::TimeLimit);
  EXPECT_TRUE(end.killed);
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(end.left, 0U);
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST_F(ChildProcess, TerminationIsPassedOnOnce) {
  const ChildEnd end = runShell("trap 'kill $!; exit 5' TERM; kill -TERM $PPID; sleep 60 & wait");
  EXPECT_EQ(end.exit_code, 5);
  EXPECT_EQ(end.ending, Ending::Interrupted);
}

TEST_F(ChildProcess, WhatCannotBeStartedIsAnError) {
  EXPECT_FALSE(runChild({"/no/such"}, {}, {}));
}

} // namespace emulatorTest
} // namespace fsfind::record
