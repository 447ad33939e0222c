#include "analyzer/worker/Arguments.h"

#include "analyzer/worker/Launchers.h"
#include "analyzer/worker/ReadingOptions.h"

#include <clang/Driver/Options.h>
#include <clang/Driver/ToolChain.h>
#include <clang/Driver/Types.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace fsfind::analyzer {

namespace {

namespace fs = std::filesystem;
namespace options = clang::driver::options;
namespace types = clang::driver::types;
using llvm::StringRef;

/// Whether the folder has gcc's own headers, which clang replaces by its own.
bool gccHeaders(StringRef folder) {
  folder.consume_back("/");
  return folder.contains("/lib/gcc") &&
         (folder.ends_with("/include") || folder.ends_with("/include-fixed"));
}

/// The installation that the compiler belongs to, if that is not the system's: `/opt/arm` of
/// `/opt/arm/bin/arm-none-eabi-gcc`. Empty if there is none.
std::string installationOf(const std::string &compiler) {
  std::error_code error;
  if (compiler.find('/') == std::string::npos)
    return {};
  const fs::path root =
      fs::absolute(compiler, error).lexically_normal().parent_path().parent_path();
  return root == "/" || root == "/usr" ? std::string() : root.string();
}

/// C, C++ and Objective-C, as sources, headers, interfaces of modules, or preprocessed.
bool isRead(types::ID type) {
  switch (type) {
  case types::TY_C:
  case types::TY_PP_C:
  case types::TY_CHeader:
  case types::TY_PP_CHeader:
  case types::TY_CXX:
  case types::TY_PP_CXX:
  case types::TY_CXXHeader:
  case types::TY_PP_CXXHeader:
  case types::TY_CXXModule:
  case types::TY_PP_CXXModule:
  case types::TY_ObjC:
  case types::TY_PP_ObjC:
  case types::TY_ObjCHeader:
  case types::TY_ObjCXX:
  case types::TY_PP_ObjCXX:
  case types::TY_ObjCXXHeader:
    return true;
  default:
    return false;
  }
}

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// The response files of a command, which may name each other: no more than any build needs.
class ResponseFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    constexpr std::uint64_t kMostFiles = 256, kMostBytes = std::uint64_t{8} << 20U;
    auto file = ProxyFileSystem::openFileForRead(path);
    const auto found = file ? (*file)->status() : file.getError();
    bytes_ += found ? found->getSize() : 0;
    if (++files_ <= kMostFiles && bytes_ <= kMostBytes)
      return file;
    too_many_ = true;
    return std::make_error_code(std::errc::file_too_large);
  }
  [[nodiscard]] bool tooMany() const { return too_many_; }

private:
  std::uint64_t files_ = 0, bytes_ = 0;
  bool too_many_ = false;
};

/// A command while it is rewritten.
class Rewriting {
public:
  Rewriting(const UnitRequest &request, MachineOptions machine)
      : request_(request), machine_(machine), command_(withoutLaunchers(request.arguments)) {
    for (std::size_t i = 1; i < command_.size(); ++i)
      given_.push_back(saver_.save(command_[i]).data());
  }

  Expected<ClangCommand> take(const FileSystem &files) {
    FSFIND_CHECK(expand(files));
    result_.words = {"/usr/bin/clang"};
    const llvm::opt::InputArgList list = parsed(given_);
    FSFIND_CHECK(addTarget(list));
    for (const llvm::opt::Arg *argument : list)
      add(*argument, list);
    FSFIND_CHECK(mustBeAllowed());
    addInstallation(list);
    FSFIND_CHECK(addLanguage(list));
    for (const std::string &header : includes_)
      result_.words.insert(result_.words.end(),
                           {"-Xclang", "-include", "-Xclang", saver_.save(header).data()});
    addOwn();
    return std::move(result_);
  }

private:
  static llvm::opt::InputArgList parsed(llvm::ArrayRef<const char *> words) {
    unsigned missing = 0, missing_count = 0;
    return clang::driver::getDriverOptTable().ParseArgs(
        words, missing, missing_count, llvm::opt::Visibility(options::ClangOption));
  }

