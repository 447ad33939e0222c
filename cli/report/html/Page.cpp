#include "cli/report/html/Page.h"

#include "cli/report/html/PackedText.h"
#include "cli/report/html/PageAssets.h"
#include "cli/report/picture/Markup.h"

#include <ostream>

namespace fsfind::report {

void writePage(std::ostream &out, const PageParts &parts) {
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta http-equiv=\"Content-Security-Policy\" content=\"" << pagePolicy() << "\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      << "<meta name=\"color-scheme\" content=\"light dark\">\n"
      << "<title>" << markupText(parts.title) << "</title>\n"
      << "<style>" << pageStyle() << "</style>\n</head>\n<body>\n"
      << "<div id=\"app\" hidden></div>\n<main id=\"still\">\n";
  parts.still(out);
  // The script takes the namespace of its pictures from this one.
  out << "</main>\n<svg id=\"picture\" hidden width=\"0\" height=\"0\"></svg>\n"
      << "<script type=\"application/octet-stream\" id=\"data\">";
  writePacked(out, parts.data);
  out << "</script>\n<script>" << pageScript() << "</script>\n</body>\n</html>\n";
}

} // namespace fsfind::report
