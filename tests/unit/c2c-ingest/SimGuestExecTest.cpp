// What the guest executes: read from its memory, led to a program, and to QEMU's command for it.
#include "c2c-ingest/record/sim/GuestExec.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <elf.h>
#include <filesystem>
#include <sys/mman.h>

namespace fsfind::record::sim {
namespace simGuestExecTest {

using testing::ElementsAre;

const std::string kProgram = FSFIND_SOURCE_DIR "/fixtures/hot_flag/hot_flag";

std::uint64_t addressOf(const void *place) {
  return reinterpret_cast<std::uintptr_t>(place);
}

/// A page that lies before one that cannot be read.
class LastPage {
public:
  LastPage()
      : start_(static_cast<char *>(
            mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    munmap(start_ + kPage, kPage);
  }
  ~LastPage() { munmap(start_, kPage); }
  LastPage(const LastPage &) = delete;
  LastPage &operator=(const LastPage &) = delete;
  [[nodiscard]] char *end() const { return start_ + kPage; }

private:
  static constexpr std::size_t kPage = 4096;
  char *start_;
};

TEST(SimGuestMemory, TextEndsWithItsNul) {
  const std::string longer(10'000, 'x');
  const GuestMemory memory;
  EXPECT_EQ(memory.text(addressOf("name"), 100), "name");
  EXPECT_EQ(memory.text(addressOf(longer.c_str()), 10'000), longer);
  EXPECT_FALSE(memory.text(addressOf(longer.c_str()), 9'999));
  EXPECT_EQ(GuestMemory(addressOf(longer.c_str())).text(9'998, 2), "xx");
}

TEST(SimGuestMemory, WhatIsNotMappedIsNoText) {
  const LastPage page;
  const GuestMemory memory;
  std::fill(page.end() - 3, page.end(), 'x');
  EXPECT_FALSE(memory.text(addressOf(page.end() - 3), 100));
  page.end()[-1] = '\0';
  EXPECT_EQ(memory.text(addressOf(page.end() - 3), 100), "xx");
  EXPECT_FALSE(memory.text(addressOf(page.end()), 100));
  EXPECT_FALSE(memory.text(~0ULL, 100));
  EXPECT_FALSE(memory.texts(addressOf(page.end()), 100));
}

TEST(SimGuestMemory, ArraysEndWithNull) {
  const std::array<const char *, 3> words = {"a", "bc", nullptr};
  const GuestMemory memory;
  const auto found = memory.texts(addressOf(words.data()), 100);
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre("a", "bc"));
  EXPECT_FALSE(memory.texts(addressOf(words.data()), 10)) << "more than may be taken";
  EXPECT_TRUE(memory.texts(0, 100)->empty());
}

TEST(SimQemuCommand, ProgramAndNameAreReplacedTheRestIsKept) {
  const QemuCommand own({"qemu", "-0", "-plugin", "-L", "/lib,x", "-plugin", "file=p,cpus=4", "--",
                         "/bin/sh", "-c", "x"});
  EXPECT_EQ(own.program(), "/bin/sh");
  const auto next = own.running("./prog", {"name", "-v"}, ",clock=5");
  EXPECT_THAT(next, ElementsAre("qemu", "-L", "/lib,x", "-plugin", "file=p,cpus=4,clock=5", "-0",
                                "name", "--", "./prog", "-v"));
  EXPECT_THAT(QemuCommand(next).running("p", {}, ",clock=7,descriptor=1"),
              ElementsAre("qemu", "-L", "/lib,x", "-plugin", "file=p,cpus=4,clock=7,descriptor=1",
                          "-0", "", "--", "p"));
}

TEST(SimQemuCommand, SettingsAreWhatIsNotCarried) {
  const QemuCommand own({"qemu", "-plugin", "file=/a,,b/p.so,out=/x,,y,cpus=4,clock=5,descriptor=9",
                         "--", "/bin/sh"});
  EXPECT_EQ(own.plugin(), "/a,b/p.so");
  EXPECT_THAT(own.settings(), ElementsAre("out=/x,y", "cpus=4"));
  EXPECT_THAT(QemuCommand({"qemu", "--", "p"}).settings(), ElementsAre());
}

TEST(SimQemuCommand, NoProgramIsNone) {
  EXPECT_EQ(QemuCommand({"qemu", "-plugin"}).program(), "-plugin");
  EXPECT_EQ(QemuCommand({"qemu"}).program(), "");
  EXPECT_EQ(QemuCommand({}).program(), "");
}

class SimGuestExec : public testing::Test {
protected:
  /// An executable file of that content.
  std::string file(const std::string &name, const std::string &content) const {
    const std::string path = folder_.write(name, content);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  static std::optional<ExecRequest> led(const std::string &path,
                                        std::uint16_t machine = EM_X86_64) {
    return emulable({path, {"name", "-v"}, {"A=1"}}, machine);
  }

  test::TemporaryFolder folder_;
};

TEST_F(SimGuestExec, ProgramsOfTheMachineAreTakenAsTheyAre) {
  const auto request = led(kProgram);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, kProgram);
  EXPECT_THAT(request->arguments, ElementsAre("name", "-v"));
  EXPECT_FALSE(led(kProgram, EM_AARCH64));
}

TEST_F(SimGuestExec, ScriptsLeadToTheirInterpreters) {
  const std::string inner = file("inner", "#! " + kProgram + "\t -a b \nrest");
  const std::string outer = file("outer", "#!" + inner);
  const auto request = led(outer);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, kProgram);
  EXPECT_THAT(request->arguments, ElementsAre(kProgram, "-a b", inner, outer, "-v"));
  EXPECT_THAT(request->environment, ElementsAre("A=1"));
}

TEST_F(SimGuestExec, TheKernelAnswersForTheRest) {
  EXPECT_FALSE(led(folder_.pathOf("missing")));
  EXPECT_FALSE(led(folder_.path()));
  EXPECT_FALSE(led(folder_.write("plain", "#!" + kProgram + "\n"))) << "not executable";
  EXPECT_FALSE(led(file("text", "echo")));
  EXPECT_FALSE(led(file("nameless", "#! \n")));
  EXPECT_FALSE(led(file("endless", "#!" + std::string(300, 'x'))));
  EXPECT_FALSE(led(file("short", "\177ELF")));
  EXPECT_FALSE(led(file("self", "#!" + folder_.pathOf("self") + "\n"))) << "a circle";
  EXPECT_FALSE(led("/proc/self/fd/999"));
}

/// A program with one section, a table of names for the loader, that lies at `table`.
std::string programNaming(const std::string &name, std::uint64_t sections = sizeof(Elf64_Ehdr),
                          std::uint64_t table = sizeof(Elf64_Ehdr) + sizeof(Elf64_Shdr)) {
  Elf64_Ehdr header{};
  std::copy_n(ELFMAG, SELFMAG, header.e_ident);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = EM_X86_64;
  header.e_type = ET_EXEC;
  header.e_shoff = sections;
  header.e_shnum = 1;
  Elf64_Shdr section{};
  section.sh_type = SHT_STRTAB;
  section.sh_flags = SHF_ALLOC;
  section.sh_offset = table;
  section.sh_size = UINT64_MAX;
  const auto bytes = [](const auto &one) {
    return std::string(reinterpret_cast<const char *>(&one), sizeof one);
  };
  return bytes(header) + bytes(section) + '\0' + name + '\0' + std::string(300, 'x');
}

TEST_F(SimGuestExec, InstrumentedProgramsRecordThemselvesIfTheyCan) {
  const auto records = [&](const std::string &content) {
    return selfRecording({file("program", content), {"name"}, {}}, EM_X86_64).has_value();
  };
  const auto runs = [&](const std::string &content) {
    return led(file("program", content)).has_value();
  };
  for (const char *library : {"libtsan.so.2", "libtsan.so.0"}) {
    EXPECT_TRUE(records(programNaming(library)));
    EXPECT_FALSE(runs(programNaming(library)));
  }
  EXPECT_FALSE(records(programNaming("__tsan_init"))) << "its library is its own";
  EXPECT_FALSE(runs(programNaming("__tsan_init")));
  EXPECT_FALSE(records(programNaming("libtsan.so.22")));
  EXPECT_TRUE(runs(programNaming("libtsan.so.22")));
  for (const std::uint64_t outside : {std::uint64_t{1} << 20, UINT64_MAX, UINT64_MAX - 63}) {
    EXPECT_TRUE(runs(programNaming("libtsan.so.2", outside))) << outside;
    EXPECT_TRUE(runs(programNaming("libtsan.so.2", sizeof(Elf64_Ehdr), outside))) << outside;
  }
}

TEST_F(SimGuestExec, ProgramsThatGainPrivilegesAreNotEmulated) {
  const std::string path = folder_.pathOf("privileged");
  std::filesystem::copy_file(kProgram, path);
  ASSERT_TRUE(led(path));
  std::filesystem::permissions(path, std::filesystem::perms::set_uid,
                               std::filesystem::perm_options::add);
  EXPECT_FALSE(led(path));
}

} // namespace simGuestExecTest
} // namespace fsfind::record::sim
