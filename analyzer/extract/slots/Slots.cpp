#include "analyzer/extract/slots/Slots.h"

#include "analyzer/extract/declarations/EntityNames.h"
#include "analyzer/extract/declarations/Printed.h"
#include "analyzer/extract/declarations/Types.h"
#include "analyzer/extract/declarations/Written.h"
#include "analyzer/extract/slots/HiddenMentions.h"
#include "analyzer/extract/slots/SlotView.h"
#include "rules/model/ContentHash.h"

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cctype>

namespace fsfind::analyzer {

using namespace clang;

namespace {

constexpr const char *kNoName = "a name for the record around an element is not free";
/// Bounds for what facts hold of one unit; arrays beyond them have no edits.
constexpr std::size_t kMostArrays = 4096, kMostEdits = 4096;

/// `hits_` is `HitsSlot` in C++, `hits_slot` in C; there a member of `struct stats`, whose scope is
/// the file's, is `stats_hits_slot`.
std::string wrapperName(const DeclaratorDecl *declared, bool cplusplus) {
  const llvm::StringRef name = declared->getName().trim('_');
  if (!cplusplus) {
    const auto *record = dyn_cast<RecordDecl>(declared->getDeclContext());
    return ((record && record->getIdentifier() ? record->getName() + "_" : llvm::Twine()) + name +
            "_slot")
        .str();
  }
  std::string words;
  bool upper = true;
  for (const char one : name) {
    if (one != '_')
      words += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(one))) : one;
    upper = one == '_';
  }
  return words + "Slot";
}

/// A key that takes no more room than a place, if a function has very many parameters.
std::string keyOfParameters(const FunctionDecl *function) {
  constexpr std::size_t kLongest = 1024, kKept = 64;
  const std::string whole = function->isExternallyVisible() ? usr(function) : std::string();
  return whole.size() <= kLongest
             ? whole
             : whole.substr(0, kKept) + '#' + llvm::utohexstr(contentHash(whole), true);
}

/// All declarations that an edit must change alike, the first one first.
llvm::SmallVector<const DeclaratorDecl *, 2> declarationsOf(const DeclaratorDecl *declared) {
  llvm::SmallVector<const DeclaratorDecl *, 2> all;
  if (const auto *parameter = dyn_cast<ParmVarDecl>(declared))
    for (const FunctionDecl *one : functionOf(parameter)->getMostRecentDecl()->redecls())
      all.push_back(one->getParamDecl(parameter->getFunctionScopeIndex()));
  else if (const auto *function = dyn_cast<FunctionDecl>(declared))
    for (const FunctionDecl *one : function->getMostRecentDecl()->redecls())
      all.push_back(one);
  else if (const auto *variable = dyn_cast<VarDecl>(declared))
    for (const VarDecl *one : variable->getMostRecentDecl()->redecls()) // from there backwards
      all.push_back(one);
  else
    all.push_back(declared);
  std::reverse(all.begin(), all.end());
  return all;
}

const DeclaratorDecl *definitionAmong(llvm::ArrayRef<const DeclaratorDecl *> all) {
  for (const DeclaratorDecl *one : all)
    if (const auto *parameter = dyn_cast<ParmVarDecl>(one)) {
      if (functionOf(parameter)->doesThisDeclarationHaveABody())
        return one;
    } else if (const auto *function = dyn_cast<FunctionDecl>(one)) {
      if (function->doesThisDeclarationHaveABody())
        return one;
    } else if (const auto *variable = dyn_cast<VarDecl>(one);
               !variable || variable->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      return one;
  return nullptr;
}

bool isInside(const DeclaratorDecl *declared) {
  if (const auto *parameter = dyn_cast<ParmVarDecl>(declared))
    return !functionOf(parameter)->isExternallyVisible();
  if (isa<FunctionDecl>(declared))
    return !declared->isExternallyVisible();
  const auto *variable = dyn_cast<VarDecl>(declared);
  return variable && (variable->isLocalVarDecl() || !variable->isExternallyVisible());
}

} // namespace

void refuse(SlotsDraft &draft, std::string why) {
  if (draft.fact.obstacle.empty())
    draft.fact.obstacle = std::move(why);
}

