#include "rules/source/members/AuthorsLines.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Bytes. Smaller padding only fills the record up to its own alignment.
constexpr std::uint64_t kLeastPad = 16;

} // namespace

AuthorsLines::AuthorsLines(const FactRecord &record, std::uint32_t line)
    : record_(record), line_(line) {
  for (std::size_t i = 0; i < record.members.size(); ++i) {
    const FactMember &member = record.members[i];
    all_.emplace_back(member.offset, i);
    if (isAligned(member))
      aligned_.emplace_back(member.offset, i);
    if (member.padding && member.size >= kLeastPad) {
      pad_begins_.push_back(member.offset);
      pad_ends_.push_back(member.offset + member.size);
    }
  }
  for (auto *members : {&all_, &aligned_})
    std::sort(members->begin(), members->end());
  for (auto *places : {&pad_begins_, &pad_ends_})
    std::sort(places->begin(), places->end());
  for (std::size_t i = 1; i < aligned_.size(); ++i)
    aligned_[i].second = std::max(aligned_[i].second, aligned_[i - 1].second);
  for (std::size_t i = all_.size(); i > 1; --i)
    all_[i - 2].second = std::min(all_[i - 2].second, all_[i - 1].second);
}

bool AuthorsLines::haveAlone(Bytes bytes) const {
  const auto first = std::upper_bound(aligned_.begin(), aligned_.end(),
                                      Numbered{bytes.begin, record_.members.size()});
  const auto after = std::lower_bound(all_.begin(), all_.end(), Numbered{bytes.end, 0});
  if (first == aligned_.begin() || after == all_.end())
    return false;
  const FactMember &begins = record_.members[std::prev(first)->second];
  const FactMember &follows = record_.members[after->second];
  return bytes.end <= begins.offset + line_ && (follows.padding || isAligned(follows));
}

bool AuthorsLines::arePaddedBefore(Bytes bytes) const {
  const auto end = std::upper_bound(pad_ends_.begin(), pad_ends_.end(), bytes.begin);
  return end != pad_ends_.begin() && bytes.begin < *std::prev(end) + bytes.size();
}

bool AuthorsLines::arePaddedBehind(Bytes bytes) const {
  const auto begin = std::lower_bound(pad_begins_.begin(), pad_begins_.end(), bytes.end);
  return begin != pad_begins_.end() && *begin < bytes.end + bytes.size();
}

} // namespace fsfind
