#include "analyzer/extract/Extract.h"

#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/Alignment.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/LlvmCompat.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/Alignable.h"
#include "analyzer/extract/editability/Editability.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/editability/Promises.h"
#include "analyzer/extract/editability/RecordUses.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/extract/slots/SlotUses.h"
#include "analyzer/extract/slots/Slots.h"
#include "analyzer/extract/sums/NumberUses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/TargetInfo.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Visits the unit's declarations: functions, globals, instances of templates.
class Declarations {
public:
  explicit Declarations(Unit &unit) : unit_(unit), slots_(unit) {}
  void visitUnit() {
    visitAll(unit_.context.getTranslationUnitDecl());
    for (const RecordDecl *record : unused_)
      if (holdsMany(record))
        (void)unit_.record(record);
    settleEditability(unit_);
    readUncompiled();
    slots_.settle();
    NumberUses::settle(unit_);
  }

private:
  void visitAll(const DeclContext *context) {
    for (const Decl *decl : context->decls())
      visit(decl);
  }

  /// Whether a member is an array or container of records that are already in the facts.
  bool holdsMany(const RecordDecl *record) const {
    return llvm::any_of(record->fields(), [this](const FieldDecl *field) {
      const QualType type = field->getType();
      const QualType element = type->isArrayType() ? unit_.context.getBaseElementType(type)
                                                   : templateArgument(type->getAsRecordDecl(), 0);
      const RecordDecl *of = element.isNull() ? nullptr : element->getAsRecordDecl();
      return of && unit_.knows(of);
    });
  }

  /// Declarations without content, which most in headers are. This check is cheaper than the one
  /// for system headers, so it comes first.
  static bool saysNothing(const Decl *decl) {
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return !function->doesThisDeclarationHaveABody();
    if (const auto *variable = dyn_cast<VarDecl>(decl))
      return variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly &&
             !variable->getInit();
    if (const auto *record = dyn_cast<RecordDecl>(decl))
      return !record->isThisDeclarationADefinition();
    return isa<EmptyDecl, UsingDecl, AccessSpecDecl>(decl);
  }

