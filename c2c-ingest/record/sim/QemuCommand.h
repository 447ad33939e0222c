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
  /// The command that started this process.
  static QemuCommand own();

  [[nodiscard]] const std::string &program() const { return program_; }
  /// Path of the plugin; empty if there is none.
  [[nodiscard]] std::string plugin() const;
  /// What the plugin is told, as `key=value`, without what is carried.
  [[nodiscard]] std::vector<std::string> settings() const;

  /// The command that runs another program with the same options. `carried`, which begins with
  /// `,clock=`, is appended to the plugin's arguments and replaces what an earlier call appended.
  [[nodiscard]] std::vector<std::string> running(const std::string &program,
                                                 const std::vector<std::string> &arguments,
                                                 std::string_view carried) const;

private:
  [[nodiscard]] std::vector<std::string> pluginList() const;

  std::vector<std::string> options_; ///< [0] is QEMU; without `-0`, the guest's name
  std::string program_;
};

} // namespace fsfind::record::sim
