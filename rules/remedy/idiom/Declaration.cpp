#include "rules/remedy/idiom/Declaration.h"

#include <fmt/format.h>

namespace fsfind {

namespace {

/// `std::atomic<long>`: operations are its functions.
bool isAtomicClass(const std::string &type) {
  return type.find("atomic<") != std::string::npos;
}

/// `_Atomic(long)`, `atomic_long` (C17, 6.7.2.4 and 7.17.6): for the functions of <stdatomic.h>.
bool isAtomicOfC(const std::string &type) {
  return type.find("_Atomic") != std::string::npos || type.starts_with("atomic_");
}

} // namespace

std::string declaration(const std::string &type, const std::string &name) {
  if (type.empty())
    return "... " + name;
  const std::size_t pointer = type.find("(*");
  if (pointer != std::string::npos)
    return type.substr(0, pointer + 2) + name + type.substr(pointer + 2);
  const std::size_t bound = type.find('[');
  std::string element = type.substr(0, bound);
  while (element.ends_with(' '))
    element.pop_back();
  const std::string rest = bound == std::string::npos ? "" : type.substr(bound);
  return element + (element.ends_with('*') || element.ends_with('&') ? "" : " ") + name + rest;
}

std::string valueType(std::string type) {
  const std::size_t begin = type.find('<'), end = type.rfind('>');
  if (begin != std::string::npos && end != std::string::npos && begin < end)
    return type.substr(begin + 1, end - begin - 1);
  for (const std::string word : {"volatile ", "_Atomic(", "_Atomic ", ")"})
    if (const std::size_t found = type.find(word); found != std::string::npos)
      type.erase(found, word.size());
  constexpr std::string_view prefix = "atomic_";
  if (!type.starts_with(prefix))
    return type;
  const std::string value = type.substr(prefix.size());
  return value == "int" || value == "long" || value.ends_with("_t") ? value : "";
}

std::string acquired(const std::string &type, const std::string &name) {
  if (isAtomicClass(type))
    return name + ".load(std::memory_order_acquire)";
  return isAtomicOfC(type) ? fmt::format("atomic_load_explicit(&{}, memory_order_acquire)", name)
                           : name;
}

std::string fetched(const std::string &type, const std::string &name, const std::string &count) {
  if (isAtomicClass(type))
    return fmt::format("{}.fetch_add({})", name, count);
  return isAtomicOfC(type)
             ? fmt::format("atomic_fetch_add(&{}, {})", name, count)
             : fmt::format("__atomic_fetch_add(&{}, {}, __ATOMIC_SEQ_CST)", name, count);
}

} // namespace fsfind