  void visit(const Decl *decl) {
    if (const auto *name = dyn_cast<TypedefNameDecl>(decl))
      slots_.names().see(name);
    if (isa<EnumDecl, TypedefNameDecl, FieldDecl>(decl))
      return noteDeclaredSizes(unit_, decl);
    if (saysNothing(decl) || unit_.inSystemHeader(decl->getLocation()))
      return;
    if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(decl))
      return visitFunctionTemplate(pattern);
    if (const auto *pattern = dyn_cast<ClassTemplateDecl>(decl))
      return visitClassTemplate(pattern);
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return visitFunction(function);
    if (const auto *variable = dyn_cast<VarDecl>(decl))
      return visitVariable(variable);
    if (const auto *friends = dyn_cast<FriendDecl>(decl)) {
      if (friends->getFriendDecl())
        visit(friends->getFriendDecl());
      return;
    }
    if (const auto *record = dyn_cast<RecordDecl>(decl))
      return visitRecord(record);
    if (const auto *assertion = dyn_cast<StaticAssertDecl>(decl))
      return visitAssertion(assertion);
    if (const auto *linkage = dyn_cast<LinkageSpecDecl>(decl))
      noteSignatures(unit_, linkage);
    if (const auto *context = dyn_cast<DeclContext>(decl))
      visitAll(context);
  }

  void visitAssertion(const StaticAssertDecl *assertion) {
    noteAssertion(unit_, assertion->getAssertExpr());
    SlotUses(unit_, slots_).read(assertion->getAssertExpr());
  }

  void noteInitialiser(const FieldDecl *field) {
    noteUses(unit_, field->getInClassInitializer());
    SlotUses(unit_, slots_).readInitialiser(field, field->getInClassInitializer());
    NumberUses(unit_).read(field->getInClassInitializer());
  }

  void visitRecord(const RecordDecl *record) {
    if (!record->isThisDeclarationADefinition())
      return;
    noteThreadMethods(dyn_cast<CXXRecordDecl>(record));
    slots_.names().see(record);
    visitAll(record);
    for (const FieldDecl *field : record->fields())
      if (field->hasInClassInitializer())
        noteInitialiser(field);
    const RecordDecl *definition = record->getDefinition();
    if (definition && !definition->isInvalidDecl() && !definition->isLambda())
      noteRecord(definition);
  }

  /// A record of a header enters the facts only if the unit uses it, or if its source mentions
  /// alignment.
  void noteRecord(const RecordDecl *definition) {
    if (unit_.sources.isInMainFile(definition->getLocation()) ||
        tellsOfAlignment(unit_, definition))
      (void)unit_.record(definition);
    else
      unused_.push_back(definition);
  }

  /// Visits the instances; if there are none, the template itself.
  void visitClassTemplate(const ClassTemplateDecl *pattern) {
    if (pattern->getCanonicalDecl() != pattern)
      return; // redeclarations list the same instances
    bool instances = false;
    for (const ClassTemplateSpecializationDecl *instance : pattern->specializations())
      if (instance->isCompleteDefinition() && !instance->isDependentType()) {
        instances = true;
        visitRecord(instance);
      }
    const CXXRecordDecl *record = pattern->getTemplatedDecl()->getDefinition();
    if (!instances && record)
      visitRecord(record);
    else if (record)
      noteUncompiled(record);
  }

  void visitFunctionTemplate(const FunctionTemplateDecl *pattern) {
    bool instances = false;
    for (const FunctionDecl *instance : pattern->specializations())
      if (instance->hasBody() && !instance->isDependentContext()) {
        instances = true;
        visitFunction(instance);
      }
    if (!instances)
      visitFunction(pattern->getTemplatedDecl());
    else
      uncompiled_.push_back(pattern->getTemplatedDecl());
  }

  /// Of a template that has instances: what it says itself.
  void noteUncompiled(const DeclContext *record) {
    for (const Decl *decl : record->decls()) {
      if (const auto *friends = dyn_cast<FriendDecl>(decl))
        decl = friends->getFriendDecl();
      if (const auto *inner = dyn_cast_or_null<TemplateDecl>(decl))
        decl = inner->getTemplatedDecl();
      if (isa_and_nonnull<FunctionDecl, FieldDecl>(decl))
        uncompiled_.push_back(decl);
      else if (const auto *inside = dyn_cast_or_null<CXXRecordDecl>(decl);
               inside && inside->isThisDeclarationADefinition())
        noteUncompiled(inside);
    }
  }

  void readUncompiled() {
    slots_.close();
    for (const Decl *decl : uncompiled_)
      SlotUses(unit_, slots_).readUncompiled(decl);
  }

  void visitVariable(const VarDecl *variable) {
    if (variable->isInvalidDecl())
      return;
    unit_.noteDefinition(variable);
    noteAlignable(unit_, variable);
    noteDeclaredSizes(unit_, variable);
    noteConstant(variable);
    noteOrderUse(unit_, variable);
    noteUses(unit_, variable->getInit());
    (void)slots_.of(variable); // another unit may use it
    SlotUses(unit_, slots_).readInitialiser(variable, variable->getInit());
    NumberUses(unit_).read(variable->getInit());
  }

  void noteConstant(const VarDecl *variable) {
    if (!variable->getType().isConstQualified() || !variable->getInit() ||
        variable->getInit()->isValueDependent() ||
        !isCachelineConstant(variable->getName(), unit_.knowledge))
      return;
    auto &constants = unit_.facts.cacheline_constants;
    const std::string name = qualifiedName(variable);
    if (std::find(constants.begin(), constants.end(), name) == constants.end())
      constants.push_back(name);
  }

  /// A function of a header that this unit does not use, and that is nothing to other units: those
  /// that use theirs tell of it.
  bool isLeftToOthers(const FunctionDecl *function) const {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    return (function->isInlined() || !function->isExternallyVisible()) &&
           !function->isReferenced() && !(method && method->isVirtual()) &&
           !function->isDependentContext() && !function->hasAttr<UsedAttr>() &&
           !function->hasAttr<ConstructorAttr>() &&
           !unit_.sources.isInMainFile(function->getLocation());
  }

  void visitFunction(const FunctionDecl *function) {
    if (!function->doesThisDeclarationHaveABody() || function->isInvalidDecl() ||
        function->isDefaulted() || function->isDeleted())
      return;
    if (isLeftToOthers(function) || function->isDependentContext())
      uncompiled_.push_back(function);
    if (isLeftToOthers(function))
      return;
    const FunctionIndex index = unit_.function(function);
    if (unit_.at(index).defined)
      return;
    NumberUses(unit_).readFunction(function);
    LocalFlow flow(unit_);
    flow.add(function->getBody());
    Body body(unit_, flow, {index, function, {}});
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      body.readInitialisers(constructor);
    body.read(function->getBody());
    if (!function->isDependentContext())
      SlotUses(unit_, slots_).readFunction(function);
  }

  /// Thread classes: the base class starts a thread in their run().
  void noteThreadMethods(const CXXRecordDecl *record) {
    if (!record || !record->hasDefinition())
      return;
    for (const CXXBaseSpecifier &base : record->bases()) {
      const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
      if (!of || plainName(of).empty())
        continue;
      for (const CXXMethodDecl *method : record->methods())
        if (method->size_overridden_methods() > 0 &&
            isThreadMethod(plainName(method), plainName(of), unit_.knowledge))
          noteThreadMethod(method, plainName(of));
    }
  }

  void noteThreadMethod(const CXXMethodDecl *method, const std::string &base) {
    const FunctionIndex starter = unit_.region("fsfind:threads");
    FactStart start;
    start.entry = unit_.function(method);
    start.how = base;
    start.many = StringRef(base).contains_insensitive("task") ||
                 StringRef(base).contains_insensitive("runnable") ||
                 StringRef(base).contains_insensitive("job") ||
                 StringRef(base).contains_insensitive("worker");
    start.place = unit_.place(method->getLocation());
    FactFunction &threads = unit_.at(starter);
    threads.name = "threads";
    threads.defined = true;
    threads.starts.push_back(std::move(start));
  }

  Unit &unit_;
  Slots slots_;
  llvm::SmallVector<const RecordDecl *, 0> unused_;
  /// Functions and members of templates, and functions that this unit does not use: read last.
  llvm::SmallVector<const Decl *, 0> uncompiled_;
};

