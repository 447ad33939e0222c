#include "support/Confinement.h"

#include "tests/support/InChild.h"
#include "tests/support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <linux/landlock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind {

namespace confinementTest {

using test::inChild;

/// Whether this kernel has Landlock; all that fsfind supports have seccomp.
bool hasLandlock() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

struct Deed {
  const char *name;
  std::function<bool(const std::string &folder)> succeeds;
};

bool opens(const std::string &path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0600);
  return file >= 0 && close(file) == 0;
}

const std::vector<Deed> &deeds() {
  static const std::vector<Deed> kDeeds = {
      {"starts a program",
       [](const std::string &) {
         std::array<char *, 1> none = {nullptr};
         execve("/bin/true", none.data(), none.data());
         return false; // where it succeeds, the child ends with 0
       }},
      {"starts a process",
       [](const std::string &) {
         const pid_t child = fork();
         if (child == 0)
           _exit(0);
         return child > 0;
       }},
      {"makes a socket", [](const std::string &) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
      {"makes a file",
       [](const std::string &folder) { return opens(folder + "/new", O_WRONLY | O_CREAT); }},
      {"overwrites a file",
       [](const std::string &folder) { return opens(folder + "/there", O_WRONLY | O_TRUNC); }},
      {"truncates a file",
       [](const std::string &folder) { return truncate((folder + "/there").c_str(), 0) == 0; }},
      {"removes a file",
       [](const std::string &folder) { return unlink((folder + "/there").c_str()) == 0; }},
      {"renames a file",
       [](const std::string &folder) {
         return rename((folder + "/there").c_str(), (folder + "/new").c_str()) == 0;
       }},
      {"makes a folder",
       [](const std::string &folder) { return mkdir((folder + "/new").c_str(), 0700) == 0; }},
      {"makes a link",
       [](const std::string &folder) {
         return symlink("/etc/passwd", (folder + "/new").c_str()) == 0;
       }},
      {"lets others in",
       [](const std::string &folder) { return chmod((folder + "/there").c_str(), 0777) == 0; }},
      {"ends another process", [](const std::string &) { return kill(getppid(), 0) == 0; }},
  };
  return kDeeds;
}

/// 0 if the deed succeeds, after `before`.
int outcome(const Deed &deed, const std::function<void()> &before) {
  const test::TemporaryFolder folder;
  folder.write("there", "text");
  return inChild([&] {
    before();
    return deed.succeeds(folder.path()) ? 0 : 1;
  });
}

int inConfinement(const Permission &permission, const std::function<bool()> &work) {
  return inChild([&] {
    if (!confine(permission).calls)
      return 2;
    return work() ? 0 : 1;
  });
}

TEST(Confinement, LeavesNothingButReading) {
  for (const Deed &deed : deeds()) {
    EXPECT_EQ(outcome(deed, [] {}), 0) << deed.name;
    EXPECT_EQ(outcome(deed, [] { (void)confine({.read_everywhere = true}); }), 1) << deed.name;
  }
}

TEST(Confinement, LeavesWhatReadingTakes) {
  const test::TemporaryFolder folder;
  const std::string there = folder.write("there", "text");
  const int output = open(folder.pathOf("output").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(output, 0);
  EXPECT_EQ(inConfinement({.read_everywhere = true},
                          [&] {
                            std::atomic<bool> read = false;
                            std::thread([&] { read = opens(there, O_RDONLY); }).join();
                            return read && std::filesystem::exists(there) &&
                                   write(output, "facts", 5) == 5 && ftruncate(output, 3) == 0;
                          }),
            0);
  close(output);
  EXPECT_EQ(std::filesystem::file_size(folder.pathOf("output")), 3U);
}

TEST(Confinement, ReadsOnlyWhereItMay) {
  if (!hasLandlock())
    GTEST_SKIP() << "this kernel has no Landlock";
  const test::TemporaryFolder folder;
  const std::string inside = folder.write("in/deep/file", "text");
  const std::string outside = folder.write("out/file", "text");
  const std::string single = folder.write("single", "text");
  EXPECT_EQ(inConfinement({.read_everywhere = true},
                          [&] {
                            return opens(outside, O_RDONLY) &&
                                   confineReading({folder.pathOf("in"), single, "/none"}) &&
                                   opens(inside, O_RDONLY) && opens(single, O_RDONLY) &&
                                   !opens(outside, O_RDONLY) &&
                                   std::filesystem::exists(outside); // looking is not reading
                          }),
            0);
}

TEST(Confinement, WritesOnlyWhereItMay) {
  if (!hasLandlock())
    GTEST_SKIP() << "this kernel has no Landlock";
  const test::TemporaryFolder folder;
  folder.write("cache/file", "text");
  EXPECT_EQ(inConfinement({.read_everywhere = true, .write = {folder.pathOf("cache")}},
                          [&] {
                            return opens(folder.pathOf("cache/new"), O_WRONLY | O_CREAT) &&
                                   !opens(folder.pathOf("new"), O_WRONLY | O_CREAT);
                          }),
            0);
}

TEST(Confinement, PassesExceptionsOn) {
  EXPECT_THROW(confined({.read_everywhere = true}, []() -> int { throw std::bad_alloc(); }),
               std::bad_alloc);
}

TEST(Confinement, IsOfOneThread) {
  EXPECT_EQ(inChild([] {
              const bool inside = confined({.read_everywhere = true},
                                           [] { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; });
              return !inside && socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 1;
            }),
            0);
}

} // namespace confinementTest
} // namespace fsfind
