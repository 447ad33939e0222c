#pragma once

#include "cli/report/text/TextPage.h"
#include "cli/report/text/TextReport.h"
#include "cli/report/text/TextWords.h"
#include "rules/model/ThreadNames.h"

/// The sections of the terminal report, in the order they appear.
namespace fsfind::report {

/// What was recorded, where and with which events.
void writeHeader(Page &page, const Profile &profile, const Report &report,
                 const TextOptions &options);
/// How much contention there is, with the counts it rests on.
void writeSummary(Page &page, const Profile &profile, const Report &report);
/// How much memory traffic goes to other NUMA nodes; writes nothing if there is none.
void writeMemory(Page &page, const Profile &profile, const Report &report);
void writeFindings(Page &page, const Profile &profile, const Report &report,
                   const TextOptions &options);
/// Whether the finding's gain is not known and told by its bound: one below the cost, which anyone
/// sees to be the most that ends.
[[nodiscard]] bool boundsGain(const Finding &finding, bool verbose);
[[nodiscard]] Style sharingStyle(const std::optional<Sharing> &sharing);
/// What loads took, and what stores waited, as far as either is known; `whole`: with intervals.
[[nodiscard]] std::string costShares(const Finding &finding, bool whole);
/// What a finding costs and what ending it can gain, or why that is unknown; `verbose`: with
/// intervals, and where the writers were.
void writeCost(Page &page, const Finding &finding, bool verbose);
/// The advice on a finding, with the layout drawn; `all`: not only the best.
void writeAdvice(Page &page, const Finding &finding, std::uint32_t line_size, bool all);
/// A line `label: text` of a finding; the text is wrapped and indented behind the label.
void writeLabelled(Page &page, std::string_view label, const std::string &text);
/// The ranked table of contended lines.
void writeLineTable(Page &page, const Profile &profile, const Report &report,
                    const LineNames &names, const TextOptions &options);
/// One line: heat strip, members and access sites.
void writeLineDetail(Page &page, const Profile &profile, const RankedLine &ranked,
                     const LineNames &names, const ThreadNames &threads,
                     const TextOptions &options);
void writeHeatStrip(Page &page, const Profile &profile, const ThreadNames &names, const Line &line,
                    bool verbose);
void writeSites(Page &page, const Profile &profile, const Line &line, bool verbose);
/// Why there is no line to show, and where or how to see more.
void writeNoLines(Page &page, const Profile &profile, const Report &report);
/// What has no name and why, what perf counts differently, and the notes of the reader.
void writeNotes(Page &page, const Profile &profile, const Report &report, bool verbose);
/// The command that tells more, and why.
void writeNext(Page &page, const std::string &next);

} // namespace fsfind::report
