#pragma once

#include <functional>
#include <iosfwd>

namespace fsfind::report {

/// Writes what `writer` writes, compressed (gzip, RFC 1952) and in base64 (RFC 4648): nothing of it
/// can be taken for markup, and JSON becomes about a tenth as long. The same text gives the same
/// bytes. Works piece by piece. The caller checks the stream; without memory for zlib it fails.
void writePacked(std::ostream &out, const std::function<void(std::ostream &)> &writer);

} // namespace fsfind::report
