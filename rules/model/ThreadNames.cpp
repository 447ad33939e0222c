#include "rules/model/ThreadNames.h"

#include "rules/model/NameBrackets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace fsfind {

namespace {

constexpr std::string_view kById = "thread ";
/// Linux keeps so many bytes of a thread's name.
constexpr std::size_t kLongestComm = 15;

/// What Linux calls the thread that begins a program.
std::string_view commOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1).substr(0, kLongestComm);
}

/// The names that say no more than which program it is.
std::set<std::string, std::less<>> programNames(const Profile &profile) {
  std::set<std::string, std::less<>> names;
  for (const std::string &word : profile.source.command_line)
    names.emplace(commOf(word));
  for (const Site &site : profile.sites)
    if (const std::string_view name = commOf(site.module); names.find(name) == names.end())
      names.emplace(name);
  for (const Thread &thread : profile.threads)
    if (thread.pid == thread.tid)
      names.insert(thread.comm);
  return names;
}

/// `main::{lambda()#1}` -> `main::{lambda}`: threads are numbered themselves. Without the arguments
/// of templates, and what has no name.
std::string baseOf(std::string_view comm) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  std::string name;
  for (std::size_t at = 0; at < comm.size(); ++at) {
    if (comm.substr(at).starts_with(kUnnamed))
      at += kUnnamed.size() - 1;
    else if (comm[at] == '<' || comm[at] == '(')
      at = closingBracket(comm, at);
    else if (comm[at] == '#')
      at = std::min(comm.find_first_not_of("0123456789", at + 1), comm.size()) - 1;
    else
      name += comm[at];
  }
  return name;
}

} // namespace

ThreadNames::ThreadNames(const Profile &profile) {
  const std::vector<Thread> &threads = profile.threads;
  const auto programs = programNames(profile);
  std::set<std::uint32_t> processes;
  std::vector<std::size_t> order(threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(threads[a].pid, threads[a].tid) < std::pair(threads[b].pid, threads[b].tid);
  });
  std::vector<std::string> bases(threads.size());
  std::map<std::string, std::size_t> number, next;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    processes.insert(threads[i].pid);
    const Thread &thread = threads[i];
    bases[i] = baseOf(programs.contains(thread.comm) ? thread.runs : thread.comm);
    ++number[bases[i]];
  }
  names_.resize(threads.size());
  for (const std::size_t i : order) {
    const Thread &thread = threads[i];
    by_tid_.emplace(thread.tid, i);
    if (bases[i].empty())
      names_[i] = thread.pid == thread.tid && processes.size() == 1
                      ? "main thread"
                      : fmt::format("{}{}", kById, thread.tid);
    else
      names_[i] =
          number[bases[i]] == 1 ? bases[i] : fmt::format("{} #{}", bases[i], ++next[bases[i]]);
  }
}

std::string ThreadNames::of(std::uint32_t tid) const {
  const auto known = by_tid_.find(tid);
  return known == by_tid_.end() ? fmt::format("{}{}", kById, tid) : names_[known->second];
}

std::string ThreadNames::told(std::string_view text) const {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(kById, at), text.size());
    result += text.substr(at, found - at);
    at = std::min(found + kById.size(), text.size());
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
      ++end;
    constexpr std::size_t kDigits = 9;
    if (end == at || end - at > kDigits)
      result += text.substr(found, at - found);
    else
      result += of(static_cast<std::uint32_t>(std::stoul(std::string(text.substr(at, end - at)))));
    at = end - at > kDigits ? at : end;
  }
  return result;
}

void ThreadNames::tell(std::vector<Finding> &findings) const {
  for (Finding &finding : findings) {
    finding.message = told(finding.message);
    for (Advice &advice : finding.advice) {
      advice.why = told(advice.why);
      advice.obstacle = told(advice.obstacle);
      for (auto *drawing : {&advice.before, &advice.after})
        for (LayoutMember &member : *drawing)
          for (std::string &writer : member.writers)
            writer = told(writer);
    }
  }
}

} // namespace fsfind
