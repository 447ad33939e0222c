#include "analyzer/extract/editability/MemberLines.h"

#include "analyzer/extract/declarations/Written.h"

#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Longer declarations are not moved; in characters.
constexpr unsigned kLongest = 1000;

/// Offsets in the file.
struct Span {
  unsigned begin = 0, end = 0;
};

/// The tokens of a file's text, with comments.
class Tokens {
public:
  Tokens(llvm::StringRef text, const LangOptions &language, unsigned from)
      : text_(text),
        lexer_(SourceLocation(), language, text.begin(), text.begin() + from, text.end()) {
    lexer_.SetCommentRetentionState(true);
  }

  /// Advances; false at the file's end.
  bool next() {
    lexer_.LexFromRawLexer(token_);
    span_.end = lexer_.getCurrentBufferOffset();
    span_.begin = span_.end - token_.getLength();
    return token_.isNot(tok::eof);
  }
  [[nodiscard]] bool is(tok::TokenKind kind) const { return token_.is(kind); }
  [[nodiscard]] bool isDirective() const {
    return token_.is(tok::hash) && token_.isAtStartOfLine();
  }
  [[nodiscard]] Span span() const { return span_; }
  [[nodiscard]] llvm::StringRef text() const { return text_.slice(span_.begin, span_.end); }

private:
  llvm::StringRef text_;
  Lexer lexer_;
  Token token_;
  Span span_;
};

/// A generated record may have all its members on one long line, so this is memrchr's work.
unsigned lineStart(llvm::StringRef text, unsigned at) {
  const auto *end = static_cast<const char *>(memrchr(text.data(), '\n', at));
  return end ? static_cast<unsigned>(end - text.data()) + 1 : 0;
}

unsigned linesBetween(llvm::StringRef text, unsigned from, unsigned to) {
  return static_cast<unsigned>(text.slice(from, to).count('\n'));
}

bool isBlank(llvm::StringRef text) {
  return text.trim().empty();
}

/// Types that an anonymous record declares are known behind it.
bool declaresTypes(const RecordDecl *anonymous) {
  return llvm::any_of(anonymous->decls(), [](const Decl *decl) {
    const auto *record = dyn_cast<RecordDecl>(decl);
    return record && record->isAnonymousStructOrUnion()
               ? declaresTypes(record)
               : isa<EnumDecl>(decl) ||
                     (record && !record->isImplicit() && record->getIdentifier());
  });
}

/// Whether the comment documents what precedes it: `///< so many`.
bool describesBefore(llvm::StringRef comment) {
  return comment.size() > 3 && comment[3] == '<' && (comment[2] == comment[1] || comment[2] == '!');
}

/// Reads the declarations of a record in order.
class Reader {
public:
  Reader(const Unit &unit, const RecordDecl *record)
      : unit_(unit), record_(record),
        file_(unit.sources.getFileID(record->getBraceRange().getBegin())),
        text_(unit.sources.getBufferData(file_)) {}

  LinesOfMembers read() {
    before_ = unit_.sources.getFileOffset(record_->getBraceRange().getBegin()) + 1;
    for (const Decl *decl : record_->decls())
      if (const auto *field = dyn_cast<FieldDecl>(decl)) {
        lines_.members.push_back(linesOf(field));
        tie(field);
      } else if (const auto *inner = dyn_cast<IndirectFieldDecl>(decl)) {
        if (!lines_.members.empty()) // the anonymous member that it is in comes before it
          numbers_[inner->getName()] = lines_.members.size() - 1;
      } else if (!decl->isImplicit())
        pass(decl);
    return std::move(lines_);
  }

private:
  /// Skips a declaration that is no member.
  void pass(const Decl *decl) {
    const bool first = lines_.members.empty();
    if (const auto *record = dyn_cast<RecordDecl>(decl);
        record && record->isAnonymousStructOrUnion()) {
      needed_ |= declaresTypes(record);
      return; // it is a member
    }
    if (const auto *tag = dyn_cast<TagDecl>(decl); tag && tag->isEmbeddedInDeclarator()) {
      needed_ |= tag->getIdentifier() != nullptr;
      return;
    }
    needed_ |= !first && !isa<FunctionDecl, FunctionTemplateDecl, AccessSpecDecl, FriendDecl>(decl);
    before_ = behind(decl->getEndLoc()).value_or(before_);
  }

  MemberLines linesOf(const FieldDecl *field) {
    const auto name = offsetOf(field->getLocation());
    const auto begin = offsetOf(field->getBeginLoc());
    const auto end = endAt(field);
    if (!name || !begin || !end || *begin < before_ || *end < *begin) {
      before_ = std::max(before_, endAt(field).value_or(before_));
      return {};
    }
    const std::optional<unsigned> from = beginOf(*begin);
    before_ = *end;
    const std::optional<unsigned> to = endOfLines(*end);
    if (!from || !to || needed_ || *to - *from > kLongest)
      return {};
    return {text_.slice(*from, *to).str(), unit_.sources.getLineNumber(file_, *from)};
  }

