#include "c2c-ingest/record/Emulator.h"

#include "c2c-ingest/record/ChildProcess.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace fsfind::record {

namespace {

namespace fs = std::filesystem;

struct Version {
  unsigned major = 0, minor = 0;
  std::string text;
};

/// `qemu-x86_64 version 7.2.22 (Debian …)`
Version parseVersion(const std::string &output) {
  constexpr std::string_view kWord = " version ";
  const std::size_t word = output.find(kWord);
  if (word == std::string::npos)
    return {};
  const std::size_t start = word + kWord.size();
  const std::size_t end = output.find_first_not_of("0123456789.", start);
  Version version;
  version.text = output.substr(start, end == std::string::npos ? end : end - start);
  const char *last = version.text.data() + version.text.size();
  const auto major = std::from_chars(version.text.data(), last, version.major);
  if (major.ptr != last)
    std::from_chars(major.ptr + 1, last, version.minor);
  return version;
}

/// The version of the plugin interface to load into a QEMU; 0 if none. fsfind has a plugin for each
/// incompatible version: QEMU 7.2 to 8.x load version 1, QEMU 9.0 and later version 2
/// (QEMU_PLUGIN_MIN_VERSION). A later QEMU that refuses version 2 reports it when it loads the
/// plugin.
unsigned pluginInterface(const Version &version) {
  if ((version.major == 7 && version.minor >= 2) || version.major == 8)
    return 1;
  return version.major >= 9 ? 2 : 0;
}

/// The path of a file in the first of the folders that has it.
std::optional<std::string> findBeside(const std::string &name,
                                      const std::vector<std::string> &folders) {
  for (const std::string &folder : folders)
    if (std::error_code error; fs::exists(folder + "/" + name, error))
      return folder + "/" + name;
  return std::nullopt;
}

/// Advice how to get a QEMU with plugins. Where the distribution's package has none, build-qemu
/// builds one from the package's source.
std::string howToGetOne(const std::vector<std::string> &plugin_folders) {
  const std::string script =
      findBeside("build-qemu", plugin_folders).value_or("tools/build-qemu of fsfind's source");
  return "Debian 12: apt install qemu-user; elsewhere, in about five minutes: " + script +
         "; or build the program with gcc -fsanitize=thread, which needs none";
}

Expected<std::string> findPlugin(unsigned interface, const std::string &qemu_version,
                                 const std::vector<std::string> &folders) {
  const std::string name = fmt::format("fsfind-record-v{}.so", interface);
  if (const auto path = findBeside(name, folders))
    return *path;
  return failure({name,
                  {},
                  fmt::format("the plugin for QEMU {} is not beside fsfind", qemu_version),
                  "reinstall fsfind, or keep the plugin in the folder of the fsfind command"});
}

/// A comma within a value is doubled, since commas separate the options of QEMU's lists.
std::string escaped(const std::string &value) {
  std::string result;
  for (const char c : value)
    result += c == ',' ? ",," : std::string(1, c);
  return result;
}

std::string pluginOption(const Emulator &emulator, const Simulation &simulation) {
  std::string option = "file=" + escaped(emulator.plugin);
  for (const std::string &setting : settingsOf(simulation))
    option += "," + escaped(setting);
  return option;
}

/// The folder of another processor's libraries, as Debian's cross compilers install it; empty if
/// not needed or not there.
std::string foreignLibraries(const GuestProgram &program, const Host &host) {
  const std::string folder = "/usr/" + program.arch + "-linux-gnu";
  return program.dynamic && host.has(folder) ? folder : std::string();
}

/// True if programs of that processor run on the host without an emulator.
bool isOwn(const std::string &arch, const Host &host) {
  return host.has("/lib64/ld-linux-x86-64.so.2") == (arch == "x86_64");
}

/// Every program of that name, in order of preference.
std::vector<std::string> candidates(const std::string &name, Host host,
                                    const std::vector<std::string> &plugin_folders) {
  if (!host.data_home.empty())
    host.search_path += ":" + host.data_home + "/fsfind/qemu";
  for (const std::string &folder : plugin_folders)
    host.search_path += ":" + folder;
  return host.findPrograms(name);
}

/// The QEMU at `path` with fsfind's plugin, or what it lacks.
Expected<Emulator> tryEmulator(const std::string &path,
                               const std::vector<std::string> &plugin_folders) {
  FSFIND_TRY(const std::string output, outputOf({path, "--version"}));
  const Version version = parseVersion(output);
  if (version.text.empty())
    return failure({path, {}, "does not tell its version", howToGetOne(plugin_folders)});
  const unsigned interface = pluginInterface(version);
  if (interface == 0)
    return failure({path,
                    {},
                    fmt::format("QEMU {} has no plugin interface that fsfind knows", version.text),
                    "put a QEMU of version 7.2 or later on PATH"});
  FSFIND_TRY(const std::string help, outputOf({path, "-h"}));
  if (help.find("-plugin") == std::string::npos)
    return failure({path,
                    {},
                    fmt::format("this QEMU {} is built without plugins", version.text),
                    howToGetOne(plugin_folders)});
  FSFIND_TRY(std::string plugin, findPlugin(interface, version.text, plugin_folders));
  return Emulator{path, version.text, std::move(plugin),
                  findBeside("fsfind-allocations.so", plugin_folders).value_or(""),
                  findBeside("fsfind-allocations-cxx.so", plugin_folders).value_or("")};
}

} // namespace

Expected<Emulator> findEmulator(const std::string &arch, const Host &host,
                                const std::vector<std::string> &plugin_folders) {
  const std::string name = "qemu-" + arch;
  std::optional<Error> reason;
  for (const std::string &path : candidates(name, host, plugin_folders)) {
    auto emulator = tryEmulator(path, plugin_folders);
    if (emulator)
      return emulator;
    if (!reason)
      reason = std::move(emulator.error());
  }
  return failure(reason.value_or(Error{name,
                                       {},
                                       "simulation needs QEMU's user emulation with plugins, "
                                       "which is not installed",
                                       howToGetOne(plugin_folders)}));
}

std::vector<std::string> pluginFolders() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  return {folder.string(), (folder.parent_path() / FSFIND_LIBDIR / "fsfind").string()};
}

std::vector<std::string> emulatorCommand(const Emulator &emulator, const GuestProgram &program,
                                         const std::vector<std::string> &arguments,
                                         const Simulation &simulation, const Host &host,
                                         const std::string &preload) {
  std::vector<std::string> command = {
      emulator.path, "-cpu",         "max", "-seed", std::to_string(simulation.seed),
      "-0",          arguments.at(0)};
  if (const std::string folder =
          isOwn(program.arch, host) ? preload : foreignLibraries(program, host);
      !folder.empty())
    command.insert(command.end(), {"-L", folder});
  command.insert(command.end(),
                 {"-plugin", pluginOption(emulator, simulation), "--", program.path});
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  return command;
}

} // namespace fsfind::record
