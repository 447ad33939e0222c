#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace fsfind {

/// What went wrong, where, and what the user can do about it. Errors are values at every module
/// border; only `main` prints them and turns them into an exit code.
struct Error {
  /// File or object the problem was met in; may be empty.
  std::string where;
  /// Byte offset in `where`, when one is known.
  std::optional<std::uint64_t> offset;
  /// The fact: one clause, no full stop.
  std::string what;
  /// What to do: one clause, no full stop; may be empty.
  std::string remedy;

  /// One line: `where:0xoffset: what; remedy`.
  [[nodiscard]] std::string message() const;
};

/// The project's one result type: a value, or an `Error`.
template <class T> using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

} // namespace fsfind

/// Evaluates `expression`; on failure returns its error from the enclosing function, else binds
/// the value to `declaration`.
#define FSFIND_TRY_JOIN_(a, b) a##b
#define FSFIND_TRY_NAME_(a, b) FSFIND_TRY_JOIN_(a, b)
#define FSFIND_TRY(declaration, expression)                                                        \
  auto FSFIND_TRY_NAME_(try_result_, __LINE__) = (expression);                                     \
  if (!FSFIND_TRY_NAME_(try_result_, __LINE__))                                                    \
    return ::fsfind::failure(std::move(FSFIND_TRY_NAME_(try_result_, __LINE__).error()));          \
  declaration = std::move(*FSFIND_TRY_NAME_(try_result_, __LINE__))

/// The same for an `Expected<void>`.
#define FSFIND_CHECK(expression)                                                                   \
  if (auto FSFIND_TRY_NAME_(try_result_, __LINE__) = (expression);                                 \
      !FSFIND_TRY_NAME_(try_result_, __LINE__))                                                    \
  return ::fsfind::failure(std::move(FSFIND_TRY_NAME_(try_result_, __LINE__).error()))
