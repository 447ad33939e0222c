#pragma once

#include "c2c-ingest/record/layout/ExecRequest.h"
#include "c2c-ingest/record/sim/GuestMemory.h"
#include "c2c-ingest/record/sim/QemuCommand.h"

#include <cstdint>
#include <optional>
#include <string>

/// Runs a program that the guest executes (execve(2)) under QEMU and records it like the guest
/// itself. QEMU alone leaves execve to the kernel, and the program then runs natively and
/// unrecorded.
namespace fsfind::record::sim {

class GuestExec {
public:
  /// `own`: the command that started this process; `machine`: e_machine of programs that can be
  /// emulated.
  GuestExec(QemuCommand own, GuestMemory memory, std::uint16_t machine);

  /// Replaces this process by a QEMU that runs the program; for `carried` see QemuCommand::running.
  /// Returns only if that cannot be done; nothing has changed then.
  void execute(std::uint64_t path, std::uint64_t arguments, std::uint64_t environment,
               const std::string &carried) const;

private:
  [[nodiscard]] std::optional<ExecRequest> read(std::uint64_t path, std::uint64_t arguments,
                                                std::uint64_t environment) const;

  QemuCommand own_;
  GuestMemory memory_;
  std::uint16_t machine_;
  std::string program_; ///< absolute path of the guest's present program
};

} // namespace fsfind::record::sim
