/* Three arrays of a kiln model are cleared by memset in one of four layers of allocation, on the calling thread; tasks of a
   launcher in another file then fill and sweep their parts. Pointers and bounds travel in an array of records as void*. */
/* as in: Chapel, https://github.com/chapel-lang/chapel/pull/2409 */
/* known-miss: the memory is an external function's and the tasks reach it by records that are passed on as void* plus an offset, so that clearing and use are not known to concern one buffer */
#include "kiln.h"
static void fire_share(void *bundle) {
  struct share *own = bundle;
  for (size_t i = own->first; i < own->last; i++)
    own->clay[i] = own->heat[i] = 20.0;
  for (int hour = 0; hour < 48; hour++)
    for (size_t i = own->first; i < own->last; i++) {
      own->glaze[i] += 0.1 * own->heat[i];
      own->heat[i] += own->clay[i] * 0.5;
    }
}
void fire(size_t tiles, size_t count) { /* at most 64 */
  struct share shares[64];
  double *clay = take_tiles(tiles), *glaze = take_tiles(tiles), *heat = take_tiles(tiles);
  size_t part = (tiles / count + 512) / 512 * 512;
  for (size_t n = 0; n < count; n++) {
    size_t first = n * part < tiles ? n * part : tiles;
    shares[n] = (struct share){clay, glaze, heat, first, first + part < tiles ? first + part : tiles};
  }
  launch(fire_share, shares, sizeof *shares, count);
}
