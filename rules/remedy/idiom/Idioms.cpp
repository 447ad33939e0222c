#include "rules/remedy/idiom/Languages.h"

#include <array>

namespace fsfind {

namespace {

struct Ending {
  std::string_view of_file; ///< after the last dot
  const Idiom &(*idiom)();
};

constexpr std::array kEndings = {
    Ending{"c", cIdiom},           Ending{"h", cplusplusIdiom},   Ending{"cc", cplusplusIdiom},
    Ending{"cpp", cplusplusIdiom}, Ending{"cxx", cplusplusIdiom}, Ending{"C", cplusplusIdiom},
    Ending{"hh", cplusplusIdiom},  Ending{"hpp", cplusplusIdiom}, Ending{"hxx", cplusplusIdiom},
    Ending{"ipp", cplusplusIdiom}, Ending{"inl", cplusplusIdiom}, Ending{"tcc", cplusplusIdiom},
    Ending{"rs", rustIdiom},       Ending{"go", goIdiom},
};

} // namespace

const Idiom *idiomOf(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos)
    return nullptr;
  for (const Ending &ending : kEndings)
    if (file.substr(dot + 1) == ending.of_file)
      return &ending.idiom();
  return nullptr;
}

std::string_view unqualified(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i > 0; --i) {
    const char character = name[i - 1];
    depth += character == '>' || character == ']' || character == ')';
    depth -= character == '<' || character == '[' || character == '(';
    if (depth == 0 && (character == ':' || character == '.' || character == '/'))
      return name.substr(i);
  }
  return name;
}

std::string_view definedName(std::string_view name) {
  const std::string_view last = unqualified(name);
  return last.substr(0, last.find('<'));
}

} // namespace fsfind
