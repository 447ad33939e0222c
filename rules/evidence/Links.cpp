#include "rules/evidence/Links.h"

#include "rules/program/Walk.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace fsfind {

namespace {

using Reason = std::optional<std::string>;

Reason threads(const Program &program, const Candidate &candidate) {
  if (candidate.hands_over || candidate.asks_thread)
    return std::nullopt;
  const Side *unseen = candidate.find([](const Side &side) { return side.role == kUnknownRole; });
  if (unseen != nullptr)
    return fmt::format("no thread is seen to run {}, which uses '{}'",
                       program.whoUses(*unseen->use, unseen->role), unseen->name);
  const Side *main = candidate.find([](const Side &side) { return side.role == kMainRole; });
  if (main == nullptr)
    return std::nullopt;
  const Programs programs = main->execution().programs;
  const Side *elsewhere = candidate.find([&](const Side &side) {
    return side.role != kMainRole && (program.roles().role(side.role).seen & programs) == 0;
  });
  if (elsewhere == nullptr)
    return std::nullopt;
  return fmt::format("that the program whose main uses '{}' starts {} is not seen", main->name,
                     program.roles().role(elsewhere->role).name);
}

Reason object(const Program & /*program*/, const Candidate &candidate) {
  if (candidate.hands_over || candidate.asks_thread)
    return std::nullopt;
  if (candidate.selection != nullptr &&
      (candidate.selection->by == Selector::Name || candidate.selection->by == Selector::User))
    return fmt::format("that '{}' is a thread's own is known by its name only",
                       candidate.selection->index.text);
  if (candidate.elements)
    return std::nullopt;
  const Side *own =
      candidate.find([](const Side &side) { return side.use->instance != Instance::Shared; });
  if (own != nullptr)
    return fmt::format("'{}' may be of another object in each thread", own->name);
  if (candidate.sides.size() == 2 && candidate.sides[0].role == candidate.sides[1].role &&
      candidate.sides[0].use->handed_over && !candidate.sides[0].use->root &&
      !candidate.sides[1].use->root)
    return fmt::format("each thread may have its own object with '{}' and '{}'",
                       candidate.sides[0].name, candidate.sides[1].name);
  return std::nullopt;
}

Reason data(const Program & /*program*/, const Candidate &candidate) {
  if (!candidate.read_together)
    return std::nullopt;
  return fmt::format("who reads '{}' uses '{}' as well, and so needs its line anyway",
                     candidate.sides[1].name, candidate.sides[0].name);
}

Reason often(const Program &program, const Candidate &candidate) {
  const Side *waiting = candidate.find([](const Side &side) {
    const PaceKind kind = side.execution().pace.kind;
    return kind == PaceKind::Timed || kind == PaceKind::Event || kind == PaceKind::Beside;
  });
  if (waiting != nullptr)
    return fmt::format("'{}' is used {}", waiting->name, words(waiting->execution().pace));
  // A set of bits is no flag: threads write words of it.
  if (candidate.selection != nullptr && isOfBits(program.facts(), candidate.selection->array))
    return std::nullopt;
  const Side *once = candidate.find([&](const Side &side) {
    return candidate.selection != nullptr && candidate.selection->by == Selector::Thread &&
           side.use->access->op == Op::Write && !side.use->looped && !side.use->synchronises();
  });
  if (once != nullptr)
    return fmt::format("'{}' is stored in no loop of its function", once->name);
  const Side *byte = candidate.find([](const Side &side) {
    return side.use->bytes.size() == 1 && side.use->access->op != Op::ReadModifyWrite;
  });
  if (byte != nullptr)
    return fmt::format("'{}' has one byte, as flags have, which change seldom", byte->name);
  const Side *constant = candidate.find([](const Side &side) {
    const FactAccess &access = *side.use->access;
    return access.op == Op::Write && access.value->from == Provenance::Constant;
  });
  if (constant != nullptr)
    return fmt::format("what is stored in '{}' is a constant, as in flags, which change seldom",
                       constant->name);
  return std::nullopt;
}

/// Elements that are drawn by a hash, a mask or the data lie on one line only by chance, unless all
/// of them lie on two.
bool isDrawn(const Program &program, const Selection &selection) {
  constexpr std::uint64_t kLines = 2;
  return selection.by == Selector::Shard &&
         (selection.count == 0 || selection.count * selection.stride > kLines * program.lineSize());
}

Reason line(const Program &program, const Candidate &candidate) {
  if (areParts(candidate))
    return "each thread writes a contiguous part, so that only the elements at the edges share a "
           "line";
  if (candidate.selection != nullptr && isDrawn(program, *candidate.selection))
    return fmt::format("'{}' may be any of many elements, and two threads seldom draw neighbours",
                       candidate.selection->index.text);
  return std::nullopt;
}

struct Link {
  std::string_view name;
  Reason (*missing)(const Program &program, const Candidate &candidate);
};
constexpr std::array kLinks = {Link{"threads", threads}, Link{"object", object}, Link{"data", data},
                               Link{"often", often}, Link{"line", line}};

} // namespace

std::vector<std::string_view> linkNames() {
  std::vector<std::string_view> names;
  for (const Link &link : kLinks)
    names.push_back(link.name);
  names.emplace_back("run");
  return names;
}

std::vector<MissingLink> missingLinks(const Program &program, const Candidate &candidate) {
  std::vector<MissingLink> missing;
  for (const Link &link : kLinks)
    if (auto reason = link.missing(program, candidate))
      missing.push_back({std::string(link.name), std::move(*reason)});
  return missing;
}

void judgeLinks(const Program &program, const Candidate &candidate, Finding &finding) {
  finding.missing = missingLinks(program, candidate);
}

void lack(Finding &finding, std::string_view link, std::string reason) {
  finding.missing.push_back({std::string(link), std::move(reason)});
}

} // namespace fsfind