  /// Ties members whose declarations name each other, `char copy[sizeof(all)]`. In C a declaration
  /// cannot name another member.
  void tie(const FieldDecl *field) {
    const auto begin = offsetOf(field->getBeginLoc());
    const auto end = endAt(field);
    const auto number = lines_.members.size() - 1;
    if (begin && end && unit_.context.getLangOpts().CPlusPlus)
      for (Tokens tokens(text_, unit_.context.getLangOpts(), *begin);
           tokens.next() && tokens.span().begin < *end;)
        if (const auto known = numbers_.find(tokens.text()); known != numbers_.end())
          lines_.members[number].tied = lines_.members[known->second].tied = true;
    if (field->getIdentifier())
      numbers_[field->getName()] = number;
  }

  /// The offset in the record's file; none for text from a macro.
  [[nodiscard]] std::optional<unsigned> offsetOf(SourceLocation location) const {
    if (location.isInvalid() || location.isMacroID() || unit_.sources.getFileID(location) != file_)
      return std::nullopt;
    return unit_.sources.getFileOffset(location);
  }

  [[nodiscard]] std::optional<unsigned> endAt(const FieldDecl *field) const {
    return behind(endOf(field));
  }

  /// Behind the token there.
  [[nodiscard]] std::optional<unsigned> behind(SourceLocation token) const {
    const SourceLocation last = unit_.sources.getExpansionRange(token).getEnd();
    return offsetOf(
        Lexer::getLocForEndOfToken(last, 0, unit_.sources, unit_.context.getLangOpts()));
  }

  /// Where the first line of the declaration at `begin` starts, with its comments and what precedes
  /// its type.
  std::optional<unsigned> beginOf(unsigned begin) {
    Tokens tokens(text_, unit_.context.getLangOpts(), before_);
    std::optional<unsigned> first;
    bool written = false; // the declaration's first token was seen
    unsigned free = before_, last = before_;
    while (tokens.next() && tokens.span().begin < begin) {
      const Span at = tokens.span();
      if (tokens.isDirective())
        lines_.directives = true;
      if (tokens.is(tok::comment) && !isBlank(text_.slice(lineStart(text_, at.begin), at.begin)))
        free = first ? free : at.end; // belongs to what precedes it on its line
      else if (tokens.is(tok::comment)) {
        if (!first || (!written && linesBetween(text_, last, at.begin) > 1))
          first = at.begin;
      } else if (tokens.is(tok::semi) || tokens.is(tok::colon) || tokens.is(tok::r_brace)) {
        first.reset();
        written = false;
        free = at.end;
      } else {
        first = first && (written || linesBetween(text_, last, at.begin) < 2) ? first : at.begin;
        written = true;
      }
      last = at.end;
    }
    if (!first || (!written && linesBetween(text_, last, begin) > 1))
      first = begin;
    const unsigned start = lineStart(text_, *first);
    return start >= free && isBlank(text_.slice(start, *first)) ? std::optional(start)
                                                                : std::nullopt;
  }

  /// The end of the declaration's last line, with the comments that follow it. Sets `before_`.
  std::optional<unsigned> endOfLines(unsigned end) {
    Tokens tokens(text_, unit_.context.getLangOpts(), end);
    while (tokens.next() && !tokens.is(tok::semi))
      if (tokens.is(tok::l_brace) || tokens.is(tok::r_brace) || tokens.isDirective())
        return std::nullopt;
    Span last = tokens.span();
    std::optional<unsigned> column; // of the first comment behind the declaration
    while (tokens.next()) {
      const Span at = tokens.span();
      const unsigned lines = linesBetween(text_, last.end, at.begin);
      const unsigned at_column = at.begin - lineStart(text_, at.begin);
      if (lines == 0 && !tokens.is(tok::comment))
        return std::nullopt; // shares its line with another declaration
      const bool goes_on = lines == 1 && (column == at_column || describesBefore(tokens.text()));
      if (!tokens.is(tok::comment) || (lines > 0 && !goes_on))
        break;
      column = column ? column : at_column;
      last = at;
    }
    const std::size_t line_end = text_.find('\n', last.end);
    if (line_end == llvm::StringRef::npos)
      return std::nullopt;
    before_ = static_cast<unsigned>(line_end) + 1;
    return before_;
  }

  const Unit &unit_;
  const RecordDecl *record_;
  FileID file_;
  llvm::StringRef text_;
  unsigned before_ = 0; ///< end of the declaration read last
  bool needed_ = false; ///< a type or variable was declared that later members may need
  llvm::StringMap<std::size_t> numbers_; ///< positions of members by name
  LinesOfMembers lines_;
};

} // namespace

LinesOfMembers linesOfMembers(const Unit &unit, const RecordDecl *written) {
  return Reader(unit, written).read();
}

} // namespace fsfind::analyzer
