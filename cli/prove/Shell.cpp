#include "cli/prove/Shell.h"

#include "c2c-ingest/record/ChildProcess.h"
#include "cli/terminal/Text.h"

#include <chrono>
#include <deque>
#include <fstream>

namespace fsfind::prove {

Expected<Ran> Shell::run(const std::string &command_line, const std::string &folder,
                         const std::string &output, const std::string &error) {
  return run(shellCommand(command_line), folder, output, error);
}

Expected<Ran> Shell::run(const std::vector<std::string> &command, const std::string &folder,
                         const std::string &output, const std::string &error) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  FSFIND_TRY(const record::ChildEnd end,
             record::runChild(command, {}, {}, {folder, output, error, true}));
  const std::chrono::duration<double> taken = Clock::now() - start;
  FSFIND_CHECK(note(end.interrupted_by));
  return Ran{end.exit_code, taken.count()};
}

Expected<void> Shell::note(int signal) {
  if (signal == 0)
    return {};
  interrupted_by_ = signal;
  return failure({{}, {}, "interrupted", "the same command goes on from here"});
}

std::vector<std::string> shellCommand(const std::string &command_line) {
  return {"/bin/sh", "-c", command_line};
}

std::string lastLines(const std::string &path) {
  constexpr std::size_t kLines = 8;
  constexpr std::size_t kColumns = 300;
  std::deque<std::string> last;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    last.push_back("  " + cli::clipped(cli::printable(line, true), kColumns) + "\n");
    if (last.size() > kLines)
      last.pop_front();
  }
  std::string text;
  for (const std::string &line : last)
    text += line;
  return text;
}

} // namespace fsfind::prove
