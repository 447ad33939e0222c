// fsfind-facts: the facts of one translation unit. `fsfind check` runs one process per unit, so
// that a crash of clang costs only that unit.
#include "analyzer/worker/Messages.h"
#include "analyzer/worker/Parse.h"
#include "rules/codec/FactsFile.h"
#include "support/Confinement.h"

#include <llvm/Support/ErrorHandling.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace fsfind;

/// Lets the process end when fsfind does, and leave no core file.
void bindToParent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

/// Lets expressions of many thousand terms be read, for which clang and the facts recurse. Linux
/// keeps at least 128 MB free below a program's first stack, into which it grows as far as is
/// allowed.
void raiseStack() {
  constexpr rlim_t bytes = 112U << 20U;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= bytes)
    return;
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

// AddressSanitizer reserves more address space than any limit allows.
#if defined(__has_feature)
#define FSFIND_HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define FSFIND_HAS_ASAN 1
#else
#define FSFIND_HAS_ASAN 0
#endif

void limitMemory(rlim_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

std::uint64_t memory_ = 0; ///< limit in bytes, for the message

/// Lifts the limit, writes the answer and ends the process.
[[noreturn]] void endWithoutMemory() {
  limitMemory(RLIM_INFINITY);
  std::cout << analyzer::toJson(analyzer::UnitAnswer{
                   "takes more than " + std::to_string(memory_ >> 20U) + " MB (--unit-memory)",
                   0,
                   "",
                   {}})
            << std::endl;
  _exit(std::cout ? 0 : 2);
}

void boundMemory(std::uint64_t bytes) {
  if (bytes == 0 || FSFIND_HAS_ASAN)
    return;
  memory_ = bytes;
  std::set_new_handler(endWithoutMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
  limitMemory(bytes);
}

analyzer::UnitAnswer answerTo(const analyzer::UnitRequest &request, Confinement confinement) {
  if (chdir(request.directory.c_str()) != 0)
    return {request.directory + ": " + std::strerror(errno), 0, "", {}};
  analyzer::ParsedUnit unit =
      analyzer::parseUnit(request, [&](const std::vector<std::string> &places) {
        confinement.files = confinement.files && confineReading(places);
      });
  unit.answer.calls_confined = confinement.calls;
  unit.answer.files_confined = confinement.files;
  if (!unit.answer.failure.empty())
    return unit.answer;
  if (const Expected<void> written = writeFacts(unit.facts, analyzer::kFactsDescriptor); !written)
    unit.answer.failure = written.error().message();
  return unit.answer;
}

} // namespace

int main(int argc, char **) {
  bindToParent();
  close_range(analyzer::kFactsDescriptor + 1, ~0U, 0); // what fsfind's starter left open
  raiseStack();
  if (argc > 1) {
    std::cerr << "fsfind-facts is run by fsfind check; see fsfind check --help\n";
    return 2;
  }
  const Confinement confinement =
      confine({.read_everywhere = true}); // what follows is a stranger's
  std::string text;
  std::getline(std::cin, text, '\0');
  const auto request = analyzer::requestFromJson(text);
  if (!request) {
    std::cerr << "fsfind-facts: " << request.error().message() << "\n";
    return 2;
  }
  boundMemory(request->memory);
  std::cout << analyzer::toJson(answerTo(*request, confinement)) << std::endl;
  return std::cout ? 0 : 2;
}
