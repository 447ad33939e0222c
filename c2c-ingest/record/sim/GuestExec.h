#pragma once

#include "c2c-ingest/record/layout/ExecRequest.h"
#include "c2c-ingest/record/sim/GuestMemory.h"
#include "c2c-ingest/record/sim/QemuCommand.h"

#include <cstdint>
#include <optional>
#include <string>

/// Runs a program that the guest executes (execve(2)) under QEMU and records it like the guest
/// itself; one that is built with -fsanitize=thread runs natively and records itself
/// (record/instrumented). QEMU alone leaves execve to the kernel, and the program then runs
/// natively and unrecorded.
namespace fsfind::record::sim {

class GuestExec {
public:
  /// `own`: the command that started this process; `machine`: e_machine of programs that can be
  /// emulated.
  GuestExec(QemuCommand own, GuestMemory memory, std::uint16_t machine);

  /// What the program goes on with: the time, ns, and the recording.
  struct Carried {
    std::uint64_t clock = 0;
    int descriptor = -1;
  };
  /// Replaces this process by the program, or by a QEMU that runs it. Returns only if that cannot
  /// be done; but for the descriptor, which may be closed on exec, nothing has changed then.
  void execute(std::uint64_t path, std::uint64_t arguments, std::uint64_t environment,
               const Carried &carried) const;

private:
  void executeItself(const ExecRequest &request, const Carried &carried) const;
  [[nodiscard]] std::optional<ExecRequest> read(std::uint64_t path, std::uint64_t arguments,
                                                std::uint64_t environment) const;

  QemuCommand own_;
  GuestMemory memory_;
  std::uint16_t machine_;
  std::string program_; ///< absolute path of the guest's present program
};

} // namespace fsfind::record::sim
