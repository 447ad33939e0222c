#pragma once

#include "rules/model/Expected.h"
#include "rules/model/Profile.h"

#include <memory>
#include <string>
#include <string_view>

struct yaml_parser_s;

namespace fsfind::analyzer {

/// The next part of a YAML text.
struct YamlEvent {
  enum Kind { Word, List, Keys, End, Document, EndOfText };
  Kind kind = EndOfText; ///< List and Keys go on to their End
  Place place;           ///< where it begins
  std::string text;      ///< of a Word
  bool quoted = false;
  bool block = false; ///< a Word written as lines behind `|`
};

/// A text of YAML 1.1 part by part, as libyaml's parser tells it (https://pyyaml.org/wiki/LibYAML).
/// Nothing is built or expanded: who does not ask for more is not told more, however deep it is
/// nested. Anchors, aliases and tags are refused.
class YamlEvents {
public:
  /// `text` must outlive this; `file` names it in places and errors.
  YamlEvents(std::string_view text, std::string file);

  /// An error names the place (`file:line:column`), and nothing may be asked for behind it.
  [[nodiscard]] Expected<YamlEvent> next();

private:
  [[nodiscard]] Error problem() const;

  struct Delete {
    void operator()(yaml_parser_s *parser) const;
  };
  std::string_view text_;
  std::string file_;
  std::unique_ptr<yaml_parser_s, Delete> parser_;
};

/// An error at a place.
[[nodiscard]] Error errorAt(const Place &place, std::string what, std::string remedy);

/// The place of a byte of a text; columns are in bytes.
[[nodiscard]] Place placeOf(std::string_view text, std::size_t offset, const std::string &file);

} // namespace fsfind::analyzer
