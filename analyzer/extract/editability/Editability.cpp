#include "analyzer/extract/editability/Editability.h"

#include "analyzer/extract/editability/Alignable.h"
#include "analyzer/extract/editability/ObjectUses.h"
#include "analyzer/extract/editability/OrderUses.h"
#include "analyzer/extract/editability/Promises.h"

namespace fsfind::analyzer {

void settleEditability(Unit &unit) {
  settleObjects(unit); // first: records enter the facts
  settleAlignable(unit);
  settlePromises(unit);
  settleOrderUses(unit);
}

} // namespace fsfind::analyzer
