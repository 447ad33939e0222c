#include "analyzer/extract/editability/SharedDeclarations.h"

namespace fsfind::analyzer {

using namespace clang;

namespace {

/// The text of a file up to a place in it.
llvm::StringRef textBefore(const Unit &unit, SourceLocation at) {
  return unit.sources.getBufferData(unit.sources.getFileID(at))
      .take_front(unit.sources.getFileOffset(at));
}

/// `static volatile long `: a text without declarators, definitions, comments and lines.
bool isPlain(llvm::StringRef specifiers) {
  return specifiers.ends_with(" ") && specifiers.find_first_of("*&{}=/#\n\\") == specifiers.npos &&
         specifiers.count('(') == specifiers.count(')') &&
         specifiers.count('[') == specifiers.count(']');
}

/// A new line with the declaration's indent, or only the semicolon if other code is before it on
/// its line. Empty if it is the head of a `for` or `if`.
std::string separatorAt(llvm::StringRef before) {
  if (before.rtrim().ends_with("("))
    return {};
  const llvm::StringRef line = before.drop_front(before.rfind('\n') + 1); // npos + 1 = 0
  return line.trim().empty() ? ";\n" + line.str() : "; ";
}

} // namespace

std::vector<FactSharedDeclaration> sharedDeclarations(Unit &unit, SourceLocation begin,
                                                      llvm::ArrayRef<const DeclaratorDecl *> all) {
  if (!begin.isFileID() || !all.front()->getLocation().isFileID())
    return {};
  const llvm::StringRef before = textBefore(unit, begin);
  const llvm::StringRef specifiers =
      textBefore(unit, all.front()->getLocation()).drop_front(before.size());
  const std::string separator = separatorAt(before);
  if (separator.empty() || !isPlain(specifiers))
    return {};
  std::vector<FactSharedDeclaration> shared;
  for (const DeclaratorDecl *one : all) {
    FactSharedDeclaration fact{unit.place(begin), {}, specifiers.str(), separator};
    if (one != all.front()) {
      const SourceLocation name = one->getLocation();
      const llvm::StringRef text = name.isFileID() ? textBefore(unit, name) : "";
      const llvm::StringRef past = text.rtrim();
      if (!past.ends_with(","))
        return {};
      const auto back = static_cast<SourceLocation::IntTy>(text.size() - past.size() + 1);
      fact.comma = unit.place(name.getLocWithOffset(-back));
    }
    shared.push_back(std::move(fact));
  }
  return shared;
}

} // namespace fsfind::analyzer
