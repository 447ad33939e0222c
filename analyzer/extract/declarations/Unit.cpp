#include "analyzer/extract/declarations/Unit.h"

#include "analyzer/extract/declarations/Alignment.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Extents.h"
#include "analyzer/extract/declarations/Functions.h"
#include "analyzer/extract/declarations/Records.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Variables.h"
#include "rules/model/ContentHash.h"

#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/FileEntry.h>
#include <clang/Index/USRGeneration.h>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) && path.starts_with("/");
}

} // namespace

Unit::Unit(ASTContext &ast, const Knowledge &known, std::string compiled_as, SystemFiles system)
    : context(ast), sources(ast.getSourceManager()), knowledge(known),
      variant(std::move(compiled_as)), system_(std::move(system)) {
  facts.types.emplace_back(); // type 0 means "not known"
  facts.words = known.nameWords();
}

bool Unit::inSystemHeader(SourceLocation location) const {
  if (location.isInvalid())
    return false;
  location = sources.getExpansionLoc(location);
  return system_.preprocessed ? sources.isInSystemHeader(location)
                              : isSystemFile(sources.getFileID(location));
}

bool Unit::isSystemFile(FileID id) const {
  const SrcMgr::SLocEntry &entry = sources.getSLocEntry(id);
  if (!entry.isFile() || !SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
    return false;
  const auto [known, fresh] = system_files_.try_emplace(id, system_.folders.empty());
  // Clang also takes for the system's what is included behind a marker or a pragma that says so.
  if (fresh && !known->second)
    known->second = llvm::any_of(
        system_.folders, [path = pathOf(id)](const auto &one) { return isBelow(path, one); });
  return known->second;
}

std::string Unit::pathOf(FileID id) const {
  llvm::SmallString<256> path;
  if (const auto entry = sources.getFileEntryRefForID(id))
    path = entry->getName();
  if (path.empty())
    return {};
  (void)sources.getFileManager().makeAbsolutePath(path);
  llvm::sys::path::remove_dots(path, true);
  llvm::SmallString<256> real;
  // What is there leads elsewhere for each process.
  if (path.str().starts_with("/proc/") && !llvm::sys::fs::real_path(path, real))
    path = real;
  return path.str().str();
}

FileIndex Unit::file(FileID id) {
  const auto [known, fresh] = files_.try_emplace(id, 0U);
  if (!fresh)
    return FileIndex(known->second);
  std::string path = pathOf(id);
  if (path.empty())
    path = "<builtin>";
  const auto [named, first] =
      file_names_.try_emplace(path, static_cast<std::uint32_t>(facts.files.size()));
  if (first)
    facts.files.push_back({std::move(path), contentOf(id)});
  files_[id] = named->second;
  return FileIndex(named->second);
}

std::uint64_t Unit::contentOf(FileID id) const {
  const auto bytes = sources.getBufferDataOrNone(id);
  return bytes ? contentHash({bytes->data(), bytes->size()}) : 0;
}

FactPlace Unit::place(SourceLocation location) {
  if (location.isInvalid())
    return {};
  const auto [id, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  FactPlace place;
  place.file = file(id);
  place.line = sources.getLineNumber(id, offset);
  // Not getColumnNumber(): it would look for the line's begin, which may be far.
  place.column = offset - sources.getFileOffset(sources.translateLineCol(id, place.line, 1)) + 1;
  return place;
}

std::string Unit::keyOfPlace(SourceLocation location, llvm::StringRef what) {
  const FactPlace at = place(location);
  const unsigned offset = sources.getFileOffset(sources.getFileLoc(location));
  return (llvm::Twine("fsfind:") + what + "@" +
          (at.known() ? llvm::sys::path::filename(facts.files[at.file.value()].path) : "") + "@" +
          llvm::Twine(offset))
      .str();
}

RecordIndex Unit::record(const RecordDecl *decl) {
  if (const RecordDecl *definition = decl->getDefinition())
    decl = definition;
  const auto known = records_.find(decl);
  if (known != records_.end())
    return RecordIndex(known->second);
  std::string key = usr(decl);
  if (key.empty() || (isa<CXXRecordDecl>(decl) && cast<CXXRecordDecl>(decl)->isLambda()))
    key = keyOfPlace(decl->getLocation(), "record");
  else if (!decl->getIdentifier() && !decl->getTypedefNameForAnonDecl())
    key += keyOfPlace(decl->getLocation(), ""); // in C, unnamed records of one parent share a USR
  const auto [entry, fresh] =
      records_by_key_.try_emplace(key, static_cast<std::uint32_t>(facts.records.size()));
  records_[decl] = entry->second;
  const RecordIndex index(entry->second);
  if (fresh) {
    facts.records.emplace_back();
    facts.records.back().key = key;
    fillRecord(index, decl);
  }
  return index;
}

bool Unit::knows(const RecordDecl *decl) const {
  const RecordDecl *definition = decl->getDefinition();
  return records_.count(definition ? definition : decl) != 0; // LLVM 16 has no contains()
}

/// Numbers the members before it asks for their types, because these may refer to this record.
void Unit::fillRecord(RecordIndex index, const RecordDecl *decl) {
  FactRecord fact = describeRecord(*this, decl);
  fact.key = at(index).key;
  at(index) = fact;
  std::uint32_t number = 0;
  for (const FactMember &member : fact.members)
    number += isImplicit(member) ? 1 : 0;
  for (const FieldDecl *field : decl->fields())
    members_[field] = number++;
  for (const FieldDecl *field : decl->fields()) {
    const TypeIndex of = declaredType(field);
    // A record with errors has no layout, so the fact has no members.
    if (members_[field] < at(index).members.size())
      at(index).members[members_[field]].type = of;
  }
  noteAlignment(*this, at(index), decl);
  described.emplace_back(index, decl);
}

std::uint32_t Unit::member(const FieldDecl *field) {
  (void)record(field->getParent());
  const auto found = members_.find(field);
  return found != members_.end() ? found->second : 0;
}

std::optional<std::uint32_t> Unit::base(const CXXRecordDecl *derived, const CXXRecordDecl *base) {
  const std::vector<FactMember> &members = at(record(derived)).members;
  std::uint32_t number = !members.empty() && members.front().name == kVtablePointer ? 1 : 0;
  for (const CXXBaseSpecifier &one : placedBasesOf(derived)) {
    const CXXRecordDecl *decl = one.getType()->getAsCXXRecordDecl();
    if (decl && decl->getCanonicalDecl() == base->getCanonicalDecl())
      return number;
    ++number;
  }
  return std::nullopt;
}

TypeIndex Unit::type(QualType of) {
  const auto [known, fresh] = types_.try_emplace(of.getAsOpaquePtr(), 0U);
  if (!fresh)
    return TypeIndex(known->second);
  FactType fact = describeType(*this, of);
  facts.types.push_back(std::move(fact));
  const std::uint32_t number = static_cast<std::uint32_t>(facts.types.size() - 1);
  types_[of.getAsOpaquePtr()] = number;
  return TypeIndex(number);
}

TypeIndex Unit::declaredType(const DeclaratorDecl *decl) {
  const TypeIndex plain = type(decl->getType());
  return facts.type(plain).kind == TypeClass::Array
             ? withExtents(plain, writtenExtents(*this, decl))
             : plain;
}

TypeIndex Unit::withExtents(TypeIndex plain, llvm::ArrayRef<std::string> extents) {
  if (extents.empty() || facts.type(plain).kind != TypeClass::Array)
    return plain;
  const auto [known, fresh] =
      types_with_extents_.try_emplace({plain, {extents.begin(), extents.end()}}, plain);
  if (!fresh)
    return known->second;
  FactType fact = facts.type(plain);
  fact.extent = extents.front();
  if (fact.element)
    fact.element = withExtents(*fact.element, extents.drop_front());
  known->second = TypeIndex(facts.types.size());
  facts.types.push_back(std::move(fact));
  return known->second;
}

VariableIndex Unit::variable(const VarDecl *decl) {
  decl = decl->getCanonicalDecl();
  const auto known = variables_.find(decl);
  if (known != variables_.end())
    return VariableIndex(known->second);
  std::string key = usr(decl);
  if (key.empty() || decl->hasLocalStorage())
    key = keyOfPlace(decl->getLocation(), "local " + decl->getName().str());
  if (const FunctionDecl *around = functionAround(decl); around && decl->hasLocalStorage())
    key += variantOf(around);
  const auto [entry, fresh] =
      variables_by_key_.try_emplace(key, static_cast<std::uint32_t>(facts.variables.size()));
  variables_[decl] = entry->second;
  const VariableIndex index(entry->second);
  if (!fresh)
    return index;
  facts.variables.emplace_back();
  FactVariable fact = describeVariable(*this, decl);
  fact.key = key;
  at(index) = std::move(fact);
  return index;
}

bool Unit::isCaptured(const VarDecl *decl) const {
  const auto known = variables_.find(decl->getCanonicalDecl());
  return known != variables_.end() && facts.variables[known->second].captured;
}

bool Unit::isAddressed(const VarDecl *decl) const {
  const auto known = variables_.find(decl->getCanonicalDecl());
  return known != variables_.end() && addressed_.contains(known->second);
}

void Unit::noteDefinition(const VarDecl *decl) {
  if (decl->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
    return;
  const VariableIndex index = variable(decl);
  noteAlignments(*this, decl);
  at(index).order = ++definitions_ + (decl->hasAttr<SectionAttr>() ? kChosenSection : 0);
}

const CalleeMeaning &Unit::meaning(const FunctionDecl *callee) {
  auto &known = meanings_[callee->getCanonicalDecl()];
  if (!known)
    known = std::make_unique<CalleeMeaning>(meaningOf(nameOf(callee), knowledge));
  return *known;
}

FunctionIndex Unit::region(const std::string &key) {
  const auto [entry, fresh] =
      functions_by_key_.try_emplace(key, static_cast<std::uint32_t>(facts.functions.size()));
  if (fresh) {
    facts.functions.emplace_back();
    facts.functions.back().key = key;
    facts.functions.back().name = key;
  }
  return FunctionIndex(entry->second);
}

/// Inline functions of headers are the same in most compilations, and in very many.
std::string Unit::variantOf(const FunctionDecl *function) const {
  const bool own = !function->isExternallyVisible() &&
                   (!function->isInlineSpecified() ||
                    sources.isInMainFile(sources.getFileLoc(function->getLocation())));
  return own && !variant.empty() ? "#" + variant : "";
}

FunctionIndex Unit::function(const FunctionDecl *decl) {
  decl = decl->getCanonicalDecl();
  const auto known = functions_.find(decl);
  if (known != functions_.end())
    return FunctionIndex(known->second);
  const auto *method = dyn_cast<CXXMethodDecl>(decl);
  const bool lambda = method && isLambdaCallOperator(method);
  std::string key = usr(decl);
  if (key.empty() || lambda)
    key = keyOfPlace(decl->getLocation(), lambda ? "lambda" : "function");
  key += variantOf(decl);
  const FunctionIndex index = region(key);
  functions_[decl] = index.value();
  if (at(index).place.known())
    return index;
  FactFunction fact = describeFunction(*this, decl);
  fact.key = key;
  FactFunction &slot = at(index);
  fact.defined = slot.defined;
  slot = std::move(fact);
  return index;
}

} // namespace fsfind::analyzer
