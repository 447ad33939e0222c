#pragma once

#include "analyzer/extract/declarations/ExtractOptions.h"
#include "analyzer/extract/declarations/FileText.h"
#include "analyzer/extract/declarations/KnownNames.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <memory>
#include <utility>

namespace fsfind::analyzer {

struct Returned;

/// A macro of the project's that an alignment was written with.
struct UsedMacro {
  std::uint64_t value = 0;
  clang::SourceLocation used;
};

/// One translation unit on its way to facts: the tables, and which entity of clang's has which
/// place in them. Entities enter when they are first asked for.
class Unit {
public:
  Unit(clang::ASTContext &ast, const ExtractOptions &names);
  Unit(const Unit &) = delete;
  Unit &operator=(const Unit &) = delete;

  clang::ASTContext &context;
  clang::SourceManager &sources;
  const ExtractOptions &options;
  Facts facts;
  llvm::DenseMap<clang::FileID, FileText> texts; ///< of files with what is alignable
  llvm::StringMap<UsedMacro> macros;
  llvm::DenseMap<clang::SourceLocation, VariableIndex> definitions_at; ///< by their begin
  llvm::DenseMap<const clang::RecordDecl *, FactOrderUses> order_uses; ///< of definitions
  llvm::DenseMap<const clang::RecordDecl *, FactObjects> objects;      ///< of definitions
  llvm::DenseSet<const clang::Expr *> accepted_sizes; ///< which nothing but their use counts on
  llvm::DenseSet<const clang::RecordDecl *> asserted; ///< definitions of a promised layout
  /// Records as they entered the facts, in this order.
  std::vector<std::pair<RecordIndex, const clang::RecordDecl *>> described;
  /// Of the standard library, among the types that entered.
  std::vector<const clang::RecordDecl *> library_classes;
  /// By returnedBy(), of functions that were asked for.
  llvm::DenseMap<const clang::FunctionDecl *, std::shared_ptr<const Returned>> returned;

  /// Where an author sees it: the spelling of a macro's argument, else the macro's use.
  [[nodiscard]] FactPlace place(clang::SourceLocation location);
  /// Absolute; empty for what is no file.
  [[nodiscard]] std::string pathOf(clang::FileID id) const;
  [[nodiscard]] TypeIndex type(clang::QualType type);
  /// Of a variable or member: of arrays with their bounds as written.
  [[nodiscard]] TypeIndex declaredType(const clang::DeclaratorDecl *decl);
  [[nodiscard]] RecordIndex record(const clang::RecordDecl *decl);
  [[nodiscard]] bool knows(const clang::RecordDecl *decl) const;
  /// Position of a field among its record's members.
  [[nodiscard]] std::uint32_t member(const clang::FieldDecl *field);
  /// Position of a direct base; none for virtual bases.
  [[nodiscard]] std::optional<std::uint32_t> base(const clang::CXXRecordDecl *derived,
                                                  const clang::CXXRecordDecl *base);
  [[nodiscard]] VariableIndex variable(const clang::VarDecl *decl);
  /// Noted so far as used by a lambda or region, or by whom it is passed to.
  [[nodiscard]] bool isCaptured(const clang::VarDecl *decl) const;
  [[nodiscard]] FunctionIndex function(const clang::FunctionDecl *decl);
  /// What the callee's name tells, found once.
  [[nodiscard]] const CalleeMeaning &meaning(const clang::FunctionDecl *callee);
  /// A parallel region has no declaration: `key` names it.
  [[nodiscard]] FunctionIndex region(const std::string &key);
  /// Whatever has no USR, or shares one with others: by its place in the file.
  [[nodiscard]] std::string keyOfPlace(clang::SourceLocation location, llvm::StringRef what);

  [[nodiscard]] FactFunction &at(FunctionIndex index) { return facts.functions[index.value()]; }
  [[nodiscard]] FactVariable &at(VariableIndex index) { return facts.variables[index.value()]; }
  [[nodiscard]] FactRecord &at(RecordIndex index) { return facts.records[index.value()]; }
  [[nodiscard]] bool inSystemHeader(clang::SourceLocation location) const;
  /// A definition in this unit, in order; `extern` and locals do not count.
  void noteDefinition(const clang::VarDecl *decl);

private:
  [[nodiscard]] FileIndex file(clang::FileID id);
  [[nodiscard]] std::uint64_t contentOf(clang::FileID id) const;
  [[nodiscard]] TypeIndex withExtents(TypeIndex plain, llvm::ArrayRef<std::string> extents);
  void fillRecord(RecordIndex index, const clang::RecordDecl *decl);

  llvm::DenseMap<clang::FileID, std::uint32_t> files_;
  llvm::StringMap<std::uint32_t> file_names_;
  llvm::DenseMap<const void *, std::uint32_t> types_;
  std::map<std::pair<TypeIndex, std::vector<std::string>>, TypeIndex> types_with_extents_;
  llvm::StringMap<std::uint32_t> records_by_key_, variables_by_key_, functions_by_key_;
  llvm::DenseMap<const clang::Decl *, std::uint32_t> records_, variables_, functions_;
  llvm::DenseMap<const clang::FieldDecl *, std::uint32_t> members_;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<CalleeMeaning>> meanings_;
  std::uint32_t definitions_ = 0;
};

} // namespace fsfind::analyzer
