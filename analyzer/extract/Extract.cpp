#include "analyzer/extract/Extract.h"

#include "analyzer/extract/Body.h"
#include "analyzer/extract/KnownNames.h"
#include "analyzer/extract/LlvmCompat.h"
#include "analyzer/extract/Unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/TargetInfo.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Goes through the unit's declarations: functions, globals, instances of templates.
class Declarations {
public:
  explicit Declarations(Unit &unit) : unit_(unit) {}
  void visitAll(const DeclContext *context) {
    for (const Decl *decl : context->decls())
      visit(decl);
  }

private:
  void visit(const Decl *decl) {
    if (unit_.inSystemHeader(decl->getLocation()))
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
    if (const auto *context = dyn_cast<DeclContext>(decl))
      visitAll(context);
  }

  void visitRecord(const RecordDecl *record) {
    if (!record->isThisDeclarationADefinition())
      return;
    noteThreadMethods(dyn_cast<CXXRecordDecl>(record));
    visitAll(record);
    const RecordDecl *definition = record->getDefinition();
    if (definition && !definition->isInvalidDecl() && !definition->isLambda())
      (void)unit_.record(definition);
  }

  /// Instances, where there are any; else the pattern, as well as it can be read.
  void visitClassTemplate(const ClassTemplateDecl *pattern) {
    if (pattern->getCanonicalDecl() != pattern)
      return; // a friend's declaration knows all instances too
    bool instances = false;
    for (const ClassTemplateSpecializationDecl *instance : pattern->specializations())
      if (instance->isCompleteDefinition() && !instance->isDependentType()) {
        instances = true;
        visitRecord(instance);
      }
    const CXXRecordDecl *record = pattern->getTemplatedDecl()->getDefinition();
    if (!instances && record)
      visitRecord(record);
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
  }

  void visitVariable(const VarDecl *variable) {
    if (variable->isInvalidDecl())
      return;
    unit_.noteDefinition(variable);
    noteConstant(variable);
  }

  void noteConstant(const VarDecl *variable) {
    if (!variable->getType().isConstQualified() || !variable->getInit() ||
        variable->getInit()->isValueDependent() ||
        !isCachelineConstant(variable->getName(), unit_.options))
      return;
    auto &constants = unit_.facts.cacheline_constants;
    const std::string name = qualifiedName(variable);
    if (std::find(constants.begin(), constants.end(), name) == constants.end())
      constants.push_back(name);
  }

  void visitFunction(const FunctionDecl *function) {
    if (!function->doesThisDeclarationHaveABody() || function->isInvalidDecl() ||
        function->isDefaulted() || function->isDeleted())
      return;
    const FunctionIndex index = unit_.function(function);
    if (unit_.at(index).defined)
      return;
    LocalFlow flow(unit_);
    flow.add(function->getBody());
    Body body(unit_, flow, {index, function, {}});
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      body.readInitialisers(constructor);
    body.read(function->getBody());
  }

  /// Classes of threads: their run() is started by their base.
  void noteThreadMethods(const CXXRecordDecl *record) {
    if (!record || !record->hasDefinition())
      return;
    for (const CXXBaseSpecifier &base : record->bases()) {
      const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
      if (!of || of->getNameAsString().empty())
        continue;
      for (const CXXMethodDecl *method : record->methods())
        if (method->size_overridden_methods() > 0 &&
            isThreadMethod(method->getNameAsString(), of->getNameAsString()))
          noteThreadMethod(method, of->getNameAsString());
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
};

FactUnit describeUnit(Unit &unit) {
  FactUnit fact;
  const ASTContext &context = unit.context;
  const FactPlace main =
      unit.place(unit.sources.getLocForStartOfFile(unit.sources.getMainFileID()));
  fact.file = unit.facts.files[main.file.value()];
  fact.triple = context.getTargetInfo().getTriple().str();
  fact.cplusplus = context.getLangOpts().CPlusPlus;
  fact.aligned_new = context.getLangOpts().AlignedAllocation;
  fact.line_size = compat::destructiveSize(context.getTargetInfo());
  fact.errors = context.getDiagnostics().getNumErrors();
  return fact;
}

} // namespace

Facts extractFacts(ASTContext &context, const ExtractOptions &options) {
  Unit unit(context, options);
  Declarations(unit).visitAll(context.getTranslationUnitDecl());
  unit.facts.units.push_back(describeUnit(unit));
  return std::move(unit.facts);
}

} // namespace fsfind::analyzer
