#pragma once

#include "analyzer/extract/declarations/FileText.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/SystemFiles.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace fsfind::analyzer {

struct Returned;
class PassedCallables;

/// A macro of the project that an alignment is written with.
struct UsedMacro {
  std::uint64_t value = 0;
  clang::SourceLocation used;
};

/// A use of a macro of the project that is an alignment as a whole.
struct UsedAlignment {
  std::string text; ///< `CACHE_ALIGNED`, `ALIGNED(LINE)`
  std::uint64_t value = 0;
  clang::SourceLocation used, defined;
};

/// A local `void *`, and what a function does with it.
struct RawLocal {
  clang::QualType made;    ///< what it is converted to, if anything
  bool several = false;    ///< it is converted to other types, too
  bool other_uses = false; ///< it is changed, or code may use what is in its memory
};

/// The facts of one translation unit while they are gathered: the tables, and the position that
/// each of clang's entities has in them. An entity enters its table when it is first asked for.
class Unit {
public:
  /// `variant` is that of extractFacts().
  Unit(clang::ASTContext &ast, const Knowledge &known, std::string variant, SystemFiles system);
  Unit(const Unit &) = delete;
  Unit &operator=(const Unit &) = delete;

  clang::ASTContext &context;
  clang::SourceManager &sources;
  const Knowledge &knowledge;
  const std::string variant;
  Facts facts;
  llvm::DenseMap<clang::FileID, FileText> texts; ///< of the files read so far
  llvm::StringMap<UsedMacro> macros;
  std::vector<UsedAlignment> alignments; ///< each once, in the order of their first uses
  /// By where they begin: one, or those of one declaration `long a, b;`.
  llvm::DenseMap<clang::SourceLocation, std::vector<const clang::VarDecl *>> definitions_at;
  /// Declarations of locals, in the order in which they were read.
  std::vector<const clang::DeclStmt *> locals;
  llvm::DenseMap<const clang::RecordDecl *, FactOrderUses> order_uses; ///< of definitions
  llvm::DenseMap<const clang::RecordDecl *, FactObjects> objects;      ///< of definitions
  /// Calls that make a record's objects in memory of unknown alignment, with the record.
  std::vector<std::pair<const clang::CallExpr *, const clang::RecordDecl *>> storage;
  /// Those that a tool may turn into calls which align, with the record; see FactAllocatorCall.
  llvm::DenseMap<const clang::CallExpr *, RecordIndex> followed;
  /// Calls whose memory becomes objects of the record.
  llvm::DenseSet<std::pair<const clang::CallExpr *, const clang::RecordDecl *>> made;
  /// Calls that are given objects of the record, and their size.
  std::vector<std::pair<const clang::CallExpr *, const clang::RecordDecl *>> given;
  /// What is done with local `void *`s of functions that were read for them (RawMemory.h).
  llvm::DenseMap<const clang::VarDecl *, RawLocal> raw_locals;
  /// Such locals by the calls that they are initialised with, or that are assigned to them.
  llvm::DenseMap<const clang::CallExpr *, const clang::VarDecl *> raw_holders;
  llvm::DenseSet<const clang::FunctionDecl *> read_for_raw_locals;
  /// How often local sizes are used for more than the size of memory, in functions that were read
  /// for them (SizeLocals.h).
  llvm::DenseMap<const clang::VarDecl *, int> size_uses;
  llvm::DenseSet<const clang::FunctionDecl *> read_for_sizes;
  /// sizeof expressions that the call or quotient around them follows, and calls of functions that
  /// return sizes.
  llvm::DenseSet<const clang::Expr *> accepted_sizes;
  /// Those of functions whose size code uses otherwise, too.
  llvm::DenseSet<const clang::Expr *> told_sizes;
  std::vector<const clang::UnaryExprOrTypeTraitExpr *> sizes; ///< all sizeof expressions
  /// How often functions that return a size are named, less the calls of them.
  llvm::DenseMap<const clang::FunctionDecl *, int> size_functions;
  /// Casts and offsetof expressions that find a record by its member, whatever its layout.
  llvm::DenseSet<const clang::Expr *> accepted_offsets;
  llvm::DenseSet<const clang::Type *> measured; ///< canonical: sizeof or alignof is taken of them
  llvm::DenseSet<const clang::RecordDecl *> asserted; ///< definitions whose layout may not change
  /// As of FactRecord::c_functions, by definition.
  llvm::DenseMap<const clang::RecordDecl *, std::set<std::string>> c_functions;
  /// The records in the facts, in the order in which they entered.
  std::vector<std::pair<RecordIndex, const clang::RecordDecl *>> described;
  /// Classes of the standard library among the types in the facts, since settleObjects() last read
  /// them.
  std::vector<const clang::RecordDecl *> library_classes;
  /// What returnedBy() found; a type of the room flow.
  llvm::DenseMap<const clang::FunctionDecl *, std::shared_ptr<const Returned>> returned;
  /// What functions are given to run; a type of the room flow, made when it is first asked for.
  std::shared_ptr<const PassedCallables> passed_callables;
  /// Numbers and pointers as of Facts::untraced, by their first declaration.
  llvm::DenseSet<const clang::ValueDecl *> untraced;
  /// Locals that a lambda or region inside their function assigns.
  llvm::DenseSet<const clang::ValueDecl *> changed_inside;
  /// Numbers of FactSums.
  llvm::DenseSet<const clang::ValueDecl *> summed;

