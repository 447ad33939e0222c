#include "analyzer/extract/slots/WrittenArray.h"

#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <cctype>

namespace fsfind::analyzer {

using namespace clang;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral kBlank = " \t\r\n\v\f";
/// Words before the type that say how a name is linked or stored.
constexpr std::array<StringRef, 6> kStorage = {"static",  "extern",   "inline",
                                               "mutable", "register", "constinit"};
/// Words that an edit would have to understand. Brackets and macros are refused in another way.
constexpr std::array<StringRef, 9> kForeign = {"alignas", "_Alignas",      "__attribute__",
                                               "auto",    "__auto_type",   "constexpr",
                                               "const",   "__extension__", "typename"};

bool isWord(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
}

std::vector<StringRef> wordsOf(StringRef text) {
  std::vector<StringRef> words;
  while (!(text = text.drop_until(isWord)).empty()) {
    words.push_back(text.take_while(isWord));
    text = text.drop_front(words.back().size());
  }
  return words;
}

bool isMacro(const Unit &unit, StringRef word) {
  const auto known = unit.context.Idents.find(word);
  return known != unit.context.Idents.end() && known->second->hadMacroDefinition();
}

/// Atomics, locks and the like are wrapped although they are records, for they are not the
/// author's.
bool isWrappable(const Unit &unit, QualType element) {
  const QualType base = unit.context.getBaseElementType(element);
  if (base.isConstQualified() || base->isDependentType() || base->isIncompleteType())
    return false;
  if (const RecordDecl *record = base->getAsRecordDecl())
    return unit.inSystemHeader(record->getLocation());
  return base->isArithmeticType() || base->isEnumeralType() || base->isAnyPointerType() ||
         base->isAtomicType();
}

std::optional<SlotType> libraryType(const RecordDecl *record) {
  if (!record->isInStdNamespace() || !record->getIdentifier())
    return std::nullopt;
  const QualType argument = templateArgument(record, 0);
  if (argument.isNull())
    return std::nullopt;
  if (record->getName() == "vector" && !argument->isBooleanType())
    return SlotType{SlotHolder::Vector, argument, 0};
  if (record->getName() == "unique_ptr" && argument->isArrayType())
    return SlotType{SlotHolder::Owner, argument->getAsArrayTypeUnsafe()->getElementType(), 0};
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (record->getName() == "array" && instance && instance->getTemplateArgs().size() == 2 &&
      instance->getTemplateArgs().get(1).getKind() == TemplateArgument::Integral)
    return SlotType{SlotHolder::StdArray, argument,
                    instance->getTemplateArgs().get(1).getAsIntegral().getLimitedValue()};
  return std::nullopt;
}

std::optional<SlotType> typeOf(const Unit &unit, QualType type) {
  if (const auto *array = unit.context.getAsConstantArrayType(type))
    return SlotType{SlotHolder::Array, array->getElementType(), array->getSize().getLimitedValue()};
  if (const auto *array = unit.context.getAsVariableArrayType(type))
    return SlotType{SlotHolder::Array, array->getElementType(), 0};
  if (type->isPointerType())
    return SlotType{SlotHolder::Pointer, type->getPointeeType(), 0};
  const RecordDecl *record = type->getAsRecordDecl();
  return record ? libraryType(record) : std::nullopt;
}

/// Texts and bytes are not counted by threads.
bool isText(QualType element) {
  return element->isAnyCharacterType();
}

/// Reads one declaration.
class Reader {
public:
  Reader(Unit &unit, const DeclaratorDecl *declared, StringRef wrapper)
      : unit_(unit), name_(declared->getLocation()), wrapper_(wrapper) {
    const SourceLocation begin = declared->getInnerLocStart();
    if (!begin.isFileID() || !name_.isFileID() ||
        unit.sources.getFileID(begin) != unit.sources.getFileID(name_))
      return;
    text_ = unit.sources.getBufferData(unit.sources.getFileID(begin));
    begin_ = unit.sources.getFileOffset(begin);
    name_at_ = unit.sources.getFileOffset(name_);
    name_end_ =
        name_at_ + Lexer::MeasureTokenLength(name_, unit.sources, unit.context.getLangOpts());
    type_ = begin_;
    skipStorage();
    known_ = begin_ < name_at_ && isPlain(slice(type_, name_at_));
  }

  [[nodiscard]] bool known() const { return known_; }

  std::optional<WrittenArray> array() {
    const std::size_t open = skipBlank(name_end_);
    if (open >= text_.size() || text_[open] != '[')
      return std::nullopt;
    const std::size_t first = behindClosing(text_, open);
    std::size_t end = first;
    for (std::size_t next = end; next != StringRef::npos; end = next) {
      next = skipBlank(next);
      if (next >= text_.size() || text_[next] != '[')
        break;
      next = behindClosing(text_, next);
    }
    if (end == StringRef::npos || !endsDeclarator(end))
      return std::nullopt;
    const StringRef rows = slice(first, end).trim(kBlank);
    if (rows.find_first_of("/#") != StringRef::npos)
      return std::nullopt;
    const StringRef type = slice(type_, name_at_).rtrim(kBlank);
    WrittenArray result = begun(type, rows);
    result.edits.push_back(replaced(type, wrapper_.str()));
    if (type.end() == text_.data() + name_at_) // `char *names[8]`
      result.edits.back().text += ' ';
    if (!rows.empty())
      result.edits.push_back(replaced(slice(first, end), ""));
    return result;
  }

