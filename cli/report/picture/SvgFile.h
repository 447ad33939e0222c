#pragma once

#include "cli/report/picture/Figure.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace fsfind::report {

/// A figure as a file of its own.
struct SvgFile {
  Figure figure;
  std::string id; ///< letters, digits and hyphens; other pictures on the same page have other ones
  std::string description;              ///< plain text for who does not see the picture
  std::vector<std::string> footer = {}; ///< sentences below the picture
};

/// Writes one SVG 1.1 document without script, links, fonts or entities of its own, dark on white
/// whatever is around it. The caller checks the stream.
void writeSvgFile(std::ostream &out, const SvgFile &file);

} // namespace fsfind::report
