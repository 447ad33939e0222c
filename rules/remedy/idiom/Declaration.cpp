#include "rules/remedy/idiom/Declaration.h"

namespace fsfind {

std::string declaration(const std::string &type, const std::string &name) {
  if (type.empty())
    return "... " + name;
  const std::size_t pointer = type.find("(*");
  if (pointer != std::string::npos)
    return type.substr(0, pointer + 2) + name + type.substr(pointer + 2);
  const std::size_t bound = type.find('[');
  const std::string element = type.substr(0, bound);
  const std::string rest = bound == std::string::npos ? "" : type.substr(bound);
  return element + (element.ends_with('*') || element.ends_with('&') ? "" : " ") + name + rest;
}

} // namespace fsfind
