#pragma once

#include "rules/model/Finding.h"
#include "rules/program/Program.h"
#include "rules/source/rivalry/Rivalry.h"

#include <string>
#include <vector>

/// What findings of several rules have in common.
namespace fsfind {

/// A member with the names of those that read and write it.
[[nodiscard]] FindingMember draftMember(const Program &program, const Party &party);
/// Where a use is, in words: `written by push in a loop`.
void relateUse(const Program &program, Finding &finding, const Use &use, RoleIndex role,
               const std::string &name);
/// Where the threads of that role start; nothing for main and unknown callers.
void relateStarts(const Program &program, Finding &finding, RoleIndex role);
/// `on one 64-byte cacheline`, and how often if not always.
[[nodiscard]] std::string onOneLine(Meeting meeting, std::uint32_t line);

} // namespace fsfind
