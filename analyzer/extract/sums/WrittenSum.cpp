#include "analyzer/extract/sums/WrittenSum.h"

#include "analyzer/extract/declarations/AstAnswers.h"
#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/flow/Expressions.h"
#include "analyzer/extract/slots/SourceText.h"
#include "analyzer/extract/sums/LoopShape.h"

#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <optional>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr const char *kMacro = "a macro writes part of the loop or of its changes";
constexpr const char *kNoNumber = "it is no integer, and a sum in another order may differ";

bool isSummable(QualType type) {
  const auto *builtin = type->getAs<BuiltinType>();
  if (!builtin)
    return false;
  switch (builtin->getKind()) {
  case BuiltinType::Char_S:
  case BuiltinType::Char_U:
  case BuiltinType::SChar:
  case BuiltinType::UChar:
  case BuiltinType::Short:
  case BuiltinType::UShort:
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
    return true;
  default:
    return false;
  }
}

/// The type by a name that is known wherever the number is, aliases included: `uint64_t` may be
/// another type on another machine.
std::string nameOfType(QualType type, const ASTContext &context) {
  type = type.getUnqualifiedType();
  while (const auto *alias = type->getAs<TypedefType>()) {
    if (alias->getDecl()->getDeclContext()->isFileContext())
      return qualifiedName(alias->getDecl());
    type = alias->desugar().getUnqualifiedType();
  }
  return type.getCanonicalType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
}

/// A piece of source text: where it begins in its file, and behind its end.
struct Span {
  SourceLocation begin, end;
};

class Writer {
public:
  Writer(Unit &unit, const SumInLoop &sum) : unit_(unit), sum_(sum) {}

  WrittenSum write(llvm::StringSet<> &names) {
    if (!isSummable(number()))
      return refused(kNoNumber);
    if (!findSpans())
      return refused(why_);
    if (!findEnd())
      return refused(kMacro);
    if (hasDirectives())
      return refused("lines of the preprocessor stand in the loop or before it");
    if (!findName(names))
      return refused("no name for a local is free");
    WrittenSum written;
    addBefore(typeOfLocal() + " " + name_ + " = " + start() + ";", written.edits);
    for (std::size_t i = 0; i < sum_.updates.size(); ++i)
      addChange(sum_.updates[i], spans_[i], written.edits);
    addBehind(lastChange(), written.edits);
    std::sort(written.edits.begin(), written.edits.end());
    return written;
  }

private:
  struct Parts {
    Span whole;
    std::optional<Span> amount; ///< none for ++ and --
  };

  static WrittenSum refused(std::string why) { return {{}, std::move(why)}; }
  [[nodiscard]] QualType number() const { return numberIn(sum_.updates.front().object); }
  [[nodiscard]] FactPlace placeOf(SourceLocation at) { return unit_.place(at); }

