#include "analyzer/extract/editability/MemberLines.h"

#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <optional>

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// Longer declarations are left where they are.
constexpr unsigned kLongest = 1000;

/// Offsets in the file.
struct Span {
  unsigned begin = 0, end = 0;
};

/// A file's text by tokens, comments among them.
class Tokens {
public:
  Tokens(llvm::StringRef text, const LangOptions &language, unsigned from)
      : text_(text),
        lexer_(SourceLocation(), language, text.begin(), text.begin() + from, text.end()) {
    lexer_.SetCommentRetentionState(true);
  }

  /// False at the file's end.
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

unsigned lineStart(llvm::StringRef text, unsigned at) {
  return static_cast<unsigned>(text.take_front(at).rfind('\n') + 1); // npos + 1 = 0
}

unsigned linesBetween(llvm::StringRef text, unsigned from, unsigned to) {
  return static_cast<unsigned>(text.slice(from, to).count('\n'));
}

bool isBlank(llvm::StringRef text) {
  return text.trim().empty();
}

/// `///< so many`: of what stands before it.
bool describesBefore(llvm::StringRef comment) {
  return comment.size() > 3 && comment[3] == '<' && (comment[2] == comment[1] || comment[2] == '!');
}

/// Goes through the declarations of a record.
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
      } else if (!decl->isImplicit())
        pass(decl);
    return std::move(lines_);
  }

private:
  /// What is no member.
  void pass(const Decl *decl) {
    const bool first = lines_.members.empty();
    if (const auto *tag = dyn_cast<TagDecl>(decl); tag && tag->isEmbeddedInDeclarator()) {
      needed_ |= tag->getIdentifier() != nullptr;
      return;
    }
    needed_ |= !first && !isa<FunctionDecl, FunctionTemplateDecl, AccessSpecDecl, FriendDecl>(decl);
    before_ = endOf(decl).value_or(before_);
  }

  MemberLines linesOf(const FieldDecl *field) {
    const auto name = offsetOf(field->getLocation());
    const auto begin = offsetOf(field->getBeginLoc());
    const auto end = endOf(field);
    if (!name || !begin || !end || *begin < before_ || *end < *begin) {
      before_ = std::max(before_, endOf(field).value_or(before_));
      return {};
    }
    const std::optional<unsigned> from = beginOf(*begin);
    before_ = *end;
    const std::optional<unsigned> to = endOfLines(*end);
    if (!from || !to || needed_ || *to - *from > kLongest)
      return {};
    return {text_.slice(*from, *to).str(), unit_.sources.getLineNumber(file_, *from)};
  }

  /// `char copy[sizeof(all)]`: only C++ knows members there.
  void tie(const FieldDecl *field) {
    const auto begin = offsetOf(field->getBeginLoc());
    const auto end = endOf(field);
    const auto number = lines_.members.size() - 1;
    if (begin && end && unit_.context.getLangOpts().CPlusPlus)
      for (Tokens tokens(text_, unit_.context.getLangOpts(), *begin);
           tokens.next() && tokens.span().begin < *end;)
        if (const auto known = numbers_.find(tokens.text()); known != numbers_.end())
          lines_.members[number].tied = lines_.members[known->second].tied = true;
    numbers_[field->getName()] = number;
  }

  /// In the record's file; none for what a macro wrote.
  [[nodiscard]] std::optional<unsigned> offsetOf(SourceLocation location) const {
    if (location.isInvalid() || location.isMacroID() || unit_.sources.getFileID(location) != file_)
      return std::nullopt;
    return unit_.sources.getFileOffset(location);
  }

  [[nodiscard]] std::optional<unsigned> endOf(const Decl *decl) const {
    const SourceLocation last = unit_.sources.getExpansionRange(decl->getEndLoc()).getEnd();
    return offsetOf(
        Lexer::getLocForEndOfToken(last, 0, unit_.sources, unit_.context.getLangOpts()));
  }

  /// Where the lines begin that belong to the declaration at `begin`, its comments and what it has
  /// before its type.
  std::optional<unsigned> beginOf(unsigned begin) {
    Tokens tokens(text_, unit_.context.getLangOpts(), before_);
    std::optional<unsigned> first;
    bool written = false; // code of the declaration's own
    unsigned free = before_, last = before_;
    while (tokens.next() && tokens.span().begin < begin) {
      const Span at = tokens.span();
      if (tokens.isDirective())
        lines_.directives = true;
      if (tokens.is(tok::comment) && !isBlank(text_.slice(lineStart(text_, at.begin), at.begin)))
        free = first ? free : at.end; // of what stands before it on its line
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

  /// Past the declaration's line and the comments behind it; `before_` follows.
  std::optional<unsigned> endOfLines(unsigned end) {
    Tokens tokens(text_, unit_.context.getLangOpts(), end);
    while (tokens.next() && !tokens.is(tok::semi))
      if (tokens.is(tok::l_brace) || tokens.is(tok::r_brace) || tokens.isDirective())
        return std::nullopt;
    Span last = tokens.span();
    std::optional<unsigned> column; // of a comment behind it
    while (tokens.next()) {
      const Span at = tokens.span();
      const unsigned lines = linesBetween(text_, last.end, at.begin);
      const unsigned at_column = at.begin - lineStart(text_, at.begin);
      if (lines == 0 && !tokens.is(tok::comment))
        return std::nullopt; // another declaration's line, too
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
  unsigned before_ = 0;                  ///< end of what was read last
  bool needed_ = false;                  ///< something among the members that later ones may need
  llvm::StringMap<std::size_t> numbers_; ///< of members, by name
  LinesOfMembers lines_;
};

} // namespace

LinesOfMembers linesOfMembers(const Unit &unit, const RecordDecl *written) {
  return Reader(unit, written).read();
}

} // namespace fsfind::analyzer
