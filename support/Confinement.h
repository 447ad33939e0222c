#pragma once

#include <functional>
#include <future>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

/// What reads files of strangers (sources, compile commands, debug info) gives up beforehand what
/// the work does not take, so that a flaw in a parser, ours or a library's, cannot be turned into
/// more than a wrong answer. Two parts of Linux do it, each without privileges and for the calling
/// thread with all threads that it starts from then on:
///
/// - seccomp(2), by libseccomp: of the system calls only those that reading takes. No program and
/// no
///   process is started, no socket is made, and no file is opened for writing, renamed or removed.
///   Calls that are not on the list fail as on a kernel that does not know them (ENOSYS), so that
///   libraries go their older ways.
/// - Landlock (landlock(7), Linux 5.13), where the kernel has it: files are read in the named
/// places
///   only, and written in none.
///
/// Descriptors that are open stay as they are: what was handed open can be read and written.
/// Example: the worker of `fsfind check` takes its request, lets confine() leave it the unit's
/// folders, and parses; its facts go to a descriptor that `fsfind` opened.
namespace fsfind {

/// What a confined thread keeps.
struct Permission {
  bool read_everywhere = false;
  /// Files, and folders with all below; what is missing is passed over.
  std::vector<std::string> read = {};
  /// Likewise, also for reading, making and removing files.
  std::vector<std::string> write = {};
  bool network = false; ///< to ask servers for debug info
};

/// Which of the parts this kernel took.
struct Confinement {
  bool calls = false; ///< seccomp
  bool files = false; ///< Landlock
};

/// Confines the calling thread for good. What the kernel does not know or allow is left out. Does
/// nothing in programs that run under AddressSanitizer, whose runtime takes more calls.
[[nodiscard]] Confinement confine(const Permission &permission);

/// Takes from a confined thread all reading but that of these files, and of folders with all below.
/// Returns whether the kernel did.
[[nodiscard]] bool confineReading(const std::vector<std::string> &places);

/// Runs `work` on a confined thread; returns what it returns, and throws what it throws
/// (std::bad_alloc). Other threads keep what they have.
template <class Work> auto confined(const Permission &permission, Work &&work) {
  std::packaged_task<std::invoke_result_t<Work>()> task([&] {
    (void)confine(permission);
    return work();
  });
  auto result = task.get_future();
  std::thread(std::ref(task)).join();
  return result.get();
}

} // namespace fsfind
