#include "analyzer/worker/Launchers.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

namespace fsfind::analyzer {

namespace {

using llvm::StringRef;

bool launches(StringRef word) {
  return llvm::StringSwitch<bool>(llvm::sys::path::filename(word))
      .Cases("ccache", "distcc", "sccache", "icecc", "buildcache", true)
      .Cases("env", "nice", "time", "libtool", "sh", "bash", true)
      .Cases("g++-libtool", "libtool-wrapper", "goma", "gomacc", "rewrapper", true)
      .Default(false);
}

/// The multiarch name of the compiler's target, such as `aarch64-linux-gnu`.
std::string targetOf(StringRef compiler) {
  const StringRef name = llvm::sys::path::filename(compiler);
  const llvm::Triple host(llvm::sys::getProcessTriple());
  for (const StringRef ending : {"-gcc", "-g++", "-cc", "-c++"})
    if (const std::size_t at = name.find(ending); at != StringRef::npos && name.contains("-linux-"))
      return name.take_front(at).str();
  return (host.getArchName() + "-linux-" + host.getEnvironmentName()).str();
}

unsigned newestVersion(const std::string &folder) {
  unsigned newest = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    unsigned version = 0;
    if (!llvm::sys::path::filename(at->path()).getAsInteger(10, version))
      newest = std::max(newest, version);
  }
  return newest;
}

} // namespace

std::vector<std::string> withoutLaunchers(const std::vector<std::string> &command) {
  std::size_t at = 0;
  while (at + 1 < command.size() && launches(command[at])) {
    ++at;
    while (at + 1 < command.size() &&
           (command[at].starts_with('-') || command[at].find('=') != std::string::npos))
      ++at;
  }
  if (at >= command.size())
    return {"cc"};
  return {command.begin() + static_cast<std::ptrdiff_t>(at), command.end()};
}

std::vector<std::string> gccFolders(const std::string &compiler) {
  const std::string target = targetOf(compiler);
  for (const char *root : {"/usr/lib/gcc/", "/usr/lib/gcc-cross/"})
    if (const unsigned version = newestVersion(root + target); version != 0)
      return {root + target + "/" + std::to_string(version) + "/include"};
  return {};
}

} // namespace fsfind::analyzer
