#include "analyzer/extract/declarations/Printed.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/raw_ostream.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Counts the parts of names down to nothing.
class Parts {
public:
  enum class Of { Name, Key };
  explicit Parts(Of what) : keys_(what == Of::Key), left_(keys_ ? kMostOfKey : kMostOfName) {}

  [[nodiscard]] bool holds(QualType type) {
    while (!type.isNull()) {
      if (!spend())
        return false;
      if (keys_)
        type = type.getCanonicalType();
      const Type *at = type.getTypePtr();
      if (const auto *alias = dyn_cast<TypedefType>(at))
        return holds(alias->getDecl()->getDeclContext());
      if (const auto *tag = dyn_cast<TagType>(at))
        return isRepeated(tag->getDecl()) || holds(tag->getDecl());
      if (const auto *instance = dyn_cast<TemplateSpecializationType>(at))
        return holds(instance->template_arguments());
      const QualType inner = innerOf(at);
      if (inner == type)
        break;
      type = inner;
    }
    return left_ != 0;
  }

  [[nodiscard]] bool holds(const DeclContext *context) {
    for (; context && !context->isTranslationUnit(); context = context->getParent()) {
      if (!spend())
        return false;
      const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(context);
      if (instance && !holds(instance->getTemplateArgs().asArray()))
        return false;
      const auto *function = dyn_cast<FunctionDecl>(context);
      if (function && !holds(function->getType()))
        return false;
      const auto *given = function ? function->getTemplateSpecializationArgs() : nullptr;
      if (given && !holds(given->asArray()))
        return false;
    }
    return true;
  }

private:
  [[nodiscard]] bool holds(llvm::ArrayRef<TemplateArgument> arguments) {
    for (const TemplateArgument &argument : arguments) {
      const bool type = argument.getKind() == TemplateArgument::Type;
      const bool pack = argument.getKind() == TemplateArgument::Pack;
      if (type ? !holds(argument.getAsType()) : pack ? !holds(argument.getPackAsArray()) : !spend())
        return false;
    }
    return true;
  }

  [[nodiscard]] QualType innerOf(const Type *at) {
    if (const auto *array = dyn_cast<ArrayType>(at))
      return array->getElementType();
    if (const auto *atomic = dyn_cast<AtomicType>(at))
      return atomic->getValueType();
    if (const auto *function = dyn_cast<FunctionProtoType>(at)) {
      for (const QualType parameter : function->param_types())
        if (!holds(parameter))
          return {};
      return function->getReturnType();
    }
    const QualType behind = at->getPointeeType();
    return behind.isNull() ? at->getLocallyUnqualifiedSingleStepDesugaredType() : behind;
  }

  /// False for good once there were too many.
  [[nodiscard]] bool spend() { return left_ != 0 && --left_ != 0; }

  /// USRs name a record by its number when it comes again.
  [[nodiscard]] bool isRepeated(const TagDecl *tag) { return keys_ && !seen_.insert(tag).second; }

  /// Some times what the longest names have that people read, or the longest lists of parameters.
  static constexpr std::size_t kMostOfName = 400, kMostOfKey = 20'000;

  bool keys_;
  std::size_t left_;
  llvm::SmallPtrSet<const TagDecl *, 8> seen_;
};

/// Claims to have printed what comes behind the limit, so that clang does not.
class Ending : public PrinterHelper {
public:
  explicit Ending(std::size_t limit) : limit_(limit) {}
  bool handledStmt(Stmt *, llvm::raw_ostream &out) override {
    constexpr unsigned kMostParts = 400;
    return ++parts_ > kMostParts || out.tell() > limit_;
  }

private:
  std::size_t limit_;
  unsigned parts_ = 0;
};

/// The innermost one whose name is part of the entity's, which may be the entity.
const DeclContext *contextOf(const Decl *decl) {
  const auto *context = dyn_cast<DeclContext>(decl);
  return context ? context : decl->getDeclContext();
}

} // namespace

std::string printed(QualType type, const PrintingPolicy &policy) {
  return Parts(Parts::Of::Name).holds(type) ? type.getAsString(policy) : std::string();
}

bool isPrintable(const NamedDecl *decl) {
  return Parts(Parts::Of::Name).holds(contextOf(decl));
}

bool hasKey(const Decl *decl) {
  return Parts(Parts::Of::Key).holds(contextOf(decl));
}

std::string scopedName(const NamedDecl *decl) {
  return isPrintable(decl) ? decl->getQualifiedNameAsString() : decl->getNameAsString();
}

std::string beginningOf(const Expr *expression, const PrintingPolicy &policy, std::size_t limit) {
  std::string written;
  llvm::raw_string_ostream out(written);
  Ending ending(limit);
  expression->printPretty(out, &ending, policy);
  return std::move(out.str());
}

} // namespace fsfind::analyzer
