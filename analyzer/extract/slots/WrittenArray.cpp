#include "analyzer/extract/slots/WrittenArray.h"

#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/TypeLoc.h>
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

/// Reads one declaration.
class Reader {
public:
  Reader(Unit &unit, const DeclaratorDecl *declared, const DeclaratorDecl *first, bool several,
         StringRef wrapper)
      : unit_(unit), declared_(declared), name_(declared->getLocation()), several_(several),
        wrapper_(wrapper) {
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
    const SourceLocation first_name = first->getLocation();
    if (!first_name.isFileID() ||
        unit.sources.getFileID(first_name) != unit.sources.getFileID(begin))
      return;
    type_end_ = unit.sources.getFileOffset(first_name);
    skipRowPointer();
    const StringRef type = slice(type_, type_end_);
    known_ = begin_ < type_end_ && type_end_ <= name_at_ && isPlain(type) &&
             topLevelComma(type) == StringRef::npos &&
             !(several && type.find_first_of("*&") != StringRef::npos);
  }

  [[nodiscard]] bool known() const { return known_; }

  std::optional<WrittenArray> array() {
    const std::size_t open = skipBlank(name_end_);
    if (open >= text_.size() || text_[open] != '[')
      return std::nullopt;
    const std::size_t first = behindClosing(text_, open);
    const std::size_t end = behindBrackets(open);
    if (end == StringRef::npos || !endsDeclarator(end))
      return std::nullopt;
    const StringRef rows = slice(first, end).trim(kBlank);
    if (rows.find_first_of("/#") != StringRef::npos)
      return std::nullopt;
    const StringRef type = slice(type_, type_end_).rtrim(kBlank);
    WrittenArray result = begun(type, rows);
    result.edits.push_back(replaced(type, wrapper_.str()));
    if (type.end() == text_.data() + type_end_) // `char *names[8]`
      result.edits.back().text += ' ';
    if (!rows.empty())
      result.edits.push_back(replaced(slice(first, end), ""));
    return result;
  }

  std::optional<WrittenArray> pointer() {
    if (row_pointer_ != 0)
      return rowPointer();
    const StringRef before = slice(type_, type_end_).rtrim(kBlank);
    if (several_ || !before.ends_with("*") || !endsDeclarator(name_end_))
      return std::nullopt;
    const StringRef type = before.drop_back().rtrim(kBlank);
    WrittenArray result = begun(type, "");
    result.edits.push_back(replaced(type, wrapper_.str()));
    if (type.end() + 1 == before.end()) // `long* counts`
      result.edits.back().text += before.end() == text_.data() + name_at_ ? " " : "";
    return result;
  }

  /// `long (*rows)[6]`.
  std::optional<WrittenArray> rowPointer() {
    const std::size_t close = skipBlank(name_end_);
    const std::size_t open = close < text_.size() ? skipBlank(close + 1) : close;
    if (several_ || open >= text_.size() || text_[close] != ')' || text_[open] != '[')
      return std::nullopt;
    const std::size_t end = behindBrackets(open);
    if (end == StringRef::npos || !endsDeclarator(end))
      return std::nullopt;
    const StringRef rows = slice(close + 1, end).trim(kBlank);
    if (rows.find_first_of("/#") != StringRef::npos)
      return std::nullopt;
    const StringRef type = slice(type_, type_end_).rtrim(kBlank);
    WrittenArray result = begun(type, rows);
    result.edits.push_back(replaced(type, wrapper_.str()));
    if (type.end() == text_.data() + row_pointer_)
      result.edits.back().text += ' ';
    result.edits.push_back(replaced(slice(row_pointer_, row_pointer_ + 1), ""));
    result.edits.push_back(replaced(slice(close, end), ""));
    return result;
  }

  std::optional<WrittenArray> argument(SlotHolder holder) {
    const std::size_t open = text_.find('<', type_);
    if (open == StringRef::npos || open >= type_end_ || !endsDeclarator(name_end_))
      return std::nullopt;
    const std::size_t close = behindClosing(text_, open);
    if (close == StringRef::npos || !slice(close, type_end_).trim(kBlank).empty())
      return std::nullopt;
    const auto type = elementIn(slice(open + 1, close - 1), holder);
    if (!type)
      return std::nullopt;
    WrittenArray result = begun(*type, "");
    result.edits.push_back(replaced(*type, wrapper_.str()));
    return result;
  }

