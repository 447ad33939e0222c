#pragma once

#include "rules/model/Profile.h"

#include <string_view>

/// What names tell of a library's internals in C and C++.
namespace fsfind {

/// Whether a qualified name, or a namespace, belongs to the implementation of C++.
[[nodiscard]] bool isCxxLibraryName(std::string_view qualified);

/// Whether the C and C++ standards reserve the name for implementations (`__data`, `_Bucket`).
[[nodiscard]] bool isReservedName(std::string_view name);

/// Whether a member is an internal of the C library: a reserved name in a record of a system
/// header.
[[nodiscard]] bool isReservedMember(std::string_view name, const Place &declared);

} // namespace fsfind
