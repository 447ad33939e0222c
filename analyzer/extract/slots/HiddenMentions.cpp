#include "analyzer/extract/slots/HiddenMentions.h"

#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringMap.h>

namespace fsfind::analyzer {

using namespace clang;

namespace {

using ByName = llvm::StringMap<llvm::SmallVector<SlotsDraft *, 1>>;

/// Goes through the tokens of one file.
class Scan {
public:
  Scan(const Unit &unit, FileID file, const ByName &by_name)
      : sources_(unit.sources), identifiers_(unit.context.Idents), by_name_(by_name),
        lexer_(file, unit.sources.getBufferOrFake(file), unit.sources, unit.context.getLangOpts()) {
  }

  void run() {
    for (Token token = next(); token.isNot(tok::eof);) {
      if (token.is(tok::hash) && token.isAtStartOfLine()) {
        token = directive();
        continue;
      }
      if (conditions_ > 0 || isArgument(token))
        see(token);
      began_ = true;
      token = next();
    }
  }

private:
  Token next() {
    Token token;
    lexer_.LexFromRawLexer(token);
    return token;
  }

  /// Returns the first token behind the directive.
  Token directive() {
    Token token = next();
    const llvm::StringRef word =
        token.is(tok::raw_identifier) ? token.getRawIdentifier() : llvm::StringRef();
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      // What encloses the whole file is its guard against a second inclusion.
      guards_ += !began_ && conditions_ == 0 && word == "ifndef";
      conditions_ += began_ || word != "ifndef";
    } else if (word == "endif") {
      conditions_ > 0 ? --conditions_ : --guards_;
    }
    const bool defines = word == "define";
    for (token = next(); token.isNot(tok::eof) && !token.isAtStartOfLine(); token = next())
      if (defines)
        see(token);
    return token;
  }

  /// Whether the token is an argument of a macro, which may leave it out.
  bool isArgument(const Token &token) {
    if (token.is(tok::l_paren) && (open_ > 0 || after_macro_))
      ++open_;
    else if (token.is(tok::r_paren) && open_ > 0)
      --open_;
    after_macro_ = token.is(tok::raw_identifier) && isMacro(token.getRawIdentifier());
    return open_ > 0;
  }

  [[nodiscard]] bool isMacro(llvm::StringRef name) const {
    const auto known = identifiers_.find(name);
    return known != identifiers_.end() && known->second->hadMacroDefinition();
  }

  void see(const Token &token) {
    if (token.isNot(tok::raw_identifier))
      return;
    const auto known = by_name_.find(token.getRawIdentifier());
    if (known == by_name_.end() || llvm::any_of(known->second, [&](const SlotsDraft *draft) {
          return draft->mentions.contains(token.getLocation());
        }))
      return;
    for (SlotsDraft *draft : known->second)
      if (mayMean(*draft, token))
        refuse(*draft,
               "its name also stands in code that other configurations compile, or that a macro "
               "leaves out");
  }

  [[nodiscard]] bool mayMean(const SlotsDraft &draft, const Token &token) const {
    return draft.name != token.getRawIdentifier() ||
           llvm::any_of(draft.scopes, [&](SourceRange scope) {
             return !sources_.isBeforeInTranslationUnit(token.getLocation(), scope.getBegin()) &&
                    !sources_.isBeforeInTranslationUnit(scope.getEnd(), token.getLocation());
           });
  }

  const SourceManager &sources_;
  const IdentifierTable &identifiers_;
  const ByName &by_name_;
  Lexer lexer_;
  int conditions_ = 0, guards_ = 0;
  int open_ = 0;             ///< parentheses around a macro's arguments
  bool after_macro_ = false; ///< the last token names a macro
  bool began_ = false;       ///< there was code
};

} // namespace

void refuseHiddenMentions(const Unit &unit, llvm::ArrayRef<SlotsDraft *> all) {
  llvm::DenseMap<FileID, ByName> by_file;
  for (SlotsDraft *draft : all) {
    if (!draft->fact.obstacle.empty())
      continue;
    for (const SourceLocation mention : draft->mentions) {
      const SourceLocation at = unit.sources.getFileLoc(mention);
      const unsigned size = Lexer::MeasureTokenLength(at, unit.sources, unit.context.getLangOpts());
      const llvm::StringRef name(unit.sources.getCharacterData(at), size);
      auto &named = by_file[unit.sources.getFileID(at)][name];
      if (named.empty() || named.back() != draft)
        named.push_back(draft);
    }
  }
  for (const auto &[file, by_name] : by_file)
    Scan(unit, file, by_name).run();
}

} // namespace fsfind::analyzer
