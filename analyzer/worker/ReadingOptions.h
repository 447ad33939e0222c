#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Option/Arg.h>

/// Which options of a compile command change how its source is read (Arguments.h says why only
/// these are kept). By clang's table of options (clang/Driver/Options.td), in which `-fno-…` and
/// aliases are told apart already.
namespace fsfind::analyzer {

enum class OptionUse {
  Kept,    ///< passed on as it is
  Machine, ///< chooses a processor, its features or its ABI: passed on unless MachineOptions::Drop
  Path,    ///< passed on; its value is a file or folder that is read
  Irrelevant, ///< of another stage than reading: outputs, warnings, linking
  Dropped,    ///< what it does is not known to be harmless, or not known at all
};

[[nodiscard]] OptionUse useOf(const llvm::opt::Arg &argument);

/// Whether code for the target is of a CPU under an operating system for which clang's driver looks
/// into folders alone; for accelerators it starts programs.
[[nodiscard]] bool isReadableTarget(llvm::StringRef triple);

} // namespace fsfind::analyzer
