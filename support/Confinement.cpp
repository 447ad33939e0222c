#include "support/Confinement.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <initializer_list>
#include <linux/landlock.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fsfind {

namespace {

#if defined(__has_feature)
#define FSFIND_UNDER_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define FSFIND_UNDER_ASAN 1
#else
#define FSFIND_UNDER_ASAN 0
#endif

/// What reading, computing and starting threads take, of any libc. Calls that an architecture does
/// not have are passed over.
constexpr std::array kReading = {
    // files, by what was opened
    "read", "readv", "pread64", "preadv", "preadv2", "write", "writev", "pwrite64", "pwritev",
    "pwritev2", "lseek", "_llseek", "close", "close_range", "dup", "dup2", "dup3", "fcntl",
    "fcntl64", "ftruncate", "ftruncate64", "fallocate", "fsync", "fdatasync", "fadvise64",
    "fadvise64_64", "flock", "sync_file_range", "copy_file_range", "sendfile", "sendfile64",
    "readahead",
    // looking at files
    "fstat", "fstat64", "stat", "stat64", "lstat", "lstat64", "newfstatat", "fstatat64", "statx",
    "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64",
    "getcwd", "chdir", "fchdir", "statfs", "statfs64", "fstatfs", "fstatfs64", "umask",
    // memory
    "brk", "munmap", "mremap", "madvise", "msync", "mincore", "mlock", "munlock", "membarrier",
    "get_mempolicy",
    // threads, and waiting for them
    "futex", "futex_waitv", "futex_time64", "set_robust_list", "get_robust_list", "rseq",
    "set_tid_address", "gettid", "sched_yield", "sched_getaffinity", "sched_setaffinity",
    "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
    "getpriority", "setpriority", "poll", "ppoll", "ppoll_time64", "select", "_newselect",
    "pselect6", "pselect6_time64", "pipe", "pipe2", "eventfd2", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "nanosleep", "clock_nanosleep", "clock_nanosleep_time64",
    "restart_syscall",
    // signals to oneself
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack", "rt_sigpending",
    "rt_sigtimedwait", "rt_sigsuspend", "signalfd4", "exit", "exit_group",
    // questions
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "gettimeofday",
    "time", "times", "getrandom", "getpid", "getppid", "getuid", "getuid32", "geteuid", "geteuid32",
    "getgid", "getgid32", "getegid", "getegid32", "getresuid", "getresgid", "getgroups", "getpgrp",
    "getpgid", "getsid", "uname", "sysinfo", "getcpu", "getrusage", "getrlimit", "ugetrlimit",
    "setrlimit", "prctl", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    "arch_prctl", "riscv_hwprobe"};

/// With these, which Permission::network adds, a resolver and a client for HTTP get along.
constexpr std::array kNetwork = {"socket",      "socketpair",  "connect",    "bind",
                                 "getsockname", "getpeername", "getsockopt", "setsockopt",
                                 "sendto",      "sendmsg",     "sendmmsg",   "recvfrom",
                                 "recvmsg",     "recvmmsg",    "shutdown"};

/// With these, which Permission::write adds, files are made, filled and put in their places.
constexpr std::array kWriting = {"open",      "openat", "creat",    "mkdir",    "mkdirat",
                                 "rmdir",     "unlink", "unlinkat", "rename",   "renameat",
                                 "renameat2", "chmod",  "fchmod",   "fchmodat", "utimensat",
                                 "utime",     "utimes", "link",     "linkat"};

struct Release {
  void operator()(void *context) const { seccomp_release(context); }
};

/// A seccomp filter while it is made. A rule that cannot be made leaves a call forbidden.
class CallFilter {
public:
  CallFilter() : context_(seccomp_init(SCMP_ACT_ERRNO(ENOSYS))) {
    if (context_)
      (void)seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  }

  template <std::size_t count> void allow(const std::array<const char *, count> &names) {
    for (const char *name : names)
      allow(name);
  }

  /// Allows the call if the bits `mask` of its argument number `argument`, from 0, are `value`.
  void allowIf(const char *name, unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    const scmp_arg_cmp condition{argument, SCMP_CMP_MASKED_EQ, mask, value};
    add(name, &condition, 1);
  }

