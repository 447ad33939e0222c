#include "rules/measured/findings/UsingCodes.h"

#include <algorithm>

namespace fsfind {

namespace {

/// It is in no file: perf names the memory (`//anon`, `[heap]`), or the file is memory.
bool isMadeAtRunTime(const Site &site) {
  const std::string &module = site.module;
  const bool kernels = module.starts_with("[v") || module.starts_with("[kernel");
  return module.starts_with("//anon") || module.starts_with("/memfd:") ||
         (module.starts_with('[') && module != "[unknown]" && !kernels);
}

UsingCode codeOf(const Site &site) {
  return isMadeAtRunTime(site) ? UsingCode::MadeAtRunTime
         : site.frames.empty() ? UsingCode::Undescribed
                               : UsingCode::Described;
}

} // namespace

UsingCodes::UsingCodes(const Profile &profile) {
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      const UsingCode code = codeOf(profile.site(access.site));
      UsingCode &all = lines_.try_emplace(line.address, UsingCode::Described).first->second;
      all = std::max(all, code);
      const std::string &allocator = profile.target(access.target).object.allocated.function;
      if (code == UsingCode::MadeAtRunTime && !allocator.empty())
        allocators_.insert(allocator);
    }
}

UsingCode UsingCodes::of(const Finding &finding) const {
  if (allocators_.contains(finding.object.allocated.function))
    return UsingCode::MadeAtRunTime;
  UsingCode all = UsingCode::Described;
  for (const std::uint64_t line : finding.lines)
    if (const auto known = lines_.find(line); known != lines_.end())
      all = std::max(all, known->second);
  return all;
}

} // namespace fsfind
