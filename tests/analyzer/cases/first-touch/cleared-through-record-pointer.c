/* args: -std=gnu11 -fopenmp */
/* suspect: run */
/* Tide levels are allocated into a descriptor by one function, cleared by a memset in another;
   depths are filled by a helper that sees a bare pointer. OpenMP loops then use both. */
/* as in: Devito, https://github.com/devitocodes/devito/pull/135 */
#include <stdlib.h>
#include <string.h>
struct level_data {
  void *bytes;
  size_t length, planes, area;
};
struct chart { float *depth; };
static int allocate(struct level_data *data, size_t planes, size_t area) {
  *data = (struct level_data){NULL, 2 * planes * area * sizeof(float), planes, area};
  return posix_memalign(&data->bytes, 64, data->length);
}
static void clear(struct level_data *data) {
#ifdef FIXED
  size_t step = data->area * sizeof(float);
#pragma omp parallel for schedule(static)
  for (size_t p = 0; p < data->planes; p++)
    for (size_t t = 0; t < 2; t++)
      memset((char *)data->bytes + (t * data->planes + p) * step, 0, step);
#else
  memset(data->bytes, 0, data->length); /* expect: fsfind-serial-first-touch */
#endif
}
static void survey(float *depth, size_t planes, size_t area, float value) {
#ifdef FIXED
#pragma omp parallel for schedule(static)
#endif
  for (size_t p = 0; p < planes; p++)
    for (size_t i = 0; i < area; i++)
      depth[p * area + i] = value; /* expect: fsfind-serial-first-touch */
}
static void advance(const float *old, float *new, const struct chart *chart, float gain,
                    size_t planes, size_t area) {
  const float *depth = chart->depth;
#pragma omp parallel for schedule(static)
  for (size_t p = 1; p < planes - 1; p++)
    for (size_t at = p * area; at < (p + 1) * area; at++)
      new[at] += gain * (old[at - area] + old[at + area]) + depth[at] * old[at];
}
int tide(size_t planes, size_t area, int steps, float gain) {
  struct level_data data;
  struct chart charts[2];
  if (allocate(&data, planes, area)) return -1;
  clear(&data);
  for (int c = 0; c < 2; c++) {
    charts[c].depth = malloc(planes * area * sizeof(float));
    survey(charts[c].depth, planes, area, 2.0f);
  }
  float *levels = data.bytes;
  for (int t = 0; t < steps; t++)
    advance(levels + (size_t)(t % 2) * planes * area,
            levels + (size_t)((t + 1) % 2) * planes * area, &charts[t % 2], gain, planes, area);
  for (int c = 0; c < 2; c++)
    free(charts[c].depth);
  free(data.bytes);
  return 0;
}
