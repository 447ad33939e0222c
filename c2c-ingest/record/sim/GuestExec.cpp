#include "c2c-ingest/record/sim/GuestExec.h"

#include <climits>
#include <unistd.h>

namespace fsfind::record::sim {
namespace {

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
                        const std::string &carried) const {
  auto request = read(path, arguments, environment);
  if (request)
    request = emulable(std::move(*request), machine_);
  const std::string qemu = realPath("/proc/self/exe");
  // After chroot(2) neither may be there, and a QEMU that cannot load its plugin ends the program.
  if (!request || qemu.empty() || access(own_.plugin().c_str(), R_OK) != 0)
    return;
  const auto command = own_.running(request->path, request->arguments, carried);
  execve(qemu.c_str(), pointers(command).data(), pointers(request->environment).data());
}

} // namespace fsfind::record::sim