  /// `Tallies tallies;` after `using Tallies = std::vector<long>;` becomes
  /// `std::vector<TalliesSlot> tallies;`.
  std::optional<WrittenArray> aliased(SlotHolder holder, const TypedefNameDecl *alias) {
    const StringRef name = slice(type_, type_end_).rtrim(kBlank);
    if (name != alias->getName() || !endsDeclarator(name_end_))
      return std::nullopt;
    const StringRef meaning = meaningOf(alias);
    const std::size_t open = meaning.find('<');
    if (open == StringRef::npos || behindClosing(meaning, open) != meaning.size())
      return std::nullopt;
    const auto type = elementIn(meaning.substr(open + 1).drop_back(), holder);
    if (!type)
      return std::nullopt;
    const auto from = static_cast<std::size_t>(type->begin() - meaning.begin());
    WrittenArray result = begun(*type, "");
    result.edits.push_back(replaced(
        name,
        (meaning.take_front(from) + wrapper_ + meaning.drop_front(from + type->size())).str()));
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

  /// Behind the brackets that follow one another from `open` on.
  [[nodiscard]] std::size_t behindBrackets(std::size_t open) const {
    std::size_t end = behindClosing(text_, open);
    while (end != StringRef::npos && skipBlank(end) < text_.size() && text_[skipBlank(end)] == '[')
      end = behindClosing(text_, skipBlank(end));
    return end;
  }

  /// Leaves `(*` out of the type.
  void skipRowPointer() {
    if (type_end_ <= type_)
      return;
    StringRef type = slice(type_, type_end_).rtrim(kBlank);
    if (!type.consume_back("*"))
      return;
    type = type.rtrim(kBlank);
    if (!type.consume_back("("))
      return;
    type_end_ = row_pointer_ = type_ + type.size();
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

  /// Nothing but an initial value follows, and no other declarator unless there are several.
  [[nodiscard]] bool endsDeclarator(std::size_t at) const {
    at = skipBlank(at);
    if (at >= text_.size() || !StringRef(several_ ? ";,={(" : ";={(").contains(text_[at]))
      return false;
    int depth = 0;
    for (; at < text_.size() && depth >= 0; ++at) {
      const char one = text_[at];
      if (depth == 0 && (one == ';' || one == ','))
        return one == ';' || several_;
      depth += StringRef("([{").contains(one) - StringRef(")]}").contains(one);
    }
    return false;
  }

  /// The element's type in a template's arguments: the first one, before a comma or `[]`.
  [[nodiscard]] static std::optional<StringRef> elementIn(StringRef arguments, SlotHolder holder) {
    const std::size_t comma = topLevelComma(arguments);
    if ((comma != StringRef::npos) != (holder == SlotHolder::StdArray))
      return std::nullopt;
    StringRef type = arguments.substr(0, comma).trim(kBlank);
    if (holder == SlotHolder::Owner && !type.consume_back("[]"))
      return std::nullopt;
    return type;
  }

  /// The type that an alias is a name of, as it is written; empty if that is not plain, or stands
  /// in a scope where the words may mean something else than where the declaration is.
  [[nodiscard]] StringRef meaningOf(const TypedefNameDecl *alias) const {
    const TypeSourceInfo *info = alias->getTypeSourceInfo();
    const SourceLocation begin = info ? info->getTypeLoc().getBeginLoc() : SourceLocation();
    if (!begin.isValid() || !begin.isFileID() || !alias->getLocation().isFileID() ||
        !alias->getDeclContext()->Encloses(declared_->getDeclContext()))
      return {};
    const StringRef text = unit_.sources.getBufferData(unit_.sources.getFileID(begin));
    const std::size_t from = unit_.sources.getFileOffset(begin);
    const std::size_t to = isa<TypeAliasDecl>(alias) // else `typedef` TYPE NAME
                               ? text.find(';', from)
                               : unit_.sources.getFileOffset(alias->getLocation());
    const StringRef meaning = text.slice(from, to).rtrim(kBlank);
    return isPlain(meaning) && !isHidden(meaning, alias->getDeclContext()) ? meaning : StringRef();
  }

  /// Whether a word of the type has another meaning in a scope between `outer` and the declaration.
  [[nodiscard]] bool isHidden(StringRef type, const DeclContext *outer) const {
    const auto words = wordsOf(type);
    const auto is_local = [&](const Decl *decl) {
      const auto *named = dyn_cast<NamedDecl>(decl);
      return named && named->getIdentifier() && llvm::is_contained(words, named->getName());
    };
    const auto declares = [&](const DeclContext *scope) {
      return llvm::any_of(words, [&](StringRef word) {
        const auto known = unit_.context.Idents.find(word);
        return known != unit_.context.Idents.end() && !scope->lookup(known->second).empty();
      });
    };
    for (const DeclContext *scope = declared_->getDeclContext(); !scope->Equals(outer);
         scope = scope->getParent())
      if (scope->isFunctionOrMethod() ? llvm::any_of(scope->decls(), is_local) : declares(scope))
        return true;
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
  const DeclaratorDecl *declared_;
  SourceLocation name_;
  bool several_; ///< the declaration declares others too
  StringRef wrapper_;
  StringRef text_; ///< of the file
  std::size_t begin_ = 0, type_ = 0, type_end_ = 0, name_at_ = 0, name_end_ = 0;
  std::size_t row_pointer_ = 0; ///< where `(*rows)` begins; 0 = it is none
  bool known_ = false;
};

} // namespace

std::optional<WrittenArray> writtenArray(Unit &unit, const DeclaratorDecl *declared,
                                         const DeclaratorDecl *first, bool several,
                                         SlotHolder holder, StringRef wrapper) {
  Reader reader(unit, declared, first, several, wrapper);
  if (!reader.known())
    return std::nullopt;
  switch (holder) {
  case SlotHolder::Array:
    return reader.array();
  case SlotHolder::Pointer:
    return reader.pointer();
  default:
    if (const auto *alias = declared->getType()->getAs<TypedefType>())
      return reader.aliased(holder, alias->getDecl());
    return reader.argument(holder);
  }
}

} // namespace fsfind::analyzer