void edit(SlotsDraft &draft, FactEdit edit) {
  if (!edit.begin.known() || !edit.end.known())
    return refuse(draft, "a macro writes code that uses it");
  if (draft.fact.edits.size() >= kMostEdits)
    return refuse(draft, "it is used in too many places");
  draft.fact.edits.push_back(std::move(edit));
}

SlotsDraft *Slots::of(const ValueDecl *value) {
  const auto *parameter = dyn_cast_or_null<ParmVarDecl>(value);
  const auto *declared =
      parameter ? firstOf(parameter)
                : dyn_cast_or_null<DeclaratorDecl>(value ? value->getCanonicalDecl() : value);
  if (!declared || !isa<VarDecl, FieldDecl, FunctionDecl>(declared) ||
      (!parameter && !declared->getIdentifier()))
    return nullptr;
  if (const auto known = known_.find(declared); known != known_.end()) {
    if (const auto instance = instances_.find(declared); instance != instances_.end())
      known->second->type = instance->second;
    return known->second;
  }
  if (isTemplated(declared) && !parameter)
    return ofTemplate(declared);
  const auto type = slotTypeOf(unit_, declared);
  SlotsDraft *draft = type ? made(declared, *type) : nullptr;
  return closed_ ? draft : known_[declared] = draft;
}

SlotsDraft *Slots::made(const DeclaratorDecl *declared, const SlotType &type) {
  if (closed_ || drafts_.size() >= kMostArrays || unit_.inSystemHeader(declared->getLocation()))
    return nullptr;
  drafts_.push_back(std::make_unique<SlotsDraft>());
  SlotsDraft &draft = *drafts_.back();
  draft.type = type;
  describe(draft, declared);
  return &draft;
}

std::string Slots::elementName(QualType element) const {
  return printed(unit_.context.getBaseElementType(element).getCanonicalType().getUnqualifiedType(),
                 unit_.context.getPrintingPolicy());
}

void Slots::noteIndexed(QualType element) {
  if (!element.isNull() && !element->isDependentType())
    indexed_.insert(elementName(element));
}

Slots::Declared Slots::declaredWith(const DeclaratorDecl *declared) {
  const DeclContext *context = declared->getLexicalDeclContext();
  const auto [known, fresh] = declarations_.try_emplace(context);
  if (fresh)
    for (const Decl *decl : context->noload_decls())
      if (const auto *one = dyn_cast<DeclaratorDecl>(decl))
        known->second[one->getInnerLocStart()].push_back(one);
  const auto all = known->second.find(declared->getInnerLocStart());
  return all != known->second.end() && llvm::is_contained(all->second, declared)
             ? all->second
             : Declared{declared}; // a local of a scope that is not kept
}

void Slots::link(SlotsDraft &from, SlotsDraft &to) {
  if (&from == &to)
    return;
  to.fact.given_by.push_back(from.fact.key);
  from.gives = true;
}

std::string Slots::keyOf(const DeclaratorDecl *declared) {
  const auto *variable = dyn_cast<VarDecl>(declared);
  if (const auto *parameter = dyn_cast<ParmVarDecl>(declared)) {
    const FunctionDecl *function = functionOf(parameter);
    const auto [key_of, fresh] = functions_.try_emplace(function);
    if (fresh)
      key_of->second = keyOfParameters(function);
    const std::string &of = key_of->second;
    const std::string number = std::to_string(parameter->getFunctionScopeIndex());
    return of.empty() ? unit_.keyOfPlace(function->getLocation(), "parameter " + number)
                      : of + "#parameter " + number;
  }
  std::string key = isTemplated(declared) ? std::string() : usr(declared); // of an instance
  if (isa<FunctionDecl>(declared))
    return key.empty() ? unit_.keyOfPlace(declared->getLocation(), "result") : key + "#result";
  if (key.empty() || (variable && variable->hasLocalStorage()))
    return unit_.keyOfPlace(declared->getLocation(), "slots " + declared->getName().str());
  const auto *record = dyn_cast<RecordDecl>(declared->getDeclContext());
  if (record && !record->getIdentifier()) // in C, these share a USR
    key += unit_.keyOfPlace(declared->getLocation(), "");
  return key;
}

