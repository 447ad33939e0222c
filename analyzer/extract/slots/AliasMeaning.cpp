#include "analyzer/extract/slots/AliasMeaning.h"

#include "analyzer/extract/slots/SourceText.h"

#include <clang/AST/TypeLoc.h>

#include <array>
#include <vector>

namespace fsfind::analyzer {

using namespace clang;
using llvm::StringRef;

namespace {

/// Words that an edit would have to understand. Brackets and macros are refused in another way.
constexpr std::array<StringRef, 9> kForeign = {"alignas", "_Alignas",      "__attribute__",
                                               "auto",    "__auto_type",   "constexpr",
                                               "const",   "__extension__", "typename"};

std::vector<StringRef> wordsOf(StringRef text) {
  std::vector<StringRef> words;
  while (!(text = text.drop_until(isWordPart)).empty()) {
    words.push_back(text.take_while(isWordPart));
    text = text.drop_front(words.back().size());
  }
  return words;
}

bool isMacro(const Unit &unit, StringRef word) {
  const auto known = unit.context.Idents.find(word);
  return known != unit.context.Idents.end() && known->second->hadMacroDefinition();
}

/// Whether a word of the type has another meaning in a scope between `outer` and the declaration.
bool isHidden(const Unit &unit, StringRef type, const DeclContext *inner,
              const DeclContext *outer) {
  const auto words = wordsOf(type);
  const auto is_named = [&](const NamedDecl *named) {
    return named && named->getIdentifier() && llvm::is_contained(words, named->getName());
  };
  const auto is_local = [&](const Decl *decl) {
    const auto *numbers = dyn_cast<EnumDecl>(decl);
    return is_named(dyn_cast<NamedDecl>(decl)) ||
           (numbers && llvm::any_of(numbers->enumerators(), is_named));
  };
  const auto declares = [&](const DeclContext *scope) {
    return llvm::any_of(words, [&](StringRef word) {
      const auto known = unit.context.Idents.find(word);
      return known != unit.context.Idents.end() && !scope->lookup(known->second).empty();
    });
  };
  for (const DeclContext *scope = inner; !scope->Equals(outer); scope = scope->getParent())
    if (scope->isFunctionOrMethod() ? llvm::any_of(scope->decls(), is_local) : declares(scope))
      return true;
  return false;
}

/// Between `from` and the declaration's end.
StringRef aliasText(const Unit &unit, const TypedefNameDecl *alias) {
  const TypeSourceInfo *info = alias->getTypeSourceInfo();
  const SourceLocation begin = info ? info->getTypeLoc().getBeginLoc() : SourceLocation();
  if (!begin.isValid() || !begin.isFileID() || !alias->getLocation().isFileID())
    return {};
  const StringRef text = unit.sources.getBufferData(unit.sources.getFileID(begin));
  const std::size_t from = unit.sources.getFileOffset(begin);
  return text.slice(from, text.find(';', from)).rtrim(kBlank);
}

std::optional<AliasMeaning> container(StringRef type, SlotHolder holder) {
  const std::size_t open = type.find('<');
  if (open == StringRef::npos || behindClosing(type, open) != type.size())
    return std::nullopt;
  const auto element = elementOf(type.substr(open + 1).drop_back(), holder);
  if (!element)
    return std::nullopt;
  const auto from = static_cast<std::size_t>(element->begin() - type.begin());
  return AliasMeaning{type.take_front(from).str(),
                      element->str(),
                      type.drop_front(from + element->size()).str(),
                      {},
                      {}};
}

/// `long[4]`, whose brackets are apart from it in a `typedef`.
std::optional<AliasMeaning> array(StringRef element, StringRef brackets) {
  const std::size_t end = brackets.starts_with("[") ? behindClosing(brackets, 0) : StringRef::npos;
  if (element.empty() || end == StringRef::npos)
    return std::nullopt;
  return AliasMeaning{
      {}, element.str(), {}, brackets.take_front(end).str(), brackets.drop_front(end).str()};
}

} // namespace

std::optional<AliasMeaning> meaningOf(Unit &unit, const TypedefNameDecl *alias,
                                      const DeclContext *used, SlotHolder holder) {
  const StringRef text = aliasText(unit, alias);
  if (!alias->getDeclContext()->Encloses(used))
    return std::nullopt;
  StringRef type = text, behind;
  if (!isa<TypeAliasDecl>(alias)) { // `typedef` TYPE NAME, and brackets
    const SourceLocation begin = alias->getTypeSourceInfo()->getTypeLoc().getBeginLoc();
    const std::size_t size =
        unit.sources.getFileOffset(alias->getLocation()) - unit.sources.getFileOffset(begin);
    if (size >= text.size())
      return std::nullopt;
    type = text.take_front(size).rtrim(kBlank);
    behind = text.drop_front(size + alias->getName().size()).trim(kBlank);
  } else if (holder == SlotHolder::Array || holder == SlotHolder::Pointer) {
    const std::size_t open = type.find('[');
    behind = type.substr(std::min(open, type.size()));
    type = type.substr(0, open).rtrim(kBlank);
  }
  for (const StringRef part : {type, behind})
    if (!isPlainType(unit, part) || isHidden(unit, part, used, alias->getDeclContext()))
      return std::nullopt;
  const bool contains = holder != SlotHolder::Array && holder != SlotHolder::Pointer;
  if (contains)
    return behind.empty() ? container(type, holder) : std::nullopt;
  return array(type, behind);
}

bool isPlainType(const Unit &unit, StringRef type) {
  return isBalanced(type) && type.find_first_of("/#=;\"'\\{") == StringRef::npos &&
         llvm::none_of(wordsOf(type), [&unit](StringRef word) {
           return llvm::is_contained(kForeign, word) || isMacro(unit, word);
         });
}

std::optional<StringRef> elementOf(StringRef arguments, SlotHolder holder) {
  const std::size_t comma = topLevelComma(arguments);
  if ((comma != StringRef::npos) != (holder == SlotHolder::StdArray))
    return std::nullopt;
  StringRef type = arguments.substr(0, comma).trim(kBlank);
  if (holder == SlotHolder::Owner && !type.consume_back("[]"))
    return std::nullopt;
  return type;
}

std::size_t topLevelComma(StringRef text) {
  for (std::size_t at = text.find(','); at != StringRef::npos; at = text.find(',', at + 1))
    if (isBalanced(text.substr(0, at)))
      return at;
  return StringRef::npos;
}

} // namespace fsfind::analyzer
