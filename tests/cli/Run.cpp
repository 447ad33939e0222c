#include "tests/cli/Run.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace fsfind::test {

namespace {

std::string contents(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace

RunResult run(const std::string &shell_command) {
  namespace fs = std::filesystem;
  std::string pattern = (fs::temp_directory_path() / "fsfind-cli-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return {};
  const fs::path base(pattern);
  fs::create_directory(base / "work");
  const std::string script = "cd '" + pattern + "/work' || exit 99\n" +
                             "unset NO_COLOR CLICOLOR_FORCE FSFIND_PAGER PAGER\n" +
                             "export LC_ALL=C.UTF-8 T=\"$PWD\" FSFIND='" FSFIND_BINARY
                             "' F='" FSFIND_SOURCE_DIR "/fixtures' XDG_CACHE_HOME='" +
                             pattern + "/cache'\n" + shell_command + "\n";
  std::ofstream(base / "script") << script;
  const std::string command = "/bin/bash '" + pattern + "/script' >'" + pattern + "/out' 2>'" +
                              pattern + "/err' </dev/null";
  const int status = std::system(command.c_str());
  RunResult result{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                   contents(base / "out"), contents(base / "err")};
  fs::remove_all(base);
  return result;
}

std::string ofTheProgram(const std::string &errors) {
  std::istringstream lines(errors);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("fsfind: warning: /usr/lib/"))
      kept += line + "\n";
  return kept;
}

std::string missingCompiler(const std::string &compiler) {
  return run(compiler + " --version").exit_code == 0 ? "" : "there is no " + compiler;
}

std::string missingEmulator() {
  static const RunResult tried = run("\"$FSFIND\" record --engine=simulate -q /bin/true");
  return tried.exit_code == 0 || tried.err.find("QEMU") == std::string::npos ? "" : tried.err;
}

std::string compiled(const std::string &name, const std::string &source,
                     const std::string &options) {
  return "cat >" + name + ".c <<'EOF'\n" + source + "EOF\ncc -g -pthread " + options + " " + name +
         ".c -o " + name + " && ";
}

} // namespace fsfind::test
