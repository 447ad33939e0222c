#include "analyzer/worker/ReadingOptions.h"

#include <clang/Driver/Options.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/TargetParser/Triple.h>

namespace fsfind::analyzer {

namespace {

namespace options = clang::driver::options;
using llvm::StringRef;

/// Dialects, limits and macros, each with its `-fno-` form.
const llvm::StringSet<> &languageOptions() {
  static const llvm::StringSet<> kNames = {
      // what is a keyword, a token, a declaration
      "-fasm", "-fasm-blocks", "-fblocks", "-fborland-extensions", "-fchar8_t", "-fcoroutines",
      "-fdeclspec", "-fdelayed-template-parsing", "-fdigraphs", "-fdollars-in-identifiers",
      "-ffixed-point", "-fgnu-keywords", "-fgnu89-inline", "-fheinous-gnu-extensions",
      "-fknr-functions", "-flax-vector-conversions", "-flax-vector-conversions=", "-fenable-matrix",
      "-fms-compatibility", "-fms-compatibility-version=", "-fms-extensions",
      "-fmsc-version=", "-foperator-names", "-fpascal-strings", "-fraw-string-literals",
      "-frelaxed-template-template-args", "-ftrigraphs", "-fwritable-strings", "-fzvector",
      "-faltivec", "-fexperimental-library", "-frecovery-ast", "-faccess-control",
      "-fclang-abi-compat=", "-fobjc-arc", "-fobjc-weak", "-fobjc-exceptions",
      "-fobjc-runtime=", "-fopenmp", "-fopenmp=", "-fopenmp-simd", "-fopenmp-version=", "-fbuiltin",
      "-fbuiltin-", "-ffreestanding", "-fhosted",
      // how types lie and what is generated for them
      "-faligned-allocation", "-faligned-new=", "-fapple-pragma-pack", "-fxl-pragma-pack",
      "-fcheck-new", "-fcxx-exceptions", "-fexceptions",
      "-fmax-type-align=", "-fnew-alignment=", "-fpack-struct", "-fpack-struct=", "-frtti",
      "-frtti-data", "-fshort-enums", "-fshort-wchar", "-fsigned-char", "-funsigned-char",
      "-fsigned-wchar", "-fsized-deallocation", "-fstrict-flex-arrays=", "-fthreadsafe-statics",
      "-fms-volatile", "-fwrapv",
      // macros that headers ask for
      "-ffast-math", "-ffinite-math-only", "-fmath-errno", "-fsigned-zeros", "-fPIC", "-fpic",
      "-fPIE", "-fpie",
      // limits
      "-fbracket-depth=", "-fconstexpr-depth=", "-fconstexpr-steps=", "-ftemplate-depth=",
      "-foperator-arrow-depth="};
  return kNames;
}

/// The preprocessor and the choice of language and system, as they are named.
const llvm::StringSet<> &plainOptions() {
  static const llvm::StringSet<> kNames = {"-D",
                                           "-U",
                                           "-std=",
                                           "-ansi",
                                           "-undef",
                                           "-trigraphs",
                                           "-stdlib=",
                                           "-pthread",
                                           "-nostdinc",
                                           "-nostdinc++",
                                           "-nostdlibinc",
                                           "-nobuiltininc",
                                           "-iwithprefix",
                                           "-iwithprefixbefore",
                                           "-traditional-cpp",
                                           "-arch"};
  return kNames;
}

const llvm::StringSet<> &pathOptions() {
  static const llvm::StringSet<> kNames = {"-I",
                                           "-F",
                                           "-isystem",
                                           "-iquote",
                                           "-idirafter",
                                           "-include",
                                           "-imacros",
                                           "-isystem-after",
                                           "-cxx-isystem",
                                           "-c-isystem",
                                           "-iframework",
                                           "--embed-dir=",
                                           "-iprefix",
                                           "-isysroot",
                                           "--sysroot=",
                                           "-iwithsysroot",
                                           "-stdlib++-isystem",
                                           "-iframeworkwithsysroot",
                                           "--gcc-toolchain=",
                                           "--gcc-install-dir="};
  return kNames;
}

/// Options of the machine that have a value.
const llvm::StringSet<> &machineValues() {
  static const llvm::StringSet<> kNames = {"-march=",
                                           "-mcpu=",
                                           "-mtune=",
                                           "-mabi=",
                                           "-mfpu=",
                                           "-mfloat-abi=",
                                           "-mcmodel=",
                                           "-mdouble=",
                                           "-mfpmath=",
                                           "-mtls-size=",
                                           "-msve-vector-bits=",
                                           "-mrvv-vector-bits="};
  return kNames;
}

bool isOfSize(const llvm::opt::Option &option) {
  return option.matches(options::OPT_m32) || option.matches(options::OPT_m64) ||
         option.matches(options::OPT_mx32);
}

bool isOfAnotherStage(const llvm::opt::Option &option) {
  for (const unsigned group :
       {options::OPT_M_Group, options::OPT_Action_Group, options::OPT_W_Group,
        options::OPT_pedantic_Group, options::OPT_Link_Group, options::OPT_g_Group})
    if (option.matches(group))
      return true;
  for (const unsigned id :
       {options::OPT_INPUT, options::OPT_o, options::OPT_Wa_COMMA, options::OPT_Wl_COMMA,
        options::OPT_w, options::OPT_v, options::OPT_Xassembler, options::OPT_Xlinker,
        options::OPT_pipe, options::OPT_x, options::OPT_target, options::OPT_driver_mode,
        options::OPT_Xclang, options::OPT_Wp_COMMA, options::OPT_Xpreprocessor})
    if (option.matches(id))
      return true;
  return false;
}

/// `-fno-rtti` as `-frtti`.
std::string withoutNo(StringRef name) {
  return name.starts_with("-fno-") ? ("-f" + name.drop_front(5)).str() : name.str();
}

} // namespace

OptionUse useOf(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  const std::string name = option.getPrefixedName().str();
  if (pathOptions().contains(name))
    return OptionUse::Path;
  if (isOfSize(option) || option.matches(options::OPT_O_Group) || plainOptions().contains(name) ||
      languageOptions().contains(withoutNo(name)))
    return OptionUse::Kept;
  // Without a value, an option names no file.
  if (machineValues().contains(name) ||
      (option.matches(options::OPT_m_Group) && option.getKind() == llvm::opt::Option::FlagClass))
    return OptionUse::Machine;
  return isOfAnotherStage(option) ? OptionUse::Irrelevant : OptionUse::Dropped;
}

bool isReadableTarget(StringRef text) {
  const llvm::Triple triple(llvm::Triple::normalize(text));
  const bool cpu =
      triple.isX86() || triple.isARM() || triple.isThumb() || triple.isAArch64() ||
      triple.isRISCV() || triple.isPPC() || triple.isMIPS() || triple.isSystemZ() ||
      triple.isSPARC() || triple.isLoongArch() || triple.getArch() == llvm::Triple::avr ||
      triple.getArch() == llvm::Triple::msp430 || triple.getArch() == llvm::Triple::m68k ||
      triple.getArch() == llvm::Triple::xtensa;
  const bool system =
      triple.isOSLinux() || triple.isOSDarwin() || triple.isOSWindows() || triple.isOSFreeBSD() ||
      triple.isOSNetBSD() || triple.isOSOpenBSD() || triple.isOSSolaris() || triple.isOSUnknown() ||
      triple.isOSHurd() || triple.isOSFuchsia() || triple.getOS() == llvm::Triple::Haiku ||
      triple.getOS() == llvm::Triple::DragonFly || triple.getOS() == llvm::Triple::RTEMS;
  return cpu && system;
}

} // namespace fsfind::analyzer
