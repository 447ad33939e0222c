#include "analyzer/extract/slots/WrittenArray.h"

#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/slots/AliasMeaning.h"
#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/TypeLoc.h>
#include <clang/Lex/Lexer.h>

#include <cctype>

namespace fsfind::analyzer {

using namespace clang;
using llvm::StringRef;

namespace {

/// Words before the type that say how a name is linked or stored.
constexpr std::array<StringRef, 6> kStorage = {"static",  "extern",   "inline",
                                               "mutable", "register", "constinit"};
/// Reads one declaration.
class Reader {
public:
  Reader(Unit &unit, const DeclaratorDecl *declared, const DeclaratorDecl *first, bool several,
         SlotHolder holder, StringRef wrapper)
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
    skipStorage(holder);
    const SourceLocation first_name = first->getLocation();
    if (!first_name.isFileID() ||
        unit.sources.getFileID(first_name) != unit.sources.getFileID(begin))
      return;
    type_end_ = unit.sources.getFileOffset(first_name);
    skipRowPointer();
    const StringRef type = slice(type_, type_end_);
    known_ = begin_ < type_end_ && type_end_ <= name_at_ && isPlainType(unit_, type) &&
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
    const auto type = elementOf(slice(open + 1, close - 1), holder);
    if (!type)
      return std::nullopt;
    WrittenArray result = begun(*type, "");
    result.edits.push_back(replaced(*type, wrapper_.str()));
    return result;
  }

  /// `Tallies tallies;` after `using Tallies = std::vector<long>;` becomes
  /// `std::vector<TalliesSlot> tallies;`, and `counts_t counts` after `typedef long counts_t[4]`
  /// becomes `struct counts_slot counts[4]`.
  std::optional<WrittenArray> aliased(const TypedefNameDecl *alias, const SlotType &type) {
    const StringRef name = slice(type_, type_end_).rtrim(kBlank);
    if (several_ || name != alias->getName() || !endsDeclarator(name_end_))
      return std::nullopt;
    const auto meaning = meaningOf(unit_, alias, declared_->getDeclContext(), type.holder);
    if (!meaning)
      return std::nullopt;
    WrittenArray result = begun(meaning->element, meaning->rows);
    result.edits.push_back(replaced(name, meaning->with(wrapper_)));
    if (!meaning->length.empty())
      result.edits.push_back(replaced(slice(name_end_, name_end_), meaning->length));
    return result;
  }

  /// `auto sums = std::vector<long>(4)`: the value tells the type.
  std::optional<WrittenArray> deduced(QualType element) {
    const StringRef words = slice(type_, name_at_).trim(kBlank);
    const std::string type = printed(element.getCanonicalType(), unit_.context.getPrintingPolicy());
    const bool named =
        type.empty() || element->isArrayType() || type.find('(') != std::string::npos;
    return several_ || named || words != "auto" || !endsDeclarator(name_end_)
               ? std::nullopt
               : std::optional(begun(type, ""));
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

  /// What a constant owner has is not constant.
  void skipStorage(SlotHolder holder) {
    const auto is_storage = [holder](StringRef word) {
      return llvm::is_contained(kStorage, word) || (holder == SlotHolder::Owner && word == "const");
    };
    for (StringRef word = wordAt(type_); is_storage(word); word = wordAt(type_))
      type_ = skipBlank(type_ + word.size());
  }
  [[nodiscard]] StringRef wordAt(std::size_t at) const {
    return text_.substr(at).take_while(isWordPart);
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
                                         const SlotType &type, StringRef wrapper) {
  Reader reader(unit, declared, first, several, type.holder, wrapper);
  const bool points = type.holder == SlotHolder::Pointer;
  if (type.container && declared->getType()->getContainedAutoType())
    return reader.deduced(type.element);
  if (!reader.known())
    return std::nullopt;
  if (const auto *alias = declared->getType()->getAs<TypedefType>(); alias && !points)
    return reader.aliased(alias->getDecl(), type);
  if (type.holder == SlotHolder::Array)
    return reader.array();
  return points ? reader.pointer() : reader.argument(type.holder);
}

} // namespace fsfind::analyzer