void Slots::describe(SlotsDraft &draft, const DeclaratorDecl *declared) {
  FactSlots &fact = draft.fact;
  const auto together = declaredWith(declarationsOf(declared).front());
  fact.wrapper = wrapperName(together.front(), unit_.context.getLangOpts().CPlusPlus);
  fact.together = static_cast<std::uint32_t>(together.size());
  draft.wrapper = unit_.context.getLangOpts().CPlusPlus ? fact.wrapper : "struct " + fact.wrapper;
  fact.key = keyOf(declared);
  fact.types = {elementName(draft.type.element)};
  std::tie(fact.size, fact.align) = extentOf(unit_.context, draft.type.element);
  fact.elements = draft.type.elements;
  draft.identifier = declared->getIdentifier();
  draft.templated = fact.templated = isTemplated(declared);
  if (!draft.templated && !isa<FunctionDecl>(declared))
    fact.alias = names_.keyOf(declared->getType(), draft.type.element);
  draft.inside = isInside(declared);
  const bool aligned_new = unit_.context.getLangOpts().AlignedAllocation;
  fact.aligned = draft.type.holder == SlotHolder::Array || draft.type.view ||
                 draft.type.holder == SlotHolder::StdArray ||
                 draft.type.holder == SlotHolder::Pointer || aligned_new; // till it is allocated
  fact.view = draft.type.view;
  const OuterPlace outer = outerPlace(unit_, declarationsOf(declared).front());
  fact.top = outer.place;
  fact.space = outer.space;
  if (fact.types.front().empty())
    return refuse(draft, "the name of its elements' type is too long");
  if (draft.templated && !isWrappedInTemplate(declared, draft.type))
    return refuse(draft, "a template declares it");
  if (declared->getDeclContext()->isExternCContext())
    return refuse(draft, "it is declared in extern \"C\"");
  if (const auto *record = dyn_cast<RecordDecl>(declared->getDeclContext());
      record && record->isUnion() && draft.type.holder == SlotHolder::Pointer)
    return refuse(draft, "it is a pointer in a union");
  if (fact.view)
    return describeView(draft, declared);
  if (unit_.context.Idents.find(fact.wrapper) != unit_.context.Idents.end())
    return refuse(draft, kNoName);
  if (const auto *variable = dyn_cast<VarDecl>(declared);
      variable && variable->getTLSKind() != VarDecl::TLS_None)
    return refuse(draft, "each thread has its own");
  readDeclarations(draft, declared);
}

void Slots::describeView(SlotsDraft &draft, const DeclaratorDecl *declared) {
  const auto all = declarationsOf(declared);
  if (const DeclaratorDecl *definition = definitionAmong(all))
    draft.fact.place = unit_.place(definition->getLocation());
  for (const DeclaratorDecl *one : all) {
    const auto written = writtenView(unit_, one, draft.type, draft.wrapper);
    if (!written)
      return refuse(draft, "its declaration is not written plainly, or declares others too");
    for (const FactEdit &change : *written)
      edit(draft, change);
    if (one->getIdentifier())
      draft.mentions.insert(one->getLocation());
    if (const auto *parameter = dyn_cast<ParmVarDecl>(one))
      noteParameter(draft, parameter);
    if (const auto *function = dyn_cast<FunctionDecl>(one);
        function && !callsHidden(function).empty())
      refuse(draft, "it is returned by a function whose calls are not all seen");
  }
}

/// Code that other configurations compile may call the function with something else.
void Slots::noteParameter(SlotsDraft &draft, const ParmVarDecl *parameter) {
  const FunctionDecl *function = functionOf(parameter);
  if (std::string hidden = callsHidden(function); !hidden.empty())
    return refuse(draft, std::move(hidden));
  if (function->getIdentifier())
    draft.mentions.insert(function->getLocation());
  if (function->doesThisDeclarationHaveABody() && parameter->getIdentifier())
    draft.name = parameter->getName();
  draft.scopes.push_back(function->getSourceRange());
}

