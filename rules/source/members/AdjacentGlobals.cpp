#include "rules/evidence/Links.h"
#include "rules/source/Rules.h"
#include "rules/source/contention/Draft.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace fsfind {

namespace {

struct Global {
  VariableIndex variable;
  std::uint64_t size = 0, align = 1;
  bool local = false;
  Datum datum;
};

/// Variables that the compiler lays out together: those of one unit, in a chosen section or not,
/// initialised or not, of one storage; or the locals of one function.
using Section = std::tuple<std::uint32_t, bool, bool, Storage, std::optional<FunctionIndex>>;

Section sectionOf(const FactVariable &variable) {
  if (variable.storage == Storage::Local)
    return {variable.unit, false, false, variable.storage, variable.function};
  return {variable.unit, variable.order >= kChosenSection, variable.initialised, variable.storage,
          std::nullopt};
}

/// A local without a number among the definitions: its neighbours are not known.
bool isOfUnknownOrder(const FactVariable &variable) {
  return variable.storage == Storage::Local && variable.order == 0;
}

std::map<Section, std::vector<Global>> sections(const Facts &facts) {
  std::map<Section, std::vector<Global>> all;
  for (std::size_t i = 0; i < facts.variables.size(); ++i) {
    const FactVariable &variable = facts.variables[i];
    const FactType &type = facts.type(variable.type);
    if (!variable.defined || !isShareable(variable) || isOfUnknownOrder(variable) ||
        type.constant || type.size == 0)
      continue;
    Global global{VariableIndex{i},
                  type.size,
                  std::max<std::uint64_t>({type.align, variable.declared_align, 1}),
                  variable.storage == Storage::Local,
                  {}};
    all[sectionOf(variable)].push_back(std::move(global));
  }
  for (auto &[section, globals] : all)
    std::stable_sort(globals.begin(), globals.end(), [&](const Global &a, const Global &b) {
      return facts.variable(a.variable).order < facts.variable(b.variable).order;
    });
  return all;
}

/// The bytes of each variable if they are laid out in that order from address 0, which suits the
/// alignment of all.
std::vector<Bytes> laidOut(const std::vector<const Global *> &order) {
  std::vector<Bytes> places;
  std::uint64_t end = 0;
  for (const Global *global : order) {
    const std::uint64_t begin = (end + global->align - 1) / global->align * global->align;
    places.push_back({begin, begin + global->size});
    end = begin + global->size;
  }
  return places;
}

/// The bytes of a variable that are used, if it lies at `place`.
Bytes within(Bytes place, const Global &global) {
  const Bytes used = global.datum.bytes;
  return {place.begin + used.begin, place.begin + used.end};
}

/// Meeting of the variables i and j: the likelier one of both layouts, as compilers lay out
/// variables in the order of definition or in reverse.
Meeting meetGlobals(const std::vector<Global> &globals, std::size_t i, std::size_t j,
                    std::uint32_t line) {
  std::vector<const Global *> order;
  for (std::size_t at = i; at <= j; ++at)
    order.push_back(&globals[at]);
  Meeting best;
  for (int way = 0; way < 2; ++way) {
    const auto places = laidOut(order);
    const Meeting meeting =
        meet(within(places.front(), *order.front()), within(places.back(), *order.back()),
             std::max(order.front()->align, order.back()->align), line);
    if (meeting.meeting * best.bases > best.meeting * meeting.bases)
      best = meeting;
    std::reverse(order.begin(), order.end());
  }
  return best;
}

using Globals = std::map<VariableIndex, Global *>;

/// The variable that is used; null if the use does not count.
Global *globalOf(const Program &program, const Globals &by_variable, const Use &use) {
  if (!use.root || !counts(use))
    return nullptr;
  const auto found = by_variable.find(*use.root);
  if (found == by_variable.end())
    return nullptr;
  // Most elements of an array that spans lines are far from the neighbour.
  const bool far = found->second->size > program.lineSize() && !use.selections.empty();
  return far ? nullptr : found->second;
}

void widen(Datum &datum, const Use &use) {
  const Bytes bytes = writtenPart(use, use.bytes);
  if (datum.uses.empty() && datum.single_reads.empty())
    datum.bytes = bytes;
  datum.bytes.widen(bytes);
}

void attachUses(const Program &program, const Globals &by_variable) {
  for (const Use &use : program.uses())
    if (Global *global = globalOf(program, by_variable, use)) {
      widen(global->datum, use);
      global->datum.uses.push_back(&use);
    }
  for (const Use &use : program.singleReads())
    if (Global *global = globalOf(program, by_variable, use)) {
      widen(global->datum, use);
      global->datum.single_reads.push_back(&use);
    }
}

Finding draft(const Program &program, const Global &a, const Global &b,
              const Contention &contention, Meeting meeting) {
  Finding finding;
  finding.confidence = contention.confidence;
  finding.location = program.facts().place(b.datum.declared);
  finding.object = {.kind = b.local ? ObjectKind::Stack : ObjectKind::Global,
                    .name = b.datum.name,
                    .type = {},
                    .index = {},
                    .address = 0,
                    .size = b.size,
                    .declared = finding.location};
  finding.members = {draftMember(program, a.datum), draftMember(program, b.datum)};
  finding.related.push_back({program.facts().place(a.datum.declared),
                             fmt::format("'{}' is declared here", a.datum.name)});
  const Candidate candidate = neighbours(a.datum, b.datum, contention);
  judgeLinks(program, candidate, finding);
  tellOfTwo(program, finding, candidate, contention, "are neighbours in memory", meeting);
  return finding;
}

struct Rivals {
  std::size_t first, second; ///< positions in the section
  Contention contention;
  Meeting meeting;
  bool weak = false; ///< its finding would be a suspect, or less
};

std::vector<Rivals> rivalsIn(const Program &program, const std::vector<Global> &globals) {
  std::vector<Rivals> all;
  for (std::size_t i = 0; i < globals.size(); ++i) {
    std::uint64_t between = 0;
    for (std::size_t j = i + 1; j < globals.size() && between < program.lineSize();
         between += globals[j++].size) {
      // One declaration of several variables is a template's static, which the linker places.
      if (globals[i].datum.declared == globals[j].datum.declared)
        continue;
      const Meeting meeting = meetGlobals(globals, i, j, program.lineSize());
      if (!meeting.possible())
        continue;
      if (auto contention = contentionOf(program, globals[i].datum, globals[j].datum, {})) {
        if (!meeting.mostly())
          contention->confidence = Confidence::Low; // the linker decides where they lie
        else if (j != i + 1)
          contention->confidence = std::max(contention->confidence, Confidence::Medium);
        const bool weak =
            contention->confidence == Confidence::Low ||
            !missingLinks(program, neighbours(globals[i].datum, globals[j].datum, *contention))
                 .empty();
        all.push_back({i, j, *contention, meeting, weak});
      }
    }
  }
  return all;
}

/// One finding for all pairs that share a variable, because one edit ends them; its message is that
/// of the most certain pair.
void judgeSection(const Program &program, const std::vector<Global> &globals,
                  std::vector<Finding> &findings) {
  std::vector<Rivals> all = rivalsIn(program, globals);
  std::stable_sort(all.begin(), all.end(), [](const Rivals &a, const Rivals &b) {
    return std::tuple(a.weak, a.contention.confidence) <
           std::tuple(b.weak, b.contention.confidence);
  });
  std::map<std::size_t, std::size_t> told; // position of a global -> its finding
  for (const Rivals &rivals : all) {
    const auto first = told.find(rivals.first), second = told.find(rivals.second);
    if (first != told.end() && second != told.end())
      continue;
    if (first == told.end() && second == told.end()) {
      told[rivals.first] = told[rivals.second] = findings.size();
      findings.push_back(draft(program, globals[rivals.first], globals[rivals.second],
                               rivals.contention, rivals.meeting));
      continue;
    }
    const std::size_t known = first != told.end() ? first->second : second->second;
    const std::size_t added = first != told.end() ? rivals.second : rivals.first;
    told[added] = known;
    findings[known].members.push_back(draftMember(program, globals[added].datum));
  }
}

} // namespace

std::vector<Finding> checkAdjacentGlobals(const Program &program) {
  const Facts &facts = program.facts();
  auto all = sections(facts);
  Globals by_variable;
  for (auto &[section, globals] : all)
    for (Global &global : globals) {
      const FactVariable &variable = facts.variable(global.variable);
      global.datum = {.name = variable.name,
                      .declared = variable.place,
                      .bytes = {0, global.size},
                      .align = global.align,
                      .variable = true,
                      .uses = {}};
      by_variable[global.variable] = &global;
    }
  attachUses(program, by_variable);
  std::vector<Finding> findings;
  for (const auto &[section, globals] : all)
    judgeSection(program, globals, findings);
  return findings;
}

} // namespace fsfind
