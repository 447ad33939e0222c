#pragma once

#include "analyzer/extract/slots/NumberRanges.h"
#include "analyzer/extract/slots/PointerUse.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace fsfind::analyzer {

/// How far code counts from a pointer to an element or row.
enum class Reach : std::uint8_t {
  Within,  ///< it stays within the element or row
  Unknown, ///< perhaps on, by pointers of the element's type
  Foreign, ///< perhaps on, by pointers of another type or in a library
};

/// Follows pointers to elements and rows through a unit, to tell how far code counts from them.
class ElementPointers {
public:
  explicit ElementPointers(Unit &unit) : unit_(unit), ranges_(unit) {}

  /// All expressions of the unit have to be shown, with what is around each, outermost first.
  void see(const clang::Expr *expression, llvm::ArrayRef<const clang::Stmt *> path);
  [[nodiscard]] NumberRanges &ranges() { return ranges_; }

  /// What becomes of the element or row that the expression is.
  [[nodiscard]] PointerUse useOf(const clang::Expr *element,
                                 llvm::ArrayRef<const clang::Stmt *> path) const;
  /// To be asked when all has been shown.
  [[nodiscard]] Reach reachOf(const PointerUse &use) const;

private:
  using Path = llvm::ArrayRef<const clang::Stmt *>;
  /// What a pointer leads to.
  struct Extent {
    std::uint64_t there = 1;    ///< how many
    std::uint64_t declared = 0; ///< how many a parameter says, `long row[6]`; 0 = it does not say
    clang::QualType of;
  };

  /// Goes outwards from an expression: a row, an element, a pointer to one, or (not `element`) a
  /// variable that holds a pointer.
  [[nodiscard]] PointerUse climb(const clang::Expr *from, Path path, std::uint64_t there,
                                 bool element) const;
  [[nodiscard]] PointerUse ofVariable(const clang::Expr *pointer, Path path) const;
  [[nodiscard]] PointerUse ofElement(const clang::Expr *element, Path path,
                                     std::uint64_t there) const;
  [[nodiscard]] PointerUse ofMethod(const clang::Expr *element, Path path) const;
  [[nodiscard]] PointerUse ofArray(const clang::Expr *array, Path path) const;
  [[nodiscard]] PointerUse ofPointer(const clang::Expr *pointer, Path path,
                                     std::uint64_t there) const;
  [[nodiscard]] PointerUse ofOffset(const clang::Expr *index, const clang::Expr *element, Path path,
                                    std::uint64_t there) const;
  /// Where a value, or a reference to it, goes.
  [[nodiscard]] PointerUse given(const clang::Expr *value, Path path, std::uint64_t there) const;
  [[nodiscard]] PointerUse passed(const clang::Expr *value, const clang::CallExpr *call,
                                  std::uint64_t there) const;
  [[nodiscard]] PointerUse passedToLibrary(const clang::Expr *value, const clang::CallExpr *call,
                                           std::uint64_t there) const;
  template <class Call>
  [[nodiscard]] PointerUse started(const clang::Expr *value, const Call *call,
                                   std::uint64_t there) const;
  [[nodiscard]] bool isFollowed(const clang::ValueDecl *declared) const;
  [[nodiscard]] Reach reachOf(const PointerUse &use, Extent from, const CallContext *context) const;
  [[nodiscard]] bool countsWithin(const PointerUse &use, const Extent &from,
                                  const CallContext *context) const;

  Unit &unit_;
  NumberRanges ranges_;
  llvm::DenseMap<const clang::ValueDecl *, llvm::SmallVector<PointerUse, 2>> uses_;
  mutable unsigned depth_ = 0;
  mutable unsigned questions_ = 0;
};

} // namespace fsfind::analyzer
