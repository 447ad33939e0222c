// https://go.dev/ref/spec#Type_declarations and https://go.dev/ref/spec#Struct_types
#include "rules/remedy/written/Languages.h"

namespace fsfind::written {

namespace {

bool opens(const Token &token) {
  return token.is("{") || token.is("(") || token.is("[");
}

bool closes(const Token &token) {
  return token.is("}") || token.is(")") || token.is("]");
}

/// Reads `type NAME struct {`, and the same without `type` in `type ( … )`.
class GoRecordReader {
public:
  explicit GoRecordReader(const std::vector<Token> &tokens) : tokens_(tokens) {}

  std::vector<RecordText> records(std::string_view name) {
    std::vector<RecordText> found;
    std::size_t seen = 0;
    for (std::size_t i = 0; i + 2 < tokens_.size() && seen < kMostDeclarations; ++i) {
      if (tokens_[i].is(name) && declares(i) && tokens_[i + 1].is("struct") &&
          tokens_[i + 2].is("{")) {
        ++seen;
        RecordText record{tokens_[i].at, false, fieldsAfter(i + 2)};
        if (!record.fields.empty())
          found.push_back(std::move(record));
      }
      follow(i);
    }
    return found;
  }

private:
  /// Whether the token is where a type's name stands in its declaration.
  [[nodiscard]] bool declares(std::size_t i) const {
    if (i == 0)
      return false;
    const Token &before = tokens_[i - 1];
    const bool begins = endsStatement(before) || before.is("(");
    return before.is("type") || (begins && !groups_.empty() && groups_.back());
  }

  /// Keeps `groups_`.
  void follow(std::size_t i) {
    if (opens(tokens_[i]))
      groups_.push_back(tokens_[i].is("(") && i > 0 && tokens_[i - 1].is("type"));
    else if (closes(tokens_[i]) && !groups_.empty())
      groups_.pop_back();
  }

  /// Nothing if a field cannot be understood.
  [[nodiscard]] std::vector<FieldText> fieldsAfter(std::size_t open) const {
    std::vector<FieldText> fields;
    std::size_t begin = open + 1;
    std::size_t depth = 0;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      const bool last = depth == 0 && tokens_[i].is("}");
      if (last || (depth == 0 && endsStatement(tokens_[i]))) {
        if (i > begin && !add(fields, begin, i))
          return {};
        if (last)
          return fields;
        begin = i + 1;
      } else if (closes(tokens_[i]) && depth-- == 0)
        return {};
      else if (opens(tokens_[i]))
        ++depth;
    }
    return {};
  }

  /// Of `a, b T`, a field each; of an embedded `p.T`, `*T` and `T[V]`, the field `T`.
  [[nodiscard]] bool add(std::vector<FieldText> &fields, std::size_t begin, std::size_t end) const {
    std::size_t i = begin;
    const bool pointer = tokens_[i].is("*");
    i += pointer ? 1 : 0;
    if (i == end || tokens_[i].kind != TokenKind::Word)
      return false;
    std::size_t typed = i + 1 < end && tokens_[end - 1].kind == TokenKind::Literal ? end - 1 : end;
    const bool qualified = i + 2 < typed && tokens_[i + 1].is(".");
    if (qualified || pointer || i + 1 == typed) {
      take(fields, qualified ? i + 2 : i, begin, end, false);
      return true;
    }
    const std::size_t first = fields.size();
    take(fields, i, begin, end, false);
    for (; i + 2 < end && tokens_[i + 1].is(","); i += 2)
      take(fields, i + 2, begin, end, true);
    for (std::size_t one = first; one < fields.size() && i + 1 < end; ++one)
      fields[one].type = tokens_[i + 1].at;
    return true;
  }

  void take(std::vector<FieldText> &fields, std::size_t name, std::size_t begin, std::size_t end,
            bool together) const {
    FieldText field{
        std::string(tokens_[name].text), tokens_[begin].at, tokens_[end - 1].end(), 0, 0, together};
    if (tokens_[end].kind == TokenKind::Newline)
      field.next_line = tokens_[end].end();
    fields.push_back(std::move(field));
  }

  const std::vector<Token> &tokens_;
  std::vector<bool> groups_; ///< of each open bracket, whether it is one of `type (`
};

} // namespace

std::vector<RecordText> goRecords(const std::vector<Token> &tokens, std::string_view name) {
  return GoRecordReader(tokens).records(name);
}

std::vector<RecordText> recordsIn(const std::vector<Token> &tokens, Language language,
                                  std::string_view name) {
  return language == Language::Rust ? rustRecords(tokens, name) : goRecords(tokens, name);
}

std::string_view packageOf(const std::vector<Token> &tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind != TokenKind::Newline)
      return tokens[i].is("package") ? tokens[i + 1].text : std::string_view();
  return {};
}

bool imports(const std::vector<Token> &tokens, std::string_view path) {
  bool importing = false;
  bool grouped = false;
  for (const Token &token : tokens) {
    if (token.kind == TokenKind::Literal && importing &&
        token.text.substr(1, token.text.size() - 2) == path)
      return true;
    if (token.is("import"))
      importing = true;
    else if (importing && token.is("("))
      grouped = true;
    else if (token.is(")") || (!grouped && token.kind == TokenKind::Newline))
      importing = grouped = false;
  }
  return false;
}

} // namespace fsfind::written
