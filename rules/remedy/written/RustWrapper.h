#pragma once

#include "rules/remedy/written/Brackets.h"
#include "rules/remedy/written/EditWritten.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::written {

/// A Rust type that begins a cacheline and takes whole ones, around a value that it dereferences
/// to.
struct RustWrapper {
  std::string name;
  std::string maker;       ///< what makes one of a value: `CachePadded::new`
  std::uint64_t align = 0; ///< bytes
  bool constant = false;   ///< it can be made in constants
  bool has_default = false;
};

/// The wrapper that can be named in the module of the token: one that is imported there from
/// crossbeam, or one of the project's own, which the file or the one that it is imported from
/// declares. None if it does not part data on this machine, or more than one is there.
[[nodiscard]] std::optional<RustWrapper> wrapperAt(const std::vector<Token> &tokens,
                                                   const Brackets &brackets, std::size_t at,
                                                   const std::vector<SourceText> &texts,
                                                   const Machine &machine);

/// Each attribute right before the token: its bracket.
[[nodiscard]] std::vector<std::size_t> attributesBefore(const std::vector<Token> &tokens,
                                                        const Brackets &brackets, std::size_t at);

/// The N of an attribute that says `repr(align(N))` and nothing else.
[[nodiscard]] std::optional<std::uint64_t> alignmentOf(const std::vector<Token> &tokens,
                                                       std::size_t attribute);

/// Whether a function of standard atomics, which all take `&self`.
[[nodiscard]] bool isAtomicOperation(std::string_view name);

} // namespace fsfind::written