  /// The place that an author sees: for a macro's argument where it is spelled, for other macro
  /// text where the macro is used.
  [[nodiscard]] FactPlace place(clang::SourceLocation location);
  /// The file's absolute path; empty if it is no file.
  [[nodiscard]] std::string pathOf(clang::FileID id) const;
  [[nodiscard]] TypeIndex type(clang::QualType type);
  /// The type of a variable or member, with array bounds as they are written.
  [[nodiscard]] TypeIndex declaredType(const clang::DeclaratorDecl *decl);
  [[nodiscard]] RecordIndex record(const clang::RecordDecl *decl);
  [[nodiscard]] bool knows(const clang::RecordDecl *decl) const;
  /// The field's position among its record's members.
  [[nodiscard]] std::uint32_t member(const clang::FieldDecl *field);
  /// The position of a direct base among the members; none for virtual bases.
  [[nodiscard]] std::optional<std::uint32_t> base(const clang::CXXRecordDecl *derived,
                                                  const clang::CXXRecordDecl *base);
  [[nodiscard]] VariableIndex variable(const clang::VarDecl *decl);
  /// Whether the variable is known so far to be used by a lambda or region, or by a function that
  /// it is passed to.
  [[nodiscard]] bool isCaptured(const clang::VarDecl *decl) const;
  /// Whether the variable's address, or that of a part, is known so far to be passed to a function.
  [[nodiscard]] bool isAddressed(const clang::VarDecl *decl) const;
  void noteAddressed(VariableIndex variable) { addressed_.insert(variable.value()); }
  [[nodiscard]] FunctionIndex function(const clang::FunctionDecl *decl);
  /// What the callee's name tells; cached.
  [[nodiscard]] const CalleeMeaning &meaning(const clang::FunctionDecl *callee);
  /// A function without a declaration, such as a parallel region, by its key.
  [[nodiscard]] FunctionIndex region(const std::string &key);
  /// What tells a function that is internal to this compilation of the file from that of another.
  [[nodiscard]] std::string variantOf(const clang::FunctionDecl *function) const;
  /// A key by the place in the file, for what has no USR or shares one.
  [[nodiscard]] std::string keyOfPlace(clang::SourceLocation location, llvm::StringRef what);

  [[nodiscard]] FactFunction &at(FunctionIndex index) { return facts.functions[index.value()]; }
  [[nodiscard]] FactVariable &at(VariableIndex index) { return facts.variables[index.value()]; }
  [[nodiscard]] FactRecord &at(RecordIndex index) { return facts.records[index.value()]; }
  [[nodiscard]] bool inSystemHeader(clang::SourceLocation location) const;
  /// Whether it is the system's as a whole; an input that was preprocessed never is.
  [[nodiscard]] bool isSystemFile(clang::FileID id) const;
  /// Notes a definition in this unit and its order among them; declarations are ignored.
  void noteDefinition(const clang::VarDecl *decl);

private:
  [[nodiscard]] FileIndex file(clang::FileID id);
  [[nodiscard]] std::uint64_t contentOf(clang::FileID id) const;
  [[nodiscard]] TypeIndex withExtents(TypeIndex plain, llvm::ArrayRef<std::string> extents);
  void fillRecord(RecordIndex index, const clang::RecordDecl *decl);

  SystemFiles system_;
  mutable llvm::DenseMap<clang::FileID, bool> system_files_; ///< what isSystemFile() said
  llvm::DenseMap<clang::FileID, std::uint32_t> files_;
  llvm::StringMap<std::uint32_t> file_names_;
  llvm::DenseSet<std::uint32_t> addressed_; ///< variables
  llvm::DenseMap<const void *, std::uint32_t> types_;
  std::map<std::pair<TypeIndex, std::vector<std::string>>, TypeIndex> types_with_extents_;
  llvm::StringMap<std::uint32_t> records_by_key_, variables_by_key_, functions_by_key_;
  llvm::DenseMap<const clang::Decl *, std::uint32_t> records_, variables_, functions_;
  llvm::DenseMap<const clang::FieldDecl *, std::uint32_t> members_;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<CalleeMeaning>> meanings_;
  std::uint32_t definitions_ = 0;
};

} // namespace fsfind::analyzer
