// https://doc.rust-lang.org/reference/items/structs.html
#include "rules/remedy/written/Languages.h"

#include <string>

namespace fsfind::written {

namespace {

class RustRecordReader {
public:
  explicit RustRecordReader(const std::vector<Token> &tokens) : tokens_(tokens) {}

  std::vector<RecordText> records(std::string_view name) {
    std::vector<RecordText> found;
    std::size_t seen = 0;
    for (std::size_t i = 0; i + 2 < tokens_.size() && seen < kMostDeclarations; ++i)
      if (tokens_[i].is("struct") && tokens_[i + 1].is(name) && ++seen != 0)
        if (RecordText record = recordAt(i); !record.fields.empty())
          found.push_back(std::move(record));
    return found;
  }

private:
  [[nodiscard]] bool is(std::size_t i, std::string_view what) const {
    return i < tokens_.size() && tokens_[i].is(what);
  }

  [[nodiscard]] RecordText recordAt(std::size_t keyword) const {
    RecordText record;
    const std::size_t first = withVisibility(keyword);
    record.begin = tokens_[first].at;
    record.represented = isRepresented(first);
    const std::size_t open = bodyAfter(keyword + 2);
    if (is(open, "{") || is(open, "("))
      record.fields = fieldsAfter(open);
    return record;
  }

  /// The first token of `pub struct` and `pub(crate) struct`.
  [[nodiscard]] std::size_t withVisibility(std::size_t keyword) const {
    std::size_t i = keyword;
    if (i > 0 && is(i - 1, ")"))
      for (--i; i > 0 && !is(i, "(");)
        --i;
    return i > 0 && is(i - 1, "pub") ? i - 1 : keyword;
  }

  /// Whether one of the attributes before the token says `repr`, or may (`cfg_attr(…, repr(C))`).
  [[nodiscard]] bool isRepresented(std::size_t first) const {
    std::size_t i = first;
    while (i > 0 && is(i - 1, "]")) {
      std::size_t depth = 0;
      do {
        --i;
        depth += is(i, "]") ? 1 : 0;
        depth -= is(i, "[") ? 1 : 0;
        if (is(i, "repr"))
          return true;
      } while (depth != 0 && i > 0);
      if (i == 0 || !is(i - 1, "#"))
        return false;
      --i;
    }
    return false;
  }

  /// The token that opens the fields, behind parameters and conditions; the number of tokens if
  /// there are no fields.
  [[nodiscard]] std::size_t bodyAfter(std::size_t i) const {
    std::size_t depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is(i, ";"))
        break;
      if (depth == 0 && (is(i, "{") || is(i, "(")))
        return i;
      depth += is(i, "<") ? 1 : 0;
      depth -= isClosingAngle(i) && depth > 0 ? 1 : 0;
    }
    return tokens_.size();
  }

  /// Not the one of `->`.
  [[nodiscard]] bool isClosingAngle(std::size_t i) const {
    return is(i, ">") && !(i > 0 && is(i - 1, "-"));
  }

  /// Nothing if a field cannot be understood.
  [[nodiscard]] std::vector<FieldText> fieldsAfter(std::size_t open) const {
    const bool tuple = is(open, "(");
    std::vector<FieldText> fields;
    std::size_t begin = open + 1;
    std::size_t depth = 0;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      const bool closing = is(i, "}") || is(i, ")") || is(i, "]") || isClosingAngle(i);
      const bool last = closing && depth == 0;
      if (last || (depth == 0 && is(i, ","))) {
        if (i > begin && !add(fields, begin, i, tuple))
          return {};
        if (last)
          return fields;
        begin = i + 1;
      } else if (closing)
        --depth;
      else if (is(i, "{") || is(i, "(") || is(i, "[") || is(i, "<"))
        ++depth;
    }
    return {};
  }

  [[nodiscard]] bool add(std::vector<FieldText> &fields, std::size_t begin, std::size_t end,
                         bool tuple) const {
    FieldText field;
    field.end = tokens_[end - 1].end();
    if (tuple) {
      field.begin = tokens_[begin].at;
      field.name = "__" + std::to_string(fields.size());
      fields.push_back(std::move(field));
      return true;
    }
    const auto to = tokens_.begin() + static_cast<std::ptrdiff_t>(end);
    // The first `name :`, behind attributes and visibility; of `::`, both colons follow each other.
    for (auto at = tokens_.begin() + static_cast<std::ptrdiff_t>(begin); at + 1 < to; ++at)
      if (at->kind == TokenKind::Word && (at + 1)->is(":") && !(at + 2 < to && (at + 2)->is(":"))) {
        field.begin = at->at;
        field.name = at->text;
        fields.push_back(std::move(field));
        return true;
      }
    return false;
  }

  const std::vector<Token> &tokens_;
};

} // namespace

std::vector<RecordText> rustRecords(const std::vector<Token> &tokens, std::string_view name) {
  return RustRecordReader(tokens).records(name);
}

} // namespace fsfind::written
