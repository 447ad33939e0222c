#include "c2c-ingest/record/sim/GuestExec.h"

#include "c2c-ingest/record/layout/InstrumentedRun.h"

#include <algorithm>
#include <climits>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

#ifdef __x86_64__
constexpr std::uint16_t kHost = EM_X86_64;
#else
constexpr std::uint16_t kHost = EM_AARCH64;
#endif

std::vector<char *> pointers(const std::vector<std::string> &words) {
  std::vector<char *> result;
  for (const std::string &word : words)
    result.push_back(const_cast<char *>(word.c_str())); // execve does not write to them
  result.push_back(nullptr);
  return result;
}

} // namespace

GuestExec::GuestExec(QemuCommand own, GuestMemory memory, std::uint16_t machine)
    : own_(std::move(own)), memory_(memory), machine_(machine), program_(realPath(own_.program())) {
}

std::optional<ExecRequest> GuestExec::read(std::uint64_t path, std::uint64_t arguments,
                                           std::uint64_t environment) const {
  constexpr std::size_t kMost = 6U << 20; // the kernel's limit (fs/exec.c)
  auto name = memory_.text(path, PATH_MAX);
  auto words = memory_.texts(arguments, kMost);
  auto variables = memory_.texts(environment, kMost);
  if (!name || !words || !variables)
    return std::nullopt;
  if (*name == "/proc/self/exe" || *name == "/proc/" + std::to_string(getpid()) + "/exe")
    name = program_;
  return ExecRequest{std::move(*name), std::move(*words), std::move(*variables)};
}

void GuestExec::execute(std::uint64_t path, std::uint64_t arguments, std::uint64_t environment,
                        const Carried &carried) const {
  auto request = read(path, arguments, environment);
  if (!request)
    return;
  if (const auto itself = selfRecording(*request, machine_))
    return executeItself(*itself, carried);
  request = emulable(std::move(*request), machine_);
  const std::string qemu = realPath("/proc/self/exe");
  // After chroot(2) neither may be there, and a QEMU that cannot load its plugin ends the program.
  if (!request || qemu.empty() || access(own_.plugin().c_str(), R_OK) != 0)
    return;
  const auto command = own_.running(request->path, request->arguments,
                                    ",clock=" + std::to_string(carried.clock) +
                                        ",descriptor=" + std::to_string(carried.descriptor));
  execve(qemu.c_str(), pointers(command).data(), pointers(request->environment).data());
}

void GuestExec::executeItself(const ExecRequest &request, const Carried &carried) const {
  const std::string plugin = own_.plugin();
  const std::string library = instrumentedLibraryIn(plugin.substr(0, plugin.rfind('/')));
  if (machine_ != kHost || access(library.c_str(), R_OK) != 0 || !canBePreloaded(library))
    return;
  const auto valueOf = [](std::string_view variable) {
    return variable.substr(std::min(variable.find('=') + 1, variable.size()));
  };
  std::vector<std::string> environment = request.environment;
  const auto preload = std::ranges::find_if(
      environment, [](const std::string &one) { return one.starts_with("LD_PRELOAD="); });
  const std::string preloaded(preload == environment.end() ? "" : valueOf(*preload));
  if (preload != environment.end())
    environment.erase(preload);
  for (std::string &variable :
       variablesOfRun(library, own_.settings(), clockOfRun() - carried.clock, preloaded))
    environment.push_back(std::move(variable));
  fcntl(carried.descriptor, F_SETFD, FD_CLOEXEC); // it opens the recording itself
  execve(request.path.c_str(), pointers(request.arguments).data(), pointers(environment).data());
}

} // namespace fsfind::record::sim
