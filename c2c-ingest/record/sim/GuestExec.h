#pragma once

#include "c2c-ingest/record/layout/ExecRequest.h"
#include "c2c-ingest/record/sim/GuestMemory.h"
#include "c2c-ingest/record/sim/QemuCommand.h"

#include <cstdint>
#include <optional>
#include <string>

/// What the guest executes (execve(2)) is emulated and observed as the guest itself is. QEMU alone
/// would leave it to the kernel, which runs it on the processor, unseen.
namespace fsfind::record::sim {

class GuestExec {
public:
  /// `own`: the command that started this process.
  GuestExec(QemuCommand own, GuestMemory memory, std::uint16_t machine);

  /// Replaces this process by QEMU with the program; `carried` as of QemuCommand::running. Returns
  /// if that cannot be done; then nothing has changed.
  void execute(std::uint64_t path, std::uint64_t arguments, std::uint64_t environment,
               const std::string &carried) const;

private:
  [[nodiscard]] std::optional<ExecRequest> read(std::uint64_t path, std::uint64_t arguments,
                                                std::uint64_t environment) const;

  QemuCommand own_;
  GuestMemory memory_;
  std::uint16_t machine_;
  std::string program_; ///< of the guest now; absolute
};

} // namespace fsfind::record::sim
