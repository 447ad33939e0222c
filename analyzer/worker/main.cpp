// fsfind-facts: the facts of one translation unit. `fsfind check` runs one process a unit, so that
// what breaks clang breaks no more than that unit.
#include "analyzer/worker/Messages.h"
#include "analyzer/worker/Parse.h"
#include "rules/facts/FactsFile.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace fsfind;

/// Dies with fsfind; leaves no core file.
void bindToParent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

analyzer::UnitAnswer answerTo(const analyzer::UnitRequest &request) {
  if (chdir(request.directory.c_str()) != 0)
    return {request.directory + ": " + std::strerror(errno), 0, "", {}};
  analyzer::ParsedUnit unit = analyzer::parseUnit(request);
  if (!unit.answer.failure.empty())
    return unit.answer;
  if (const Expected<void> written = writeFactsFile(unit.facts, request.output); !written)
    unit.answer.failure = written.error().message();
  return unit.answer;
}

} // namespace

int main(int argc, char **) {
  bindToParent();
  if (argc > 1) {
    std::cerr << "fsfind-facts is run by fsfind check; see fsfind check --help\n";
    return 2;
  }
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const auto request = analyzer::requestFromJson(text);
  if (!request) {
    std::cerr << "fsfind-facts: " << request.error().message() << "\n";
    return 2;
  }
  std::cout << analyzer::toJson(answerTo(*request)) << std::endl;
  return std::cout ? 0 : 2;
}