  std::optional<WrittenArray> pointer() {
    const StringRef before = slice(type_, name_at_).rtrim(kBlank);
    if (!before.ends_with("*") || !endsDeclarator(name_end_))
      return std::nullopt;
    const StringRef type = before.drop_back().rtrim(kBlank);
    WrittenArray result = begun(type, "");
    result.edits.push_back(replaced(type, wrapper_.str()));
    if (type.end() + 1 == before.end()) // `long* counts`
      result.edits.back().text += before.end() == text_.data() + name_at_ ? " " : "";
    return result;
  }

  /// The argument of `std::vector<…>`, before a comma or `[]`.
  std::optional<WrittenArray> argument(SlotHolder holder) {
    const std::size_t open = text_.find('<', type_);
    if (open == StringRef::npos || open >= name_at_ || !endsDeclarator(name_end_))
      return std::nullopt;
    const std::size_t close = behindClosing(text_, open);
    if (close == StringRef::npos || !slice(close, name_at_).trim(kBlank).empty())
      return std::nullopt;
    StringRef type = slice(open + 1, close - 1);
    const std::size_t comma = topLevelComma(type);
    if ((comma != StringRef::npos) != (holder == SlotHolder::StdArray))
      return std::nullopt;
    type = type.substr(0, comma).trim(kBlank);
    if (holder == SlotHolder::Owner && !type.consume_back("[]"))
      return std::nullopt;
    WrittenArray result = begun(type, "");
    result.edits.push_back(replaced(type, wrapper_.str()));
    return result;
  }

private:
  [[nodiscard]] StringRef slice(std::size_t begin, std::size_t end) const {
    return text_.slice(begin, end);
  }
  [[nodiscard]] std::size_t skipBlank(std::size_t at) const {
    const std::size_t next = text_.find_first_not_of(kBlank, at);
    return next == StringRef::npos ? text_.size() : next;
  }

  void skipStorage() {
    for (StringRef word = wordAt(type_); llvm::is_contained(kStorage, word); word = wordAt(type_))
      type_ = skipBlank(type_ + word.size());
  }
  [[nodiscard]] StringRef wordAt(std::size_t at) const {
    return text_.substr(at).take_while(isWord);
  }

  /// No comments, no directives, nothing that is not part of a type.
  [[nodiscard]] bool isPlain(StringRef type) const {
    return isBalanced(type) && type.find_first_of("/#=;\"'\\{") == StringRef::npos &&
           llvm::none_of(wordsOf(type), [this](StringRef word) {
             return llvm::is_contained(kForeign, word) || isMacro(unit_, word);
           });
  }

  /// Nothing but an initial value follows, and no other declarator.
  [[nodiscard]] bool endsDeclarator(std::size_t at) const {
    at = skipBlank(at);
    if (at >= text_.size() || !StringRef(";={(").contains(text_[at]))
      return false;
    int depth = 0;
    for (; at < text_.size() && depth >= 0; ++at) {
      const char one = text_[at];
      if (depth == 0 && (one == ';' || one == ','))
        return one == ';';
      depth += StringRef("([{").contains(one) - StringRef(")]}").contains(one);
    }
    return false;
  }

  [[nodiscard]] static std::size_t topLevelComma(StringRef text) {
    for (std::size_t at = text.find(','); at != StringRef::npos; at = text.find(',', at + 1))
      if (isBalanced(text.substr(0, at)))
        return at;
    return StringRef::npos;
  }

  /// `type` is a part of the file's text.
  WrittenArray begun(StringRef type, StringRef rows) {
    WrittenArray result;
    result.head = placeAt(unit_, name_, begin_);
    const std::size_t line = text_.rfind('\n', begin_) + 1; // npos + 1 is the file's begin
    const StringRef before = slice(line, begin_);
    if (before.trim(kBlank).empty())
      result.indent = before.str();
    result.value = (type + (type.ends_with("*") ? "" : " ") + "value" + rows).str();
    return result;
  }

  FactEdit replaced(StringRef part, std::string by) {
    const auto begin = static_cast<std::size_t>(part.data() - text_.data());
    return {placeAt(unit_, name_, begin), placeAt(unit_, name_, begin + part.size()),
            std::move(by)};
  }

  Unit &unit_;
  SourceLocation name_;
  StringRef wrapper_;
  StringRef text_; ///< of the file
  std::size_t begin_ = 0, type_ = 0, name_at_ = 0, name_end_ = 0;
  bool known_ = false;
};

} // namespace

std::optional<SlotType> slotTypeOf(const Unit &unit, const ValueDecl *declared) {
  const QualType type = declared->getType();
  if (type.isNull() || type->isDependentType())
    return std::nullopt;
  std::optional<SlotType> found = typeOf(unit, type);
  if (!found || !isWrappable(unit, found->element))
    return std::nullopt;
  if (found->holder == SlotHolder::Pointer && isText(found->element))
    return std::nullopt;
  return found;
}

std::optional<WrittenArray> writtenArray(Unit &unit, const DeclaratorDecl *declared,
                                         SlotHolder holder, StringRef wrapper) {
  Reader reader(unit, declared, wrapper);
  if (!reader.known())
    return std::nullopt;
  switch (holder) {
  case SlotHolder::Array:
    return reader.array();
  case SlotHolder::Pointer:
    return reader.pointer();
  default:
    return reader.argument(holder);
  }
}

} // namespace fsfind::analyzer
