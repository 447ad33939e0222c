#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace fsfind::report {

/// What a page is made of.
struct PageParts {
  std::string title; ///< plain text
  /// Writes markup that tells the most important without script.
  std::function<void(std::ostream &)> still;
  /// Writes the JSON that the script shows.
  std::function<void(std::ostream &)> data;
};

/// Writes one HTML document that needs no other file and no network.
void writePage(std::ostream &out, const PageParts &parts);

} // namespace fsfind::report
