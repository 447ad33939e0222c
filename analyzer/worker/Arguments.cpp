#include "analyzer/worker/Arguments.h"

#include "analyzer/worker/Launchers.h"

#include <clang/Driver/Options.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/StringSaver.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace fsfind::analyzer {

namespace {

namespace options = clang::driver::options;
using llvm::StringRef;

/// The folder with clang's own headers: beside the worker, if they came with it, as in an archive
/// that runs where no LLVM is installed; else that of the LLVM it was built with.
std::string resources() {
  std::error_code error;
  const std::filesystem::path beside =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "clang";
  return std::filesystem::exists(beside / "include", error) ? beside.string() : FSFIND_RESOURCE_DIR;
}

/// Prefixes of options that write or read files of the compiler, or instrument code.
constexpr std::array<const char *, 14> kUnwanted = {
    "-fplugin",  "-fmodule",   "-fpch",        "-fprebuilt",  "-fsanitize",
    "-fprofile", "-fcoverage", "-fdump",       "-save-temps", "-index-",
    "-ftime",    "-specs",     "-fno-modules", "-fcs-profile"};

bool unwanted(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  for (const unsigned group :
       {options::OPT_M_Group, options::OPT_Action_Group, options::OPT_W_Group,
        options::OPT_pedantic_Group, options::OPT_Link_Group})
    if (option.matches(group))
      return true;
  for (const unsigned id : {options::OPT_UNKNOWN, options::OPT_INPUT, options::OPT_o,
                            options::OPT_Wa_COMMA, options::OPT_Wl_COMMA, options::OPT_w,
                            options::OPT_v, options::OPT__HASH_HASH_HASH, options::OPT_include_pch,
                            options::OPT_Xassembler, options::OPT_Xlinker, options::OPT_Xclang})
    if (option.matches(id))
      return true;
  const StringRef spelling = argument.getSpelling();
  return std::any_of(kUnwanted.begin(), kUnwanted.end(),
                     [&](const char *prefix) { return spelling.starts_with(prefix); });
}

bool ofMachine(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  return option.matches(options::OPT_m_Group) && !option.matches(options::OPT_m32) &&
         !option.matches(options::OPT_m64) && !option.matches(options::OPT_mx32);
}

/// Whether the folder has gcc's own headers, which clang replaces by its own.
bool gccHeaders(StringRef folder) {
  folder.consume_back("/");
  return folder.contains("/lib/gcc") &&
         (folder.ends_with("/include") || folder.ends_with("/include-fixed"));
}

/// A command line while it is rewritten; the compiler comes first.
class Rewriting {
public:
  Rewriting(std::vector<std::string> command, MachineOptions machine)
      : machine_(machine), result_{command.front()} {
    for (std::size_t i = 1; i < command.size(); ++i)
      words_.push_back(saver_.save(command[i]).data());
    llvm::cl::ExpansionContext context(allocator_, llvm::cl::TokenizeGNUCommandLine);
    llvm::consumeError(context.expandResponseFiles(words_));
  }

  std::vector<std::string> take() {
    unsigned missing = 0, missing_count = 0;
    const llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
        words_, missing, missing_count, llvm::opt::Visibility(options::ClangOption));
    for (const llvm::opt::Arg *argument : list)
      add(*argument, list);
    addKept(list.getAllArgValues(options::OPT_Xclang));
    return std::move(result_);
  }

private:
  void add(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    const llvm::opt::Option &option = argument.getOption();
    if (option.matches(options::OPT_include))
      addInclude(argument.getValue());
    else if (option.matches(options::OPT_Wp_COMMA))
      addDefinitions(argument);
    else if (option.matches(options::OPT_I_Group) || option.matches(options::OPT_isystem))
      addFolder(argument, list);
    else if (!unwanted(argument) && (machine_ == MachineOptions::Keep || !ofMachine(argument)))
      render(argument, list);
  }

  void render(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    llvm::opt::ArgStringList rendered;
    argument.render(list, rendered);
    result_.insert(result_.end(), rendered.begin(), rendered.end());
  }

  /// Passes the header to clang's frontend, because the driver would look for a precompiled header
  /// beside it.
  void addInclude(const char *file) {
    result_.insert(result_.end(), {"-Xclang", "-include", "-Xclang", file});
  }

  /// Keeps macros and include folders of `-Wp,…`, but not dependency files.
  void addDefinitions(const llvm::opt::Arg &argument) {
    for (const StringRef value : argument.getValues())
      if (value.starts_with("-D") || value.starts_with("-U") || value.starts_with("-I"))
        result_.push_back(value.str());
  }

  void addFolder(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    if (gccHeaders(argument.getValue()))
      result_.insert(result_.end(), {"-isystem", resources() + "/include"});
    else
      render(argument, list);
  }

  /// Keeps `-Xclang -include`, by which CMake passes its precompiled header.
  void addKept(const std::vector<std::string> &passed) {
    for (std::size_t i = 0; i + 1 < passed.size(); ++i)
      if (passed[i] == "-include")
        addInclude(saver_.save(passed[i + 1]).data());
  }

  MachineOptions machine_;
  llvm::BumpPtrAllocator allocator_;
  llvm::StringSaver saver_{allocator_};
  llvm::SmallVector<const char *, 64> words_;
  std::vector<std::string> result_;
};

} // namespace

std::vector<std::string> clangArguments(const UnitRequest &request, MachineOptions machine) {
  std::vector<std::string> command = Rewriting(withoutLaunchers(request.arguments), machine).take();
  const std::string compiler = command.front();
  if (const std::string folder = resources(); llvm::sys::fs::is_directory(folder))
    command.push_back("-resource-dir=" + folder);
  command.insert(command.end(), {"-idirafter", kBorrowedFolder});
  command.insert(command.end(), {"-w", "-ferror-limit=0", "-fsyntax-only", "--", request.file});
  clang::tooling::addTargetAndModeForProgramName(command, compiler);
  return command;
}

} // namespace fsfind::analyzer