  [[nodiscard]] bool load() { return context_ && seccomp_load(context_.get()) == 0; }

private:
  void allow(const char *name) { add(name, nullptr, 0); }
  void add(const char *name, const scmp_arg_cmp *conditions, unsigned count) {
    const int number = seccomp_syscall_resolve_name(name);
    if (context_ && number != __NR_SCMP_ERROR)
      (void)seccomp_rule_add_array(context_.get(), SCMP_ACT_ALLOW, number, count, conditions);
  }

  std::unique_ptr<void, Release> context_;
};

/// Where the flags of clone(2) are.
#if defined(__s390x__) || defined(__s390__)
constexpr unsigned kCloneFlags = 1;
#else
constexpr unsigned kCloneFlags = 0;
#endif

bool confineCalls(const Permission &permission) {
  CallFilter filter;
  constexpr scmp_datum_t kWhole = ~scmp_datum_t{0};
  filter.allow(kReading);
  // Threads, but no processes: clone3, whose flags are in memory, is left out.
  filter.allowIf("clone", kCloneFlags, CLONE_THREAD, CLONE_THREAD);
  // abort() sends a signal to its own process.
  filter.allowIf("tgkill", 0, kWhole, static_cast<scmp_datum_t>(getpid()));
  filter.allowIf("prlimit64", 0, kWhole, 0);
  // Questions to terminals and pipes; others put words into a terminal.
  for (const unsigned question :
       std::initializer_list<unsigned>{TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO})
    filter.allowIf("ioctl", 1, 0xFFFFFFFFU, question);
  // No new code, except for the libraries that a client for HTTP loads.
  const scmp_datum_t code = permission.network ? 0 : PROT_EXEC;
  for (const char *name : {"mmap", "mmap2"})
    filter.allowIf(name, 2, code, 0);
  filter.allowIf("mprotect", 1, code, 0);
  if (permission.network)
    filter.allow(kNetwork);
  if (!permission.write.empty()) {
    filter.allow(kWriting);
  } else {
    constexpr scmp_datum_t kMaking = O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    filter.allowIf("open", 1, kMaking, O_RDONLY);
    filter.allowIf("openat", 2, kMaking, O_RDONLY);
  }
  return filter.load();
}

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/// Of the first version: all kinds of files are numbered in a row after those of reading.
constexpr std::uint64_t kWrite = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// A set of Landlock's rules. glibc has no functions for these calls.
class FileRules {
public:
  FileRules() {
    const long version =
        syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
      return;
    handled_ = kRead | kWrite | LANDLOCK_ACCESS_FS_EXECUTE;
    if (version >= 2)
      handled_ |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3)
      handled_ |= LANDLOCK_ACCESS_FS_TRUNCATE;
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = handled_;
    rules_ =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  }
  ~FileRules() {
    if (rules_ >= 0)
      ::close(rules_);
  }
  FileRules(const FileRules &) = delete;
  FileRules &operator=(const FileRules &) = delete;

  void allow(const std::string &path, std::uint64_t access) {
    const int place = rules_ < 0 ? -1 : ::open(path.c_str(), O_PATH | O_CLOEXEC);
    if (place < 0)
      return;
    struct stat about{};
    const bool folder = fstat(place, &about) == 0 && S_ISDIR(about.st_mode);
    constexpr std::uint64_t kOfFiles =
        LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = access & handled_ & (folder ? ~std::uint64_t{0} : kOfFiles);
    rule.parent_fd = place;
    (void)syscall(SYS_landlock_add_rule, rules_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    ::close(place);
  }

  [[nodiscard]] bool hold() const {
    return rules_ >= 0 && syscall(SYS_landlock_restrict_self, rules_, 0) == 0;
  }

private:
  std::uint64_t handled_ = 0;
  int rules_ = -1;
};

bool confineFiles(const Permission &permission) {
  FileRules rules;
  if (permission.read_everywhere)
    rules.allow("/", kRead);
  for (const std::string &path : permission.read)
    rules.allow(path, kRead);
  for (const std::string &path : permission.write)
    rules.allow(path, kRead | kWrite | LANDLOCK_ACCESS_FS_REFER | LANDLOCK_ACCESS_FS_TRUNCATE);
  return rules.hold();
}

} // namespace

Confinement confine(const Permission &permission) {
  // Both parts ask for it where there are no privileges: nobody gains any by starting a program.
  if (FSFIND_UNDER_ASAN || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return {};
  return {confineCalls(permission), confineFiles(permission)};
}

bool confineReading(const std::vector<std::string> &places) {
  return !FSFIND_UNDER_ASAN && confineFiles({.read = places});
}

} // namespace fsfind