  /// Puts the options of response files, `@file`, in their place.
  Expected<void> expand(const FileSystem &files) {
    llvm::cl::ExpansionContext context(allocator_, llvm::cl::TokenizeGNUCommandLine);
    ResponseFiles limited{files};
    context.setVFS(&limited);
    std::string problem;
    if (llvm::Error error = context.expandResponseFiles(given_))
      problem = llvm::toString(std::move(error));
    if (limited.tooMany())
      problem = "its response files are too many or too large, with those that they name";
    for (const StringRef word : given_)
      if (problem.empty() && word.size() > 1 && word.front() == '@')
        problem = word.str() + ": no such file";
    if (problem.empty())
      return {};
    return failure({{}, {}, problem + ", so its options are not known", ""});
  }

  static Error refusal(const std::string &what) {
    return {{}, {}, what, "sources for CPUs in C, C++ and Objective-C are read"};
  }

  void add(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    const llvm::opt::Option &option = argument.getOption();
    if (option.matches(options::OPT_include))
      addInclude(argument.getValue());
    else if (option.matches(options::OPT_Wp_COMMA) || option.matches(options::OPT_Xpreprocessor))
      addPassed(argument.getValues());
    else if (option.matches(options::OPT_Xclang))
      addPassedToClang(argument.getValue());
    else
      addByUse(argument, list);
  }

  void addByUse(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    switch (useOf(argument)) {
    case OptionUse::Machine:
      if (machine_ == MachineOptions::Drop)
        break;
      [[fallthrough]];
    case OptionUse::Kept:
      render(argument, list);
      return;
    case OptionUse::Path:
      result_.paths.emplace_back(argument.getValue());
      if (gccHeaders(argument.getValue()))
        result_.words.insert(result_.words.end(), {"-isystem", resourceFolder() + "/include"});
      else
        render(argument, list);
      return;
    case OptionUse::Irrelevant:
      return;
    case OptionUse::Dropped:
      break;
    }
    if (result_.dropped.size() < kMostDropped)
      result_.dropped.push_back(argument.getAsString(list));
  }

  void render(const llvm::opt::Arg &argument, const llvm::opt::ArgList &list) {
    llvm::opt::ArgStringList rendered;
    argument.render(list, rendered);
    result_.words.insert(result_.words.end(), rendered.begin(), rendered.end());
  }

  /// Headers go to clang's frontend, because the driver would look for a precompiled header beside
  /// them.
  void addInclude(const char *file) {
    result_.paths.emplace_back(file);
    includes_.emplace_back(file);
  }

  /// Keeps macros and include folders of `-Wp,…` and `-Xpreprocessor …`, but not dependency files.
  void addPassed(llvm::ArrayRef<const char *> values) {
    for (const StringRef value : values) {
      if (value.size() > 2 && (value.starts_with("-D") || value.starts_with("-U")))
        result_.words.push_back(value.str());
      else if (value.size() > 2 && value.starts_with("-I"))
        addFolder(value.drop_front(2).str());
      else if (value == "-fopenmp")
        result_.words.emplace_back(value);
    }
  }

  void addFolder(const std::string &folder) {
    result_.paths.push_back(folder);
    result_.words.push_back("-I" + folder);
  }

  /// Keeps `-Xclang -include -Xclang file`, by which CMake passes its precompiled header.
  void addPassedToClang(StringRef value) {
    if (after_include_)
      addInclude(saver_.save(value).data());
    after_include_ = !after_include_ && value == "-include";
  }

  /// The target that an option names, else the compiler's name.
  Expected<void> addTarget(const llvm::opt::ArgList &list) {
    const auto named = clang::driver::ToolChain::getTargetAndModeFromProgramName(command_.front());
    std::string target = named.TargetIsValid ? named.TargetPrefix : std::string();
    if (const llvm::opt::Arg *given = list.getLastArg(options::OPT_target))
      target = given->getValue();
    cxx_ = named.DriverMode != nullptr && StringRef(named.DriverMode).ends_with("g++");
    if (const llvm::opt::Arg *mode = list.getLastArg(options::OPT_driver_mode))
      cxx_ = StringRef(mode->getValue()) == "g++";
    if (target.empty())
      return {};
    if (!isReadableTarget(target))
      return failure(refusal("is for the target '" + target + "'"));
    result_.words.push_back("--target=" + target);
    return {};
  }

