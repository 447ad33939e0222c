#include "cli/lsp/Mistake.h"

namespace fsfind::lsp {

Json mistakeJson(const Mistake &mistake) {
  return {{"file", mistake.place.file},
          {"line", mistake.place.line},
          {"column", mistake.place.column},
          {"problem", mistake.problem},
          {"message", mistake.message}};
}

Mistake mistakeFrom(const Json &json) {
  Place place{textMember(json, "file"), countMember(json, "line"), countMember(json, "column")};
  return {std::move(place), textMember(json, "problem"), textMember(json, "message")};
}

} // namespace fsfind::lsp
