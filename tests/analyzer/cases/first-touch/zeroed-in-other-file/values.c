/* suspect: run */
/* Serial loops in a file of helpers zero the fields of a lake model, one through the address of a
   record's member, one through a bare pointer; OpenMP loops in other files then use them. */
/* as in: PySCF, https://github.com/pyscf/pyscf/pull/2515 */
#include "lake.h"
#include <stdlib.h>

void make_values(double **at, size_t count) {
  *at = malloc(count * sizeof **at);
#ifdef FIXED
#pragma omp parallel for
#endif
  for (size_t i = 0; i < count; i++)
    (*at)[i] = 0.0; /* expect: fsfind-serial-first-touch */
}
void set_zero(double *values, size_t count) {
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (size_t i = 0; i < count; i++)
    values[i] = 0.0; /* expect: fsfind-serial-first-touch */
}
