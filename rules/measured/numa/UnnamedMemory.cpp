#include "rules/measured/numa/UnnamedMemory.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/NumberText.h"

#include <algorithm>
#include <fmt/format.h>

namespace fsfind {

namespace {

std::string functionOf(const Site &site) {
  const Frame *frame = authorFrame(site);
  return frame ? frame->function : site.symbol;
}

template <class Counts> auto mostOf(const Counts &counts) {
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto &a, const auto &b) { return a.second < b.second; });
}

double shareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// `kernel()`, whether or not the language's names of functions contain the parentheses.
std::string callText(const std::string &function) {
  return function.ends_with(')') ? function : function + "()";
}

} // namespace

void UnnamedMemory::add(const Line &line, const Access &access, std::uint64_t scale) {
  const Site &site = profile_.site(access.site);
  Code &code = code_.try_emplace(Key{site.module, functionOf(site)}, profile_).first->second;
  code.use.add(line, access, scale);
  code.sites.add(access);
  code.remote_of_thread[access.thread] += access.remote_dram;
}

RemoteUnnamed UnnamedMemory::summary(std::uint64_t all_remote) const {
  RemoteUnnamed summary;
  for (const auto &[key, code] : code_) {
    if (code.use.remote() == 0)
      continue;
    RemoteUnnamed::Code one;
    one.function = key.function;
    one.module = key.module;
    if (const std::vector<Place> places = code.sites.places(); !places.empty())
      one.place = places.front();
    one.comm = profile_.thread(mostOf(code.remote_of_thread)->first).comm;
    one.threads = code.use.readerCount();
    one.local = code.use.local();
    one.remote = code.use.remote();
    one.share = shareOf(code.use.remoteEstimate(), all_remote);
    summary.share += one.share;
    summary.code.push_back(std::move(one));
  }
  std::stable_sort(summary.code.begin(), summary.code.end(),
                   [](const auto &a, const auto &b) { return a.share > b.share; });
  summary.share = std::min(1.0, summary.share);
  summary.code.resize(std::min(summary.code.size(), kMostRemoteCode));
  return summary;
}

std::vector<Finding> UnnamedMemory::findings(std::uint64_t all_remote) const {
  std::vector<Finding> findings;
  for (const auto &[key, code] : code_) {
    const bool program = !key.function.empty() && key.module.starts_with('/');
    const double share = shareOf(code.use.remoteEstimate(), all_remote);
    if (!program || share < kMinRemoteShare || code.use.remote() < kMinUnnamedRemote ||
        !code.use.isRemote())
      continue;
    Finding finding = code.use.finding("what " + callText(key.function) + " loads");
    if (finding.placement->spread)
      continue;
    describe(finding, code, key.function, share);
    findings.push_back(std::move(finding));
  }
  return findings;
}

void UnnamedMemory::describe(Finding &finding, const Code &code, const std::string &function,
                             double share) const {
  code.sites.addPlaces(finding);
  const PagePlacement &placement = *finding.placement;
  const bool by_first_touch =
      placement.known_by[static_cast<std::size_t>(HomeEvidence::FirstTouch)] != 0;
  finding.confidence = placement.node && !by_first_touch ? Confidence::Medium : Confidence::Low;
  const std::string where =
      placement.node ? fmt::format("lives on node {} ({})", *placement.node, pagesText(placement))
                     : "lies on nodes that are not known";
  finding.message = fmt::format(
      "memory without a name that {} loads {}, and threads on {} nodes load it: {}, {} of all that "
      "were remote; {}",
      callText(function), where, code.use.nodeCount(), code.use.remoteText(), percentage(share),
      placementHint(placement));
}

} // namespace fsfind
