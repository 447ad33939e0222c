// What to do about a finding: the best advice, or all of it with --verbose.
#include "cli/report/text/AdviceText.h"
#include "cli/report/text/TextSections.h"
#include "rules/codec/Words.h"

#include <fmt/format.h>

#include <algorithm>

namespace fsfind::report {

namespace {

constexpr std::size_t kAdviceIndent = 6;

void writeOne(Page &page, const Advice &one, std::uint32_t line_size, bool whole) {
  const std::string text = fmt::format(
      "{} [{}]", page.named(adviceText(one, page.traits().utf8), whole), word(one.remedy));
  writeLabelled(page, "advice: ", text);
  for (const Edit &edit : one.edits)
    writeLabelled(page, "fix: ",
                  page.safe(fmt::format("{}: {}", placeText({edit.file, edit.line, edit.column}),
                                        editText(edit))));
  page.block(layoutText(one, line_size, page.traits(), std::string(kAdviceIndent, ' ') + "| "));
}

} // namespace

void writeAdvice(Page &page, const Finding &finding, std::uint32_t line_size, bool all) {
  const std::size_t told =
      std::min<std::size_t>(finding.advice.size(), all ? finding.advice.size() : 1);
  for (std::size_t i = 0; i < told; ++i)
    writeOne(page, finding.advice[i], line_size, all);
  if (!finding.no_advice.empty())
    writeLabelled(page, "no advice: ", page.named(finding.no_advice, all));
}

void writeLabelled(Page &page, std::string_view label, const std::string &text) {
  bool first = true;
  for (const std::string &part :
       cli::wrapped(text, page.traits().width - kAdviceIndent - label.size())) {
    page.line(std::string(kAdviceIndent, ' ') +
              (first ? page.paint(Style::Dim, label) : std::string(label.size(), ' ')) + part);
    first = false;
  }
}

} // namespace fsfind::report
