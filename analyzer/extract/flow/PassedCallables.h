#pragma once

#include "analyzer/extract/flow/Callables.h"

#include <llvm/ADT/SmallVector.h>

/// What functions are given to run, and pass on: `create(routine)` has pthread_create() run its
/// parameter, or keeps it in a record whose `start` a trampoline calls. Calls anywhere in the unit
/// tell what that can be; wrappers may be of any depth.
namespace fsfind::analyzer {

using CallableList = llvm::SmallVector<Callable, 2>;

/// What the unit gives to the parameter, or stores in the member, that the expression names; empty
/// if it names none, or if that is more than a few.
[[nodiscard]] CallableList passedCallables(Unit &unit, const clang::Expr *named);

/// A call that starts threads is given the function to run. What that calls of callables that it
/// was given runs on threads of its own: it is a trampoline.
[[nodiscard]] bool isThreadEntry(Unit &unit, const clang::FunctionDecl *function);

/// The callee, or what it passes that on to, starts one of the arguments.
[[nodiscard]] bool startsArgument(Unit &unit, const clang::CallExpr *call);

} // namespace fsfind::analyzer
