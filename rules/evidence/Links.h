#pragma once

#include "rules/evidence/Candidate.h"
#include "rules/model/Finding.h"

#include <string>
#include <string_view>
#include <vector>

/// Whether a finding of sources is told, or is a suspect.
///
/// That threads fight over a line follows from a chain of facts, each of which can fail by itself:
///
///   threads  two threads run the code at the same time: the program is seen to start them
///   object   they use the same object, and not each its own of one type
///   data     they use different data of it: code that uses both has the line anyway
///   often    they do so again and again: not once a second, nor to set a flag
///   line     the data lie on one line, not only at the edge of two threads' parts
///   run      whether it costs anything depends on sizes that only a run shows
///
/// `head` and `tail` of a queue, moved by a producer and a consumer that main() starts, have all of
/// them. A counter in a library beside a setting that the same function reads lacks three: no
/// threads are seen, nor which objects there are, and the line comes with the counter. It may cost
/// much all the same; a recording tells. No number can: a score that was fitted to 200 verdicts
/// gave 0.28 to true findings and 0.18 to false ones of projects that it had not seen.
namespace fsfind {

/// All links, in the order of the chain.
[[nodiscard]] std::vector<std::string_view> linkNames();

/// The links that the candidate lacks.
[[nodiscard]] std::vector<MissingLink> missingLinks(const Program &program,
                                                    const Candidate &candidate);

/// Names the links that the finding lacks. With one it is a suspect.
void judgeLinks(const Program &program, const Candidate &candidate, Finding &finding);

/// The finding lacks the link, one of linkNames().
void lack(Finding &finding, std::string_view link, std::string reason);

} // namespace fsfind
