#include "analyzer/extract/Extract.h"

#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/declarations/Alignment.h"
#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/KnownNames.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Unit.h"
#include "analyzer/extract/declarations/UnitFiles.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/editability/Alignable.h"
#include "analyzer/extract/editability/Editability.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/editability/Promises.h"
#include "analyzer/extract/editability/RecordUses.h"
#include "analyzer/extract/flow/LocalFlow.h"
#include "analyzer/extract/slots/SlotReading.h"
#include "analyzer/extract/sums/NumberUses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Visits the unit's declarations: functions, globals, instances of templates.
class Declarations {
public:
  Declarations(Unit &unit, SlotReading &slots) : unit_(unit), slots_(slots) {}
  void visitUnit() {
    visitAll(unit_.context.getTranslationUnitDecl());
    for (const RecordDecl *record : unused_)
      if (holdsMany(record))
        (void)unit_.record(record);
    settleEditability(unit_);
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
      slots_.add(name);
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
    slots_.add(assertion);
  }

  void noteInitialiser(const FieldDecl *field) {
    noteUses(unit_, field->getInClassInitializer());
    slots_.add(field);
    NumberUses(unit_).read(field->getInClassInitializer());
  }

  void visitRecord(const RecordDecl *record) {
    if (!record->isThisDeclarationADefinition())
      return;
    noteThreadMethods(dyn_cast<CXXRecordDecl>(record));
    slots_.add(record);
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
      slots_.addUncompiled(pattern->getTemplatedDecl());
  }

  /// Of a template that has instances: what it says itself.
  void noteUncompiled(const DeclContext *record) {
    for (const Decl *decl : record->decls()) {
      if (const auto *friends = dyn_cast<FriendDecl>(decl))
        decl = friends->getFriendDecl();
      if (const auto *inner = dyn_cast_or_null<TemplateDecl>(decl))
        decl = inner->getTemplatedDecl();
      if (isa_and_nonnull<FunctionDecl, FieldDecl>(decl))
        slots_.addUncompiled(decl);
      else if (const auto *inside = dyn_cast_or_null<CXXRecordDecl>(decl);
               inside && inside->isThisDeclarationADefinition())
        noteUncompiled(inside);
    }
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
    slots_.add(variable);
    NumberUses(unit_).read(variable->getInit());
  }

  void noteConstant(const VarDecl *variable) {
    if (!variable->getType().isConstQualified() || !hasValue(variable->getInit()) ||
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
      slots_.addUncompiled(function);
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
      slots_.add(function);
  }

  /// Thread classes: the base class starts a thread in their run().
  void noteThreadMethods(const CXXRecordDecl *record) {
    for (const CXXBaseSpecifier &base : basesOf(record)) {
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
    start.many = unit_.knowledge.wordsIn(base).has(Word::ManyOfBase);
    start.place = unit_.place(method->getLocation());
    FactFunction &threads = unit_.at(starter);
    threads.name = "threads";
    threads.defined = true;
    threads.starts.push_back(std::move(start));
  }

  Unit &unit_;
  SlotReading &slots_;
  llvm::SmallVector<const RecordDecl *, 0> unused_;
};

} // namespace

struct Extraction::State {
  State(ASTContext &context, const Knowledge &known, std::string variant, SystemFiles system)
      : unit(context, known, std::move(variant), std::move(system)), slots(unit) {}

  Unit unit;
  SlotReading slots;
  bool complete = false;
};

Extraction::Extraction(ASTContext &context, const Knowledge &known, std::string variant,
                       SystemFiles system)
    : state_(std::make_unique<State>(context, known, std::move(variant), std::move(system))) {
  Declarations(state_->unit, state_->slots).visitUnit();
  noteUnit(state_->unit);
}

Extraction::~Extraction() = default;

const Facts &Extraction::facts() const {
  return state_->unit.facts;
}

void Extraction::complete() {
  if (!state_->complete)
    state_->slots.settle();
  state_->complete = true;
}

Facts extractFacts(ASTContext &context, const Knowledge &known, std::string variant,
                   SystemFiles system) {
  Extraction all(context, known, std::move(variant), std::move(system));
  all.complete();
  return std::move(all.state_->unit.facts);
}

} // namespace fsfind::analyzer