  [[nodiscard]] std::optional<Span> spanIn(const Expr *expression) const {
    const CharSourceRange text =
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(expression->getSourceRange()),
                                 unit_.sources, unit_.context.getLangOpts());
    if (text.isInvalid())
      return std::nullopt;
    return Span{text.getBegin(), text.getEnd()};
  }
  [[nodiscard]] llvm::StringRef textOf(SourceLocation begin, SourceLocation end) const {
    return Lexer::getSourceText(CharSourceRange::getCharRange(begin, end), unit_.sources,
                                unit_.context.getLangOpts());
  }
  [[nodiscard]] bool isBefore(SourceLocation one, SourceLocation other) const {
    return unit_.sources.isBeforeInTranslationUnit(one, other);
  }
  [[nodiscard]] bool isIn(const Span &inner, const Span &outer) const {
    return unit_.sources.getFileID(inner.begin) == unit_.sources.getFileID(outer.begin) &&
           !isBefore(inner.begin, outer.begin) && !isBefore(outer.end, inner.end);
  }
  static QualType typeOf(const Expr *amount) {
    const QualType type = amount->IgnoreParenImpCasts()->getType();
    const auto *atomic = type->getAs<AtomicType>();
    return atomic ? atomic->getValueType() : type;
  }
  /// A change that the author wrote, or a macro of the system's that is all of it.
  [[nodiscard]] bool isPlain(const Expr *whole) const {
    const SourceLocation begin = whole->getBeginLoc();
    return begin.isFileID() || unit_.inSystemHeader(unit_.sources.getSpellingLoc(begin));
  }

  bool findSpans() {
    const SourceLocation loop = sum_.loop->getBeginLoc();
    why_ = kMacro;
    if (loop.isMacroID())
      return false;
    for (const Update &update : sum_.updates) {
      const auto whole = spanIn(update.whole);
      if (!whole || !isPlain(update.whole) ||
          unit_.sources.getFileID(whole->begin) != unit_.sources.getFileID(loop))
        return false;
      Parts parts{*whole, {}};
      if (update.amount) {
        parts.amount = spanIn(update.amount);
        if (!parts.amount || !isIn(*parts.amount, *whole))
          return false;
        if (!typeOf(update.amount)->isIntegralOrUnscopedEnumerationType()) {
          why_ = kNoNumber;
          return false;
        }
      }
      spans_.push_back(parts);
    }
    return true;
  }

  /// The place behind the loop's last token.
  bool findEnd() {
    const Stmt *last = sum_.loop;
    while (const Stmt *inner = lastIn(last))
      last = inner;
    SourceLocation end = last->getEndLoc();
    const LangOptions &language = unit_.context.getLangOpts();
    const bool value = isa<Expr>(last); // `hits += STEP`
    if (end.isMacroID() &&
        !(value && Lexer::isAtEndOfMacroExpansion(end, unit_.sources, language, &end)))
      return false;
    if (isa<CompoundStmt, NullStmt, DeclStmt>(last))
      end_ = Lexer::getLocForEndOfToken(end, 0, unit_.sources, language);
    else
      end_ = Lexer::findLocationAfterToken(end, tok::semi, unit_.sources, language, false);
    if (end_.isInvalid())
      return false;
    return true;
  }

  /// A line before the loop's, where the loop is the first on its line.
  void addBefore(const std::string &statement, std::vector<FactEdit> &edits) {
    const bool first = isFirst();
    const FactPlace place = placeOf(first ? lineOfLoop() : sum_.loop->getBeginLoc());
    edits.push_back(
        {place, place, first ? indent() + statement + "\n" : statement + "\n" + indent()});
  }

  /// A line behind the loop's last, where at most a comment follows on that.
  void addBehind(const std::string &statement, std::vector<FactEdit> &edits) {
    const llvm::StringRef text = unit_.sources.getBufferData(unit_.sources.getFileID(end_));
    const llvm::StringRef rest = text.substr(unit_.sources.getFileOffset(end_));
    const std::size_t line = rest.find('\n');
    const llvm::StringRef comment = rest.take_front(line).trim();
    const bool last = line != llvm::StringRef::npos && !comment.ends_with("\\") &&
                      (comment.empty() || comment.starts_with("//") ||
                       (comment.starts_with("/*") && comment.find("*/", 2) == comment.size() - 2));
    const FactPlace place =
        placeOf(last ? end_.getLocWithOffset(static_cast<int>(line) + 1) : end_);
    edits.push_back(
        {place, place, last ? indent() + statement + "\n" : "\n" + indent() + statement});
  }

  /// The statement that ends where the given one does; null if that is simple.
  static const Stmt *lastIn(const Stmt *statement) {
    if (isa<DoStmt>(statement))
      return nullptr;
    if (isLoopStatement(statement))
      return bodyOfLoop(statement);
    if (const auto *choice = dyn_cast<IfStmt>(statement))
      return choice->getElse() ? choice->getElse() : choice->getThen();
    if (const auto *cases = dyn_cast<SwitchStmt>(statement))
      return cases->getBody();
    if (const auto *marked = dyn_cast<AttributedStmt>(statement))
      return marked->getSubStmt();
    if (const auto *tries = dyn_cast<CXXTryStmt>(statement))
      return tries->getHandler(tries->getNumHandlers() - 1)->getHandlerBlock();
    return nullptr;
  }

  /// Other configurations may compile other code there, and a pragma before the loop is about it.
  [[nodiscard]] bool hasDirectives() const {
    const SourceLocation begin = sum_.loop->getBeginLoc();
    const llvm::StringRef text = unit_.sources.getBufferData(unit_.sources.getFileID(begin));
    const std::size_t from = unit_.sources.getFileOffset(begin),
                      to = unit_.sources.getFileOffset(end_);
    llvm::SmallVector<llvm::StringRef, 32> lines;
    text.slice(from, to).split(lines, '\n');
    if (llvm::any_of(lines, [](llvm::StringRef line) { return line.ltrim().starts_with("#"); }))
      return true;
    llvm::StringRef before = text.take_front(from);
    before =
        before.take_front(before.rfind('\n') == llvm::StringRef::npos ? 0 : before.rfind('\n'));
    while (!before.empty()) {
      if (const llvm::StringRef code = before.rtrim(); code.ends_with("*/")) {
        const std::size_t comment = code.rfind("/*");
        before = comment == llvm::StringRef::npos ? llvm::StringRef() : code.take_front(comment);
        continue;
      }
      const auto [rest, line] = before.rsplit('\n');
      const llvm::StringRef plain = (before.contains('\n') ? line : rest).trim();
      if (plain.starts_with("#") || plain.starts_with("_Pragma"))
        return plain.contains("ragma");
      if (!plain.empty() && !plain.starts_with("//"))
        return false;
      before = before.contains('\n') ? rest : llvm::StringRef();
    }
    return false;
  }

  bool findName(llvm::StringSet<> &names) {
    constexpr int kMostTries = 9;
    const std::string plain = sum_.number->getName().trim('_').str() + "_sum";
    for (int i = 1; i <= kMostTries; ++i) {
      name_ = i == 1 ? plain : plain + std::to_string(i);
      if (unit_.context.Idents.find(name_) == unit_.context.Idents.end() &&
          names.insert(name_).second)
        return true;
    }
    return false;
  }

  [[nodiscard]] SourceLocation lineOfLoop() const {
    const SourceLocation begin = sum_.loop->getBeginLoc();
    const auto column = static_cast<int>(unit_.sources.getSpellingColumnNumber(begin)) - 1;
    return begin.getLocWithOffset(-column);
  }
  /// Whether nothing stands before the loop on its line.
  [[nodiscard]] bool isFirst() const {
    return textOf(lineOfLoop(), sum_.loop->getBeginLoc()).trim(" \t").empty();
  }

  [[nodiscard]] std::string indentOfLine() const {
    return Lexer::getIndentationForLine(sum_.loop->getBeginLoc(), unit_.sources).str();
  }
  /// Of the lines that the loop is in: deeper where a function begins on its line.
  [[nodiscard]] std::string indent() const {
    return isFirst() ? indentOfLine() : indentOfLine() + step();
  }

  [[nodiscard]] Accumulation how() const { return sum_.updates.front().how; }
  [[nodiscard]] std::string start() const { return how() == Accumulation::And ? "~0" : "0"; }

  [[nodiscard]] bool isSmall(const Expr *amount) const {
    constexpr unsigned kBits = 32;
    if (!amount)
      return true;
    const auto value = integerOf(amount, unit_.context);
    return value ? *value > -(std::int64_t{1} << kBits) && *value < (std::int64_t{1} << kBits)
                 : widthOf(unit_.context, typeOf(amount)).value_or(kBits + 1) <= kBits;
  }

  /// The local as what the number takes.
  [[nodiscard]] std::string operand() const {
    const std::string type = nameOfType(number(), unit_.context);
    if (typeOfLocal() == type)
      return name_;
    return unit_.context.getLangOpts().CPlusPlus ? "static_cast<" + type + ">(" + name_ + ")"
                                                 : "(" + type + ")" + name_;
  }

  /// The number's own type; a wider unsigned one where the sum of one thread could overflow a
  /// signed one. What is added at the end is the same by the number's modulus.
  [[nodiscard]] std::string typeOfLocal() const {
    constexpr unsigned kWide = 64;
    const QualType type = number();
    const bool overflows =
        how() == Accumulation::Sum && type->isSignedIntegerType() &&
        (widthOf(unit_.context, type).value_or(kWide) < kWide ||
         !llvm::all_of(sum_.updates, [this](const Update &one) { return isSmall(one.amount); }));
    return overflows ? "unsigned long long" : nameOfType(type, unit_.context);
  }

  /// Which update the last change is written after: one that adds, if any does.
  [[nodiscard]] std::size_t model() const {
    for (std::size_t i = 0; i < sum_.updates.size(); ++i)
      if (!sum_.updates[i].subtracts)
        return i;
    return 0;
  }

  [[nodiscard]] std::string_view sign(bool subtracts) const {
    switch (how()) {
    case Accumulation::Or:
      return " |= ";
    case Accumulation::And:
      return " &= ";
    case Accumulation::Xor:
      return " ^= ";
    default:
      return subtracts ? " -= " : " += ";
    }
  }

  void addChange(const Update &update, const Parts &parts, std::vector<FactEdit> &edits) {
    const bool against = update.subtracts != sum_.updates[model()].subtracts;
    const FactPlace begin = placeOf(parts.whole.begin), end = placeOf(parts.whole.end);
    if (!parts.amount) {
      edits.push_back({begin, end, name_ + (against ? "--" : "++")});
      return;
    }
    edits.push_back({begin, placeOf(parts.amount->begin), name_ + std::string(sign(against))});
    if (!(placeOf(parts.amount->end) == end))
      edits.push_back({placeOf(parts.amount->end), end, {}});
  }

  [[nodiscard]] std::string lastChange() const {
    const Update &update = sum_.updates[model()];
    const Parts &parts = spans_[model()];
    std::string text;
    if (parts.amount)
      text = (textOf(parts.whole.begin, parts.amount->begin) + operand() +
              textOf(parts.amount->end, parts.whole.end))
                 .str();
    else if (const auto object = spanIn(update.object))
      text = textOf(object->begin, object->end).str() + std::string(sign(update.subtracts)) +
             operand();
    const bool untouched = how() != Accumulation::And && (sum_.may_dangle || !update.atomic);
    return (untouched ? "if (" + name_ + " != 0)\n" + indent() + step() : "") + text + ";";
  }

  /// One level of indentation, as the loop's body has it.
  [[nodiscard]] std::string step() const {
    const Stmt *first = bodyOfLoop(sum_.loop);
    if (const auto *block = dyn_cast<CompoundStmt>(first); block && !block->body_empty())
      first = block->body_front();
    const SourceLocation begin = unit_.sources.getExpansionLoc(first->getBeginLoc());
    const llvm::StringRef inner = Lexer::getIndentationForLine(begin, unit_.sources);
    const std::string outer = indentOfLine();
    return inner.size() > outer.size() && inner.starts_with(outer)
               ? inner.drop_front(outer.size()).str()
               : "  ";
  }

  Unit &unit_;
  const SumInLoop &sum_;
  std::vector<Parts> spans_; ///< of the updates
  SourceLocation end_;
  std::string name_, why_;
};

} // namespace

WrittenSum writtenSum(Unit &unit, const SumInLoop &sum, llvm::StringSet<> &names) {
  if (sum.may_dangle && sum.updates.front().how == Accumulation::And)
    return {{}, "what it is part of may not exist where the loop changes nothing"};
  return Writer(unit, sum).write(names);
}

} // namespace fsfind::analyzer
