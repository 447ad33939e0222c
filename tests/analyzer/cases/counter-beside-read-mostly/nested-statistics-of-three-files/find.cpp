// also-true: fsfind-contended-atomic
// The global shelves of a choir archive count requests in a nested record, beside the table pointer
// and mask that each request reads. The counting method is in another file than the object and its
// other methods; mended, the count is spread over CPUs.
#include "shelves.h"

Record *Shelves::find(unsigned year, unsigned piece) {
  ++counts.requests;
  Record *at = cell(year, piece);
  while (at && (at->year != year || at->piece != piece))
    at = at->chained;
  return at;
}
