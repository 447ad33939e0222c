#pragma once

#include "rules/evidence/Candidate.h"
#include "rules/model/Finding.h"
#include "rules/program/Program.h"
#include "rules/source/contention/Contention.h"

#include <string>
#include <string_view>
#include <vector>

/// Parts of a finding that several rules fill in.
namespace fsfind {

/// The datum as a member of a finding, with the names of the roles that read and write it.
[[nodiscard]] FindingMember draftMember(const Program &program, const Datum &datum);

/// What a use takes of an element that `selection` chooses, without uses: the member, named as in
/// its record, as recordings name it; of elements without members the element.
[[nodiscard]] Datum partOfElement(const Use &use, const Selection &selection);
/// The two data, the contention's first one first.
[[nodiscard]] Candidate neighbours(const Datum &a, const Datum &b, const Contention &contention);
/// Adds the place of the side's use to the finding, with `push writes it here, in a loop: tail`;
/// nothing if the place is unknown.
void relateUse(const Program &program, Finding &finding, const Side &side);
/// Adds where threads of that role start, at most two places; nothing for main and unknown callers.
void relateStarts(const Program &program, Finding &finding, RoleIndex role);
/// Says what the candidate's two data are to each other (`are neighbours in memory`), who uses
/// them, and how they meet: `'a' (written by f) and 'b' (read by g) are neighbours in memory, on
/// one …`. Adds where they are used, and where those threads start.
void tellOfTwo(const Program &program, Finding &finding, const Candidate &candidate,
               const Contention &contention, std::string_view relation, Meeting meeting);
/// `on one 64-byte cacheline`, and for how many addresses if not for all.
[[nodiscard]] std::string onOneLine(Meeting meeting, std::uint32_t line);

} // namespace fsfind
