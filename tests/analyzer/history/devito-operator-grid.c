// project: Devito (memory allocation of generated C operators)
// reference: https://github.com/devitocodes/devito/pull/135 (read)
// kind: first-touch
// starts: visible
// args: -std=gnu11 -fopenmp
// wrong: the wave fields are zeroed by one thread after allocation, so a two-socket machine sweeps them from one node.
#include <stdlib.h>
#include <string.h>

struct dataobj {
    void *data;
    int size[4];
    size_t nbytes;
};

static int alloc_field(struct dataobj *f, int steps, int nx, int ny, int nz) {
    f->size[0] = steps;
    f->size[1] = nx;
    f->size[2] = ny;
    f->size[3] = nz;
    f->nbytes = sizeof(float) * steps * nx * ny * nz;
    return posix_memalign(&f->data, 64, f->nbytes); /* expect: fsfind-serial-first-touch */
}

static void zero_field(struct dataobj *f) {
#ifdef FIXED
    const int nx = f->size[1];
    const size_t plane = (size_t)f->size[2] * f->size[3];
    float *u = f->data;
    for (int t = 0; t < f->size[0]; t++) {
#pragma omp parallel for schedule(static)
        for (int x = 0; x < nx; x++)
            for (size_t i = 0; i < plane; i++) u[((size_t)t * nx + x) * plane + i] = 0.0f;
    }
#else
    memset(f->data, 0, f->nbytes); /* expect: fsfind-serial-first-touch */
#endif
}

static void stencil(const float *u0, float *u1, const float *m, int nx, int ny, int nz, float dt) {
    const size_t row = nz;
    const size_t plane = (size_t)ny * nz;
#pragma omp parallel for schedule(static)
    for (int x = 1; x < nx - 1; x++)
        for (int y = 1; y < ny - 1; y++)
            for (int z = 1; z < nz - 1; z++) {
                const size_t i = x * plane + y * row + z;
                const float lap = u0[i - 1] + u0[i + 1] + u0[i - row] + u0[i + row] + u0[i - plane] + u0[i + plane];
                u1[i] = 2.0f * u0[i] - u1[i] + dt * dt / m[i] * (lap - 6.0f * u0[i]);
            }
}

int run_operator(const float *m, int nx, int ny, int nz, int steps, float dt, struct dataobj *u) {
    if (alloc_field(u, 2, nx, ny, nz)) return -1;
    zero_field(u);
    const size_t volume = (size_t)nx * ny * nz;
    float *data = u->data;
    for (int t = 0; t < steps; t++)
        stencil(data + (t % 2) * volume, data + ((t + 1) % 2) * volume, m, nx, ny, nz, dt);
    return 0;
}
