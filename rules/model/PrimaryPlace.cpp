#include "rules/model/PrimaryPlace.h"

namespace fsfind {

Place primaryPlace(const Finding &finding) {
  if (finding.edits().empty())
    return finding.location;
  const Edit &first = finding.edits().front();
  if (first.file != finding.location.file || first.line == finding.location.line)
    return finding.location;
  return {first.file, first.line, first.column};
}

} // namespace fsfind