  /// Reads the words as the driver is going to: each must still be what it was taken for.
  Expected<void> mustBeAllowed() {
    llvm::SmallVector<const char *, 64> words;
    for (std::size_t i = 1; i < result_.words.size(); ++i)
      words.push_back(result_.words[i].c_str());
    const llvm::opt::InputArgList list = parsed(words);
    for (const llvm::opt::Arg *argument : list) {
      const OptionUse use = useOf(*argument);
      if ((use == OptionUse::Irrelevant && !argument->getOption().matches(options::OPT_target)) ||
          use == OptionUse::Dropped)
        return failure(
            refusal("its options are ambiguous at '" + argument->getAsString(list) + "'"));
    }
    return {};
  }

  void addInstallation(const llvm::opt::ArgList &list) {
    const std::string root = installationOf(command_.front());
    std::error_code error;
    if (root.empty())
      return;
    if (!list.hasArg(options::OPT_gcc_toolchain) && fs::exists(root + "/lib/gcc", error))
      addOfInstallation("--gcc-toolchain=", root);
    const llvm::opt::Arg *library = list.getLastArg(options::OPT_stdlib_EQ);
    if (library != nullptr && StringRef(library->getValue()) == "libc++" &&
        fs::exists(root + "/include/c++/v1", error))
      addOfInstallation("-stdlib++-isystem", root + "/include/c++/v1");
  }

  void addOfInstallation(const char *option, const std::string &folder) {
    result_.paths.push_back(folder);
    if (StringRef(option).ends_with("="))
      result_.words.push_back(option + folder);
    else
      result_.words.insert(result_.words.end(), {option, folder});
  }

  /// Names the language, so that the driver guesses none; by the compiler `c++`, C is C++.
  Expected<void> addLanguage(const llvm::opt::ArgList &list) {
    std::string given = list.getLastArgValue(options::OPT_x).str();
    if (given == "none")
      given.clear();
    types::ID type = types::TY_INVALID;
    if (!given.empty())
      type = types::lookupTypeForTypeSpecifier(given.c_str());
    else if (const StringRef ending = llvm::sys::path::extension(request_.file); !ending.empty())
      type = types::lookupTypeForExtension(ending.drop_front());
    if (given.empty() && cxx_)
      type = types::lookupCXXTypeForCType(type);
    if (!isRead(type))
      return failure(refusal(given.empty() ? "is of no language that is read, by its name"
                                           : "is of the language '" + given + "'"));
    result_.words.insert(result_.words.end(), {"-x", types::getTypeName(type)});
    return {};
  }

  void addOwn() {
    if (const std::string folder = resourceFolder(); llvm::sys::fs::is_directory(folder))
      result_.words.push_back("-resource-dir=" + folder);
    result_.words.insert(result_.words.end(), {"-idirafter", kBorrowedFolder, "--no-default-config",
                                               "-w", "-ferror-limit=0", "-fno-spell-checking",
                                               "-fsyntax-only", "--", request_.file});
  }

  static constexpr std::size_t kMostDropped = 1000;

  const UnitRequest &request_;
  MachineOptions machine_;
  std::vector<std::string> command_;
  llvm::BumpPtrAllocator allocator_;
  llvm::StringSaver saver_{allocator_};
  llvm::SmallVector<const char *, 64> given_;
  std::vector<std::string> includes_;
  bool cxx_ = false, after_include_ = false;
  ClangCommand result_;
};

} // namespace

std::string resourceFolder() {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "clang";
  return fs::exists(beside / "include", error) ? beside.string() : FSFIND_RESOURCE_DIR;
}

Expected<ClangCommand> clangCommand(const UnitRequest &request, MachineOptions machine,
                                    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files) {
  return Rewriting(request, machine).take(files);
}

} // namespace fsfind::analyzer
