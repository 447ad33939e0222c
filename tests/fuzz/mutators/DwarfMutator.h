#pragma once

#include "tests/fuzz/mutators/ElfImage.h"

namespace fsfind::fuzz {

/// Changes one value or entry of .debug_info; lengths and references are put right.
void mutateEntries(ElfImage &image, Random &random);
/// Changes a tag, attribute or form of .debug_abbrev.
void mutateAbbreviations(ElfImage &image, Random &random);
/// Changes what lies in one table of a section of tables that begin with their lengths:
/// .debug_line, .debug_rnglists and others.
void mutateTable(Buffer &section, Random &random);
/// Puts another text in the place of one of a section of texts.
void mutateStrings(Buffer &section, Random &random);

} // namespace fsfind::fuzz
