#include "rules/measured/usage/Wording.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

constexpr std::size_t kNamesListed = 4;

} // namespace

std::string listed(const std::vector<std::string> &names) {
  const bool all = names.size() <= kNamesListed;
  const std::size_t separate = all ? names.size() - 1 : kNamesListed;
  std::string text;
  for (std::size_t i = 0; i < separate; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (!all)
    return fmt::format("{} and {} more", text, names.size() - kNamesListed);
  return names.size() == 1 ? names[0] : text + " and " + names.back();
}

std::string whereabouts(const Object &object) {
  switch (object.kind) {
  case ObjectKind::Heap:
    return " on the heap";
  case ObjectKind::Stack:
    return object.function.empty() ? " on the stack"
                                   : fmt::format(" on the stack of {}()", object.function);
  case ObjectKind::Tls:
    return " in thread-local storage";
  case ObjectKind::Global:
  case ObjectKind::Unknown:
    return "";
  }
  return "";
}

std::string cachelines(std::size_t count) {
  return count == 1 ? "a cacheline" : counted(count, "cacheline");
}

std::vector<std::string> asStrings(const std::set<std::uint32_t> &tids) {
  std::vector<std::string> result;
  result.reserve(tids.size());
  for (const std::uint32_t tid : tids)
    result.push_back(std::to_string(tid));
  return result;
}

Sharing merged(std::optional<Sharing> before, Sharing sharing) {
  return !before || *before == sharing ? sharing : Sharing::Mixed;
}

} // namespace fsfind
