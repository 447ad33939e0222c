#include "cli/report/picture/SvgFile.h"

#include "cli/report/picture/Canvas.h"
#include "cli/report/picture/Markup.h"
#include "cli/report/picture/PictureStyle.h"
#include "cli/terminal/Characters.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace fsfind::report {

namespace {

constexpr double kPageMargin = 10, kFooterRow = 16; ///< px
constexpr double kLeastWidth = 480;                 ///< px; the footer needs room

std::vector<std::string> footerLines(const SvgFile &file, double width) {
  std::vector<std::string> lines;
  for (const std::string &sentence : file.footer)
    for (std::string &line : cli::wrappedBy(cli::characterCount, cli::printable(sentence, true),
                                            static_cast<std::size_t>(width / kLabelCharacter)))
      lines.push_back(std::move(line));
  return lines;
}

} // namespace

void writeSvgFile(std::ostream &out, const SvgFile &file) {
  const Figure &figure = file.figure;
  const double inner = std::max(kLeastWidth, figure.width);
  const std::vector<std::string> footer = footerLines(file, inner);
  const double width = inner + 2 * kPageMargin,
               height = figure.height + 2 * kPageMargin +
                        kFooterRow * static_cast<double>(footer.size());
  Canvas around;
  for (std::size_t i = 0; i < footer.size(); ++i)
    around.text("label", 0, figure.height + kFooterRow * static_cast<double>(i + 1), footer[i]);
  out << fmt::format("<svg xmlns='http://www.w3.org/2000/svg' class='fsfind' role='img' "
                     "aria-labelledby='{0}-title {0}-desc' width='{1}' height='{2}' "
                     "viewBox='0 0 {1} {2}'>\n",
                     file.id, pixels(width), pixels(height))
      << fmt::format("<title id='{}-title'>{}</title>\n<desc id='{}-desc'>{}</desc>\n", file.id,
                     markupText(figure.name), file.id, markupText(file.description))
      << "<style>\n"
      << pictureStyle() << "</style>\n"
      << fmt::format("<rect class='backdrop' width='{}' height='{}'/>\n", pixels(width),
                     pixels(height))
      << fmt::format("<g transform='translate({0} {0})'>\n", pixels(kPageMargin)) << figure.shapes
      << '\n'
      << around.take() << "\n</g>\n</svg>\n";
}

} // namespace fsfind::report
