#include "cli/terminal/Pager.h"

#include "cli/terminal/Messages.h"
#include "cli/terminal/Output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <ostream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::cli {

namespace {

constexpr const char *kDefaultPager = "less";

[[noreturn]] void becomePager(const std::string &command, int input) {
  // If standard input was closed, the pipe itself can be descriptor 0. dup2() would then do
  // nothing, and exec would close the pipe.
  if (input == STDIN_FILENO)
    fcntl(input, F_SETFD, 0);
  else
    dup2(input, STDIN_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  // F: end if the text fits the screen; R: pass colours; X: leave the text on the screen.
  setenv("LESS", "FRX", 0);
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char *>(nullptr));
  _exit(127);
}

/// Whether the shell would not find the pager. A command that is more than a program's name and
/// plain words is left to the shell.
bool isMissing(const std::string &command) {
  const std::string program = command.substr(0, command.find(' '));
  if (program.find_first_of("'\"\\$`=~|&;()<>*?[#\t\n") != std::string::npos)
    return false;
  if (program.find('/') != std::string::npos)
    return access(program.c_str(), X_OK) != 0;
  std::istringstream folders(processEnvironment("PATH").value_or("/bin:/usr/bin"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + '/' + program).c_str(), X_OK) == 0)
      return false;
  return true;
}

/// Whether the user ended the pager by a signal, and so wants to see no more.
bool wasEnded(int status) {
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return number == SIGINT || number == SIGQUIT || number == SIGTERM || number == SIGHUP;
}

/// Waits for the pager. False if it failed, for whatever reason: it may have shown nothing.
bool ranWell(pid_t pager) {
  int status = 0;
  while (waitpid(pager, &status, 0) < 0 && errno == EINTR) {
  }
  return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || wasEnded(status);
}

/// False if no pager ran, or it failed. Ignores interrupts meanwhile; they are for the pager.
bool page(std::string_view text, const std::string &command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return false;
  const pid_t pager = fork();
  if (pager == 0)
    becomePager(command, ends[0]);
  close(ends[0]);
  if (pager < 0) {
    close(ends[1]);
    return false;
  }
  const auto interrupt = std::signal(SIGINT, SIG_IGN);
  const auto written = writeTo(ends[1], command, [&](std::ostream &out) { out << text; });
  close(ends[1]);
  const bool well = ranWell(pager);
  std::signal(SIGINT, interrupt);
  return well && written.has_value();
}

} // namespace

std::string pagerCommand(const Environment &environment) {
  for (const char *name : {"FSFIND_PAGER", "PAGER"})
    if (const auto value = environment(name))
      return *value == "cat" ? std::string() : *value;
  return kDefaultPager;
}

Expected<void> show(std::string_view text, const Traits &traits, const std::string &pager) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool fits = traits.height == 0 || lines < traits.height;
  if (traits.terminal && !fits && !pager.empty()) {
    const bool missing = isMissing(pager);
    if (!missing && page(text, pager))
      return {};
    if (missing && pager != kDefaultPager)
      tell("warning: there is no pager " + pager + "; see FSFIND_PAGER and PAGER");
  }
  return writeTo(STDOUT_FILENO, "standard output", [&](std::ostream &out) { out << text; });
}

} // namespace fsfind::cli
