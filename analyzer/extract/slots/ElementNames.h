#pragma once

#include "analyzer/extract/declarations/Unit.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <memory>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// The author's names for classes of the library, `using Cell = std::atomic<long>;`. Such a name
/// can become a record that derives from the class and is aligned. All code keeps its meaning, but
/// what relies on the class's size, or counts from object to object by pointers of another type.
///
/// Only of classes whose objects are neither copied nor moved, so that no code cuts the base out of
/// such a record.
class ElementNames {
public:
  explicit ElementNames(Unit &unit) : unit_(unit) {}

  /// The name by which a declaration of the type `declared` names the type of its elements: the
  /// key of its entry in the facts; empty if there is no such name. `element` is that type.
  [[nodiscard]] std::string keyOf(clang::QualType declared, clang::QualType element);
  /// Each expression of the project's code has to be shown, in any order,
  void see(const clang::Expr *expression);
  /// each name of a type outside of functions, which other units may have arrays of,
  void see(const clang::TypedefNameDecl *name);
  /// each definition of a record, and each function.
  void see(const clang::RecordDecl *record) { records_.push_back(record); }
  void see(const clang::FunctionDecl *function);
  /// Writes into the facts what has been gathered.
  void settle();

private:
  using Names = llvm::SmallPtrSet<const clang::TypedefNameDecl *, 2>;
  /// How code uses objects of one class, whatever they are called.
  struct Uses {
    std::string obstacle; ///< the first one
    Names counted;        ///< of pointers that code counts with; null: of one without a name
    bool unnamed_pointer = false; ///< some pointer has the class as its type, not one of the names
  };
  struct Draft {
    const clang::CXXRecordDecl *of = nullptr;
    FactSlots fact;
  };

  [[nodiscard]] Uses *usesOf(clang::QualType type);
  [[nodiscard]] Uses *usesWithin(clang::QualType type);
  [[nodiscard]] Uses *usesOfPointed(clang::QualType pointer);
  void seeCast(const clang::CastExpr *cast);
  void seeCall(const clang::FunctionDecl *callee, bool chosen,
               llvm::ArrayRef<const clang::Expr *> arguments);
  void seeArithmetic(const clang::Expr *expression);
  void seeQuestion(const clang::Expr *expression);
  void askedFor(clang::QualType type);
  void askedFor(llvm::ArrayRef<clang::TemplateArgument> arguments);
  void compare(const clang::FunctionDecl *one, const clang::FunctionDecl *other);
  void compare(clang::QualType one, clang::QualType other);
  void count(const clang::Expr *pointer);
  [[nodiscard]] const std::string &keyOf(const clang::TypedefNameDecl *name,
                                         const clang::CXXRecordDecl *of);
  void describe(Draft &draft, const clang::TypedefNameDecl *name);
  [[nodiscard]] std::string obstacle(const clang::TypedefNameDecl *name, const Draft &draft);
  [[nodiscard]] bool changesRecord(const clang::RecordDecl *record,
                                   const clang::TypedefNameDecl *name,
                                   const clang::CXXRecordDecl *of) const;

  Unit &unit_;
  llvm::DenseMap<const clang::CXXRecordDecl *, std::unique_ptr<Uses>> uses_;
  llvm::MapVector<const clang::TypedefNameDecl *, Draft> drafts_;
  std::vector<const clang::RecordDecl *> records_;
};

} // namespace fsfind::analyzer
