// A unit's command line, a line an argument: whatever it asks for, what clang is given in its place
// reads the unit and nothing else. It writes nothing, runs nothing, loads nothing.

#include "analyzer/worker/Arguments.h"
#include "tests/fuzz/mutators/CommandMutator.h"
#include "tests/fuzz/mutators/CustomMutator.h"

#include <clang/Driver/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

namespace options = clang::driver::options;
using fsfind::analyzer::MachineOptions;

constexpr const char *kFile = "/project/unit.cpp";

/// Options by which clang, or a program that it starts, writes a file, loads code or runs a
/// program; or reads further options.
constexpr std::array kForbidden = {
    options::OPT_o,
    options::OPT_load,
    options::OPT_plugin,
    options::OPT_add_plugin,
    options::OPT_plugin_arg,
    options::OPT_fplugin_EQ,
    options::OPT_fplugin_arg,
    options::OPT_fpass_plugin_EQ,
    options::OPT_mllvm,
    options::OPT_config,
    options::OPT_specs,
    options::OPT_B,
    options::OPT_ccc_gcc_name,
    options::OPT_fuse_ld_EQ,
    options::OPT_ld_path_EQ,
    options::OPT_Xlinker,
    options::OPT_Wl_COMMA,
    options::OPT_Xassembler,
    options::OPT_Wa_COMMA,
    options::OPT_Wp_COMMA,
    options::OPT_Xarch__,
    options::OPT_Xarch_host,
    options::OPT_Xarch_device,
    options::OPT_MF,
    options::OPT_MJ,
    options::OPT_MD,
    options::OPT_MMD,
    options::OPT_M,
    options::OPT_MM,
    options::OPT_dependency_file,
    options::OPT_dependency_dot,
    options::OPT_module_dependency_dir,
    options::OPT_header_include_file,
    options::OPT_diagnostic_log_file,
    options::OPT_diagnostic_serialized_file,
    options::OPT__serialize_diags,
    options::OPT_opt_record_file,
    options::OPT_fsave_optimization_record,
    options::OPT_fsave_optimization_record_EQ,
    options::OPT_foptimization_record_file_EQ,
    options::OPT_fproc_stat_report,
    options::OPT_fproc_stat_report_EQ,
    options::OPT_ftime_trace,
    options::OPT_ftime_trace_EQ,
    options::OPT_fcrash_diagnostics_dir,
    options::OPT_fprofile_generate,
    options::OPT_fprofile_instr_generate,
    options::OPT_fmodules,
    options::OPT_fmodules_cache_path,
    options::OPT_fmodule_output,
    options::OPT_fmodule_output_EQ,
    options::OPT_emit_pch,
    options::OPT_emit_obj,
    options::OPT_emit_llvm,
    options::OPT_emit_module,
    options::OPT_emit_symbol_graph,
    options::OPT_split_dwarf_file,
    options::OPT_split_dwarf_output,
    options::OPT_stack_usage_file,
    options::OPT_stats_file,
    options::OPT_save_stats,
    options::OPT_save_stats_EQ,
    options::OPT_save_temps,
    options::OPT_save_temps_EQ,
    options::OPT_dumpdir,
    options::OPT_offload_arch_EQ,
    options::OPT_amdgpu_arch_tool_EQ,
    options::OPT_nvptx_arch_tool_EQ,
    options::OPT_analyzer_output,
    options::OPT_arcmt_action_EQ,
    options::OPT_foverride_record_layout_EQ,
    options::OPT_S,
    options::OPT_c,
    options::OPT_E,
};

/// What clang is given to read the unit; empty if the unit is refused.
std::vector<std::string> commandOf(const fsfind::analyzer::UnitRequest &request,
                                   MachineOptions machine) {
  auto command = fsfind::analyzer::clangCommand(
      request, machine, llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
  return command ? std::move(command->words) : std::vector<std::string>();
}

[[noreturn]] void refuse(const std::vector<std::string> &command, const std::string &what) {
  std::fprintf(stderr, "the command still has %s:\n", what.c_str());
  for (const std::string &word : command)
    std::fprintf(stderr, "  %s\n", word.c_str());
  std::abort();
}

/// `words` as the driver and as `clang -cc1` understand them: options of both count.
void requireHarmless(const std::vector<std::string> &command,
                     const std::vector<const char *> &words, std::vector<std::string> &inputs) {
  unsigned missing = 0, missing_count = 0;
  const llvm::opt::Visibility both(static_cast<unsigned>(options::ClangOption) |
                                   static_cast<unsigned>(options::CC1Option));
  const llvm::opt::InputArgList list =
      clang::driver::getDriverOptTable().ParseArgs(words, missing, missing_count, both);
  std::vector<const char *> passed;
  for (const llvm::opt::Arg *argument : list) {
    const llvm::opt::Option &option = argument->getOption();
    for (const unsigned id : kForbidden)
      if (option.matches(id))
        refuse(command, argument->getSpelling().str());
    if (option.matches(options::OPT_INPUT) || option.matches(options::OPT__DASH_DASH))
      inputs.insert(inputs.end(), argument->getValues().begin(), argument->getValues().end());
    if (option.matches(options::OPT_Xclang))
      passed.insert(passed.end(), argument->getValues().begin(), argument->getValues().end());
  }
  if (!passed.empty())
    requireHarmless(command, passed, inputs);
}

void requireHarmless(const std::vector<std::string> &command) {
  if (command.empty())
    return;
  std::vector<const char *> words;
  for (std::size_t i = 1; i < command.size(); ++i)
    words.push_back(command[i].c_str());
  std::vector<std::string> inputs;
  requireHarmless(command, words, inputs);
  if (inputs != std::vector<std::string>{kFile})
    refuse(command, std::to_string(inputs.size()) + " inputs");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  fsfind::analyzer::UnitRequest request;
  request.directory = "/project";
  request.file = kFile;
  request.arguments = fsfind::fuzz::wordsOf(fsfind::fuzz::bytesOf(data, size));
  if (request.arguments.empty())
    return 0;
  for (const MachineOptions machine : {MachineOptions::Drop, MachineOptions::Keep})
    requireHarmless(commandOf(request, machine));
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedCommand(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedCommands(bytes, other, random);
}

} // namespace fsfind::fuzz
