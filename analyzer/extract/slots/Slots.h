#pragma once

#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/slots/ElementNames.h"
#include "analyzer/extract/slots/ElementPointers.h"
#include "analyzer/extract/slots/WrittenArray.h"

#include <clang/AST/Decl.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// A declaration that holds elements, while its uses are gathered.
struct SlotsDraft {
  SlotType type;          ///< of a template: in the instance that was asked for last
  std::string wrapper;    ///< as a type is named: with `struct` in C
  bool indexed = false;   ///< code chooses other elements than the first
  bool allocated = false; ///< a Pointer got memory from an allocation that the code shows
  bool gives = false;     ///< code hands its elements to another
  bool inside = false;    ///< only this unit can name it
  /// A template declares it; this is what its instances have in common.
  bool templated = false;
  /// The elements are records of the author's in all instances: these can be aligned themselves.
  bool of_records = false;
  llvm::DenseSet<clang::SourceLocation> valued; ///< where initial values were read
  const clang::IdentifierInfo *identifier = nullptr;
  /// Of a parameter: its name, and where alone that can mean it.
  llvm::StringRef name;
  llvm::SmallVector<clang::SourceRange, 2> scopes;
  std::vector<PointerUse> pointers; ///< to elements
  /// Where declarations and uses have its name.
  llvm::DenseSet<clang::SourceLocation> mentions;
  FactSlots fact;
};

/// The arrays of a unit whose elements a record could wrap (FactSlots).
class Slots {
public:
  explicit Slots(Unit &unit) : unit_(unit), names_(unit), pointers_(unit) {}

  /// Null if the declaration holds no such elements. All instances of a template's declaration have
  /// the same.
  [[nodiscard]] SlotsDraft *of(const clang::ValueDecl *declared);
  /// From now on, only what has been asked for before is told of.
  void close() { closed_ = true; }
  /// Templates that are not instantiated may mean any member of that name.
  void noteUnresolved(clang::DeclarationName name, clang::SourceLocation at);
  /// The code indexes pointers to this type, or counts them up.
  void noteIndexed(clang::QualType element);
  /// Code hands the elements of one to the other.
  static void link(SlotsDraft &from, SlotsDraft &to);
  /// What the types of elements are called.
  [[nodiscard]] ElementNames &names() { return names_; }
  /// Where pointers to elements go.
  [[nodiscard]] ElementPointers &pointers() { return pointers_; }
  /// Writes into the facts what has been gathered.
  void settle();

private:
  using Declared = llvm::SmallVector<const clang::DeclaratorDecl *, 2>;

  [[nodiscard]] SlotsDraft *made(const clang::DeclaratorDecl *declared, const SlotType &type);
  [[nodiscard]] SlotsDraft *ofTemplate(const clang::DeclaratorDecl *declared);
  void join(SlotsDraft &draft, const SlotType &instance) const;
  void settleTemplate(SlotsDraft &draft) const;
  void describe(SlotsDraft &draft, const clang::DeclaratorDecl *declared);
  [[nodiscard]] std::string keyOf(const clang::DeclaratorDecl *declared);
  void describeView(SlotsDraft &draft, const clang::DeclaratorDecl *declared);
  void noteParameter(SlotsDraft &draft, const clang::ParmVarDecl *parameter);
  /// What one declaration declares, `long a[8], b[8];`, the first one first.
  [[nodiscard]] Declared declaredWith(const clang::DeclaratorDecl *declared);
  void readDeclarations(SlotsDraft &draft, const clang::DeclaratorDecl *declared);
  void followPointer(SlotsDraft &draft, const PointerUse &use) const;
  [[nodiscard]] bool areWrappedAlike(const SlotsDraft &draft,
                                     const clang::DeclaratorDecl *other) const;
  [[nodiscard]] std::string elementName(clang::QualType element) const;

  Unit &unit_;
  ElementNames names_;
  ElementPointers pointers_;
  std::vector<std::unique_ptr<SlotsDraft>> drafts_;
  /// By first declaration; null for what holds no such elements.
  llvm::DenseMap<const clang::ValueDecl *, SlotsDraft *> known_;
  /// What templates declare, by its name's place; null if no instance holds such elements.
  llvm::DenseMap<clang::SourceLocation, SlotsDraft *> templated_;
  llvm::DenseMap<const clang::ValueDecl *, SlotType> instances_;
  llvm::DenseMap<clang::DeclarationName, llvm::SmallVector<clang::SourceLocation, 2>> unresolved_;
  bool closed_ = false;
  llvm::StringMap<const clang::DeclaratorDecl *> wrappers_; ///< the first that took the name
  std::set<std::string> indexed_;
  llvm::DenseMap<const clang::FunctionDecl *, std::string> functions_; ///< keys of parameters'
  /// By where they begin, of the contexts that were asked for.
  llvm::DenseMap<const clang::DeclContext *, llvm::DenseMap<clang::SourceLocation, Declared>>
      declarations_;
};

/// Notes why the elements cannot be wrapped; the first reason counts.
void refuse(SlotsDraft &draft, std::string why);
/// Adds an edit; refuses if its place is unknown, since a macro wrote it then.
void edit(SlotsDraft &draft, FactEdit edit);

/// Whether the declaration stands in a template, or in an instance of one.
[[nodiscard]] bool isTemplated(const clang::DeclaratorDecl *declared);
/// Whether a record that is defined before it, in the template's own terms, can wrap the elements
/// of all instances.
[[nodiscard]] bool isWrappedInTemplate(const clang::DeclaratorDecl *declared, const SlotType &type);
/// Refuses because instances of its template need different edits.
void refuseInstances(SlotsDraft &draft);

} // namespace fsfind::analyzer