void Slots::readDeclarations(SlotsDraft &draft, const DeclaratorDecl *declared) {
  FactSlots &fact = draft.fact;
  const auto all = declarationsOf(declared);
  const DeclaratorDecl *first = declaredWith(all.front()).front();
  if (const DeclaratorDecl *definition = definitionAmong(all))
    fact.place = unit_.place(definition->getLocation());
  for (const DeclaratorDecl *one : all) {
    const auto together = declaredWith(one);
    if (one->hasAttrs())
      return refuse(draft, "its declaration has attributes");
    const auto written =
        writtenArray(unit_, one, together.front(), together.size() > 1, draft.type, draft.wrapper);
    if (!written || !llvm::all_of(together, [&](const DeclaratorDecl *other) {
          return areWrappedAlike(draft, other);
        }))
      return refuse(draft, "its declaration is not written plainly, or declares others too");
    if (fact.together != together.size() || first->getName() != together.front()->getName())
      return refuse(draft, "it is declared in several ways");
    if (!fact.head.known()) {
      // In C a definition among a record's members has to declare one.
      fact.head = unit_.context.getLangOpts().CPlusPlus ? written->head : written->edits[0].begin;
      fact.indent = written->indent;
      fact.value = written->value;
    } else if (fact.value != written->value)
      return refuse(draft, "it is declared in several ways");
    for (const FactEdit &change : written->edits)
      edit(draft, change);
    draft.mentions.insert(one->getLocation());
  }
  if (all.size() > 1 && !isa<TranslationUnitDecl, NamespaceDecl>(declared->getDeclContext()))
    refuse(draft, "it is declared and defined in different scopes");
  const auto [named, fresh] = wrappers_.try_emplace(fact.wrapper, first);
  if (!fresh && named->second->getName() != first->getName())
    refuse(draft, kNoName);
}

/// Whether one record fits the elements of both.
bool Slots::areWrappedAlike(const SlotsDraft &draft, const DeclaratorDecl *other) const {
  const auto type = slotTypeOf(unit_, other, draft.templated);
  return type && !other->hasAttrs() && type->holder == draft.type.holder &&
         unit_.context.hasSameType(type->element, draft.type.element);
}

void Slots::followPointer(SlotsDraft &draft, const PointerUse &use) const {
  const Reach reach = pointers_.reachOf(use);
  draft.fact.addressed |= reach != Reach::Within;
  if (reach == Reach::Foreign)
    refuse(draft, "code may count on from a pointer to one of its elements as something else");
}

void Slots::settle() {
  std::vector<SlotsDraft *> all;
  std::set<FactPlace> heads;
  for (const auto &draft : drafts_) {
    if (draft->of_records)
      continue;
    FactSlots &fact = draft->fact;
    std::sort(fact.given_by.begin(), fact.given_by.end());
    fact.given_by.erase(std::unique(fact.given_by.begin(), fact.given_by.end()),
                        fact.given_by.end());
    if (draft->templated)
      settleTemplate(*draft);
    const bool given = !fact.given_by.empty();
    const bool pointer = draft->type.holder == SlotHolder::Pointer;
    fact.filled = !fact.view && (!pointer || draft->allocated);
    fact.counted = pointer && draft->indexed;
    if (pointer && draft->inside && !draft->allocated && !given)
      refuse(*draft, "no allocation of its own is seen");
    if (fact.counted && (!fact.obstacle.empty() || (fact.view && !given))) {
      indexed_.insert(fact.types.begin(), fact.types.end());
    }
    // Other units, or functions that it is passed to, may choose elements.
    const bool chosen = (draft->indexed && !fact.view) || !draft->inside;
    if (chosen || !fact.alias.empty() || given || draft->gives) {
      all.push_back(draft.get());
      heads.insert(draft->fact.head);
    }
  }
  for (const auto &draft : drafts_) // and what is declared with them
    if (draft->fact.together > 1 && !draft->of_records && heads.contains(draft->fact.head) &&
        !llvm::is_contained(all, draft.get()))
      all.push_back(draft.get());
  refuseHiddenMentions(unit_, all);
  for (SlotsDraft *draft : all) {
    for (const PointerUse &use : draft->pointers)
      followPointer(*draft, use);
    if (!draft->fact.obstacle.empty())
      draft->fact.edits.clear();
    unit_.facts.slots.push_back(std::move(draft->fact));
  }
  names_.settle();
  unit_.facts.indexed.assign(indexed_.begin(), indexed_.end());
}

} // namespace fsfind::analyzer