/// A file of C that asks for C++ is meant to be read by it.
bool asksForCplusplus(llvm::StringRef text) {
  return text.contains("__cplusplus");
}

bool asksForCompiler(llvm::StringRef text) {
  return text.contains("_MSC_VER") || text.contains("__GNUC__");
}

void sortUnique(std::vector<std::string> &all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

/// Notes the project's own files, by language.
void noteFiles(Unit &unit) {
  auto &files =
      unit.context.getLangOpts().CPlusPlus ? unit.facts.cplusplus_files : unit.facts.c_files;
  for (unsigned i = 0; i < unit.sources.local_sloc_entry_size(); ++i) {
    const SrcMgr::SLocEntry &entry = unit.sources.getLocalSLocEntry(i);
    if (!entry.isFile() || SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
      continue;
    const SourceLocation begin = SourceLocation::getFromRawEncoding(entry.getOffset());
    const FileID id = unit.sources.getFileID(begin);
    const std::string path = unit.pathOf(id);
    if (path.empty())
      continue;
    files.push_back(path);
    if (!unit.context.getLangOpts().CPlusPlus && asksForCplusplus(unit.sources.getBufferData(id)))
      unit.facts.cplusplus_files.push_back(path);
    if (asksForCompiler(unit.sources.getBufferData(id)))
      unit.facts.compiler_files.push_back(path);
  }
  sortUnique(unit.facts.c_files);
  sortUnique(unit.facts.cplusplus_files);
  sortUnique(unit.facts.compiler_files);
}

FactUnit describeUnit(Unit &unit) {
  FactUnit fact;
  const ASTContext &context = unit.context;
  const FactPlace main =
      unit.place(unit.sources.getLocForStartOfFile(unit.sources.getMainFileID()));
  fact.file = unit.facts.files[main.file.value()].path;
  fact.triple = context.getTargetInfo().getTriple().str();
  fact.cplusplus = context.getLangOpts().CPlusPlus;
  fact.aligned_new = context.getLangOpts().AlignedAllocation;
  fact.own_alignment = hasAlignment(context.getLangOpts());
  fact.line_size = compat::destructiveSize(context.getTargetInfo());
  fact.errors = context.getDiagnostics().getNumErrors();
  return fact;
}

} // namespace

Facts extractFacts(ASTContext &context, const Knowledge &known, std::string variant) {
  Unit unit(context, known, std::move(variant));
  Declarations(unit).visitUnit();
  unit.facts.units.push_back(describeUnit(unit));
  noteFiles(unit);
  return std::move(unit.facts);
}

} // namespace fsfind::analyzer
