#include "rules/join/MemberMatch.h"

#include <algorithm>

namespace fsfind {

namespace {

/// How many names at the end of the two paths are equal; 0 for members declared elsewhere.
std::size_t likeness(const MemberName &a, const MemberName &b) {
  if (!isSamePlace(a.declared, b.declared))
    return 0;
  const auto end =
      std::mismatch(a.names.rbegin(), a.names.rend(), b.names.rbegin(), b.names.rend());
  return static_cast<std::size_t>(end.first - a.names.rbegin());
}

class Matching {
public:
  Matching(const std::vector<MemberName> &measured, const std::vector<MemberName> &latent)
      : latent_(latent), most_of_latent_(latent.size()) {
    for (const MemberName &member : measured) {
      std::vector<std::size_t> &row = alike_.emplace_back();
      for (std::size_t l = 0; l < latent.size(); ++l) {
        row.push_back(likeness(member, latent[l]));
        most_of_latent_[l] = std::max(most_of_latent_[l], row[l]);
      }
    }
  }

  MemberMatch run() {
    MemberMatch match;
    match.measured_of.resize(latent_.size());
    std::vector<bool> counted(latent_.size());
    for (std::size_t m = 0; m < alike_.size(); ++m) {
      const std::vector<std::size_t> candidates = candidatesFor(m);
      const auto fresh = std::find_if(candidates.begin(), candidates.end(),
                                      [&](std::size_t l) { return !counted[l]; });
      if (fresh != candidates.end()) {
        counted[*fresh] = true;
        ++match.common;
      }
      if (areOne(candidates))
        for (const std::size_t l : candidates)
          match.measured_of[l].push_back(m);
    }
    return match;
  }

private:
  /// Positions of the latent members with the same declaration whose likeness to this one is the
  /// greatest that any measured member reaches with members of that declaration.
  [[nodiscard]] std::vector<std::size_t> candidatesFor(std::size_t measured) const {
    const std::vector<std::size_t> &row = alike_[measured];
    std::size_t most = 1;
    for (std::size_t l = 0; l < row.size(); ++l)
      if (row[l] != 0)
        most = std::max(most, most_of_latent_[l]);
    std::vector<std::size_t> candidates;
    for (std::size_t l = 0; l < row.size(); ++l)
      if (row[l] == most)
        candidates.push_back(l);
    return candidates;
  }

  [[nodiscard]] bool areOne(const std::vector<std::size_t> &candidates) const {
    return std::all_of(candidates.begin(), candidates.end(),
                       [&](std::size_t l) { return latent_[l] == latent_[candidates.front()]; });
  }

  const std::vector<MemberName> &latent_;
  std::vector<std::vector<std::size_t>> alike_; ///< likeness, by measured, then latent member
  std::vector<std::size_t> most_of_latent_;     ///< greatest likeness to any measured member
};

} // namespace

MemberMatch matchMembers(const std::vector<MemberName> &measured,
                         const std::vector<MemberName> &latent) {
  return Matching(measured, latent).run();
}

bool isSamePlace(const Place &a, const Place &b) {
  return a.known() && b.known() && a.line == b.line && a.file == b.file &&
         (a.column == 0 || b.column == 0 || a.column == b.column);
}

std::vector<std::string> namesOn(const std::string &path) {
  std::vector<std::string> names;
  std::string name;
  int nested = 0;
  const auto end = [&] {
    if (!name.empty())
      names.push_back(std::move(name));
    name.clear();
  };
  for (const char c : path) {
    const bool opens = c == '<' || c == '[', closes = c == '>' || c == ']';
    nested = std::max(0, nested + (opens ? 1 : closes ? -1 : 0));
    if (opens || closes || nested != 0)
      continue;
    if (c == '.' || c == ':')
      end();
    else
      name += c;
  }
  end();
  return names;
}

std::string lastName(const std::string &path) {
  const std::vector<std::string> names = namesOn(path);
  return names.empty() ? "" : names.back();
}

} // namespace fsfind
