// Texts of Rust and Go sources, in which a record's declaration is looked up: every edit lies in
// the text, whatever that is. The first byte chooses the language and the remedy.
#include "rules/remedy/written/EditWritten.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

using namespace fsfind;

namespace {

Finding findingOf(bool members, written::Language language) {
  constexpr std::uint64_t kWord = 8;
  constexpr std::uint32_t kLine = 64;
  Finding finding;
  finding.object.kind = ObjectKind::Heap;
  const RecordMembers fields = {{"a", "core::sync::atomic::AtomicU64", 0, kWord, kWord},
                                {"b", "core::sync::atomic::AtomicU64", kWord, kWord, kWord}};
  finding.record =
      RecordInfo{"main.T", {}, 2 * kWord, 0, std::make_shared<const RecordMembers>(fields)};
  Advice &advice = finding.advice.emplace_back();
  advice.remedy = members ? Remedy::AlignMembers : Remedy::AlignType;
  advice.size_before = 2 * kWord;
  advice.size_after = kLine;
  advice.after = {{"a", 0, kWord, {}}, {"_", kWord, kLine, {}}, {"b", 0, kWord, {}}};
  if (language == written::Language::Rust) {
    advice.before = {{"a", 0, kWord, {"one"}}, {"b", kWord, kWord, {"other"}}};
    advice.after = {{"a", 0, kLine, {"one"}}, {"b", kLine, kLine, {"other"}}};
  }
  return finding;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  const auto language = (data[0] & 1U) != 0 ? written::Language::Go : written::Language::Rust;
  const Finding finding = findingOf((data[0] & 2U) != 0, language);
  const std::string text(reinterpret_cast<const char *>(data) + 1, size - 1);
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const auto result =
      written::editsOf(finding, finding.advice.front(), {{"a", text}, {"/Cargo.toml", text}},
                       language, {kDefaultLineSize, "x86_64"});
  for (const Edit &edit : result.edits)
    if (edit.line == 0 || edit.line > lines || edit.column == 0 || edit.column > text.size() + 1)
      std::abort();
  return 0;
}
