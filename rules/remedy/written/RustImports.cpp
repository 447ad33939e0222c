#include "rules/remedy/written/RustImports.h"

namespace fsfind::written {

namespace {

using Path = std::vector<std::string_view>;

class Imports {
public:
  explicit Imports(const Tokens &tokens) : tokens_(tokens) {}

  [[nodiscard]] std::vector<RustImport> read(std::size_t keyword) && {
    std::size_t at = keyword + 1;
    tree(at, {}, 0);
    return std::move(imports_);
  }

private:
  [[nodiscard]] bool is(std::size_t at, std::string_view what) const {
    return at < tokens_.size() && tokens_[at].is(what);
  }

  void tree(std::size_t &at, Path path, unsigned depth) {
    constexpr std::size_t kLongest = 16;
    while (at < tokens_.size() && path.size() < kLongest && depth < kLongest) {
      if (is(at, ":"))
        ++at;
      else if (is(at, "{"))
        return list(at, path, depth + 1);
      else if (tokens_[at].kind != TokenKind::Word)
        return;
      else {
        path.push_back(tokens_[at++].text);
        if (!is(at, ":"))
          break;
      }
    }
    if (path.empty())
      return;
    std::string_view name = path.back();
    if (is(at, "as") && at + 1 < tokens_.size()) {
      name = tokens_[at + 1].text;
      at += 2;
    }
    imports_.push_back({path, name});
  }

  void list(std::size_t &at, const Path &path, unsigned depth) {
    do {
      ++at;
      tree(at, path, depth);
      while (at < tokens_.size() && !is(at, ",") && !is(at, "}") && !is(at, ";"))
        ++at;
    } while (is(at, ","));
    at += is(at, "}") ? 1 : 0;
  }

  const Tokens &tokens_;
  std::vector<RustImport> imports_;
};

} // namespace

std::vector<RustImport> importsOf(const Tokens &tokens, std::size_t keyword) {
  return Imports(tokens).read(keyword);
}

} // namespace fsfind::written
