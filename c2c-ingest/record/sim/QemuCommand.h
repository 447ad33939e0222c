#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fsfind::record::sim {

/// A command line of QEMU's user emulation, all of whose options take a value: options, perhaps
/// `--`, the guest's program, its arguments.
class QemuCommand {
public:
  explicit QemuCommand(std::vector<std::string> words);
  /// That of the running process.
  static QemuCommand own();

  [[nodiscard]] const std::string &program() const { return program_; }

  /// The same emulation of another program. `carried` is added to the plugin's arguments, in place
  /// of what was added by the command that this one came from; it begins with `,clock=`.
  [[nodiscard]] std::vector<std::string> running(const std::string &program,
                                                 const std::vector<std::string> &arguments,
                                                 std::string_view carried) const;

private:
  std::vector<std::string> options_; ///< with QEMU's own name, without the guest's
  std::string program_;
};

} // namespace fsfind::record::sim
