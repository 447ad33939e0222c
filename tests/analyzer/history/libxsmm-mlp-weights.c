// project: LIBXSMM (samples/deeplearning/mlpdriver)
// reference: https://github.com/libxsmm/libxsmm/pull/433 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: a helper fills weights and activations in the main thread; the layers are then computed by all threads.
#include <omp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int c, k, n;
    float *weights;
    float *act;
} fc_layer;

float next_random(void);

static void init_buf(float *buf, size_t size, int random_values) {
    for (size_t i = 0; i < size; i++) buf[i] = random_values ? next_random() : 1.0f; /* expect: fsfind-serial-first-touch */
}

#ifdef FIXED
static void init_buf_numa_aware(int threads, float *buf, size_t rows, size_t columns) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (size_t r = 0; r < rows; r++)
            for (size_t c = 0; c < columns; c++) buf[r * columns + c] = 1.0f;
    }
}
#endif

static int create_layer(fc_layer *l, int c, int k, int n) {
    l->c = c;
    l->k = k;
    l->n = n;
    l->weights = aligned_alloc(2097152, (size_t)c * k * sizeof(float)); /* expect: fsfind-serial-first-touch */
    l->act = aligned_alloc(2097152, (size_t)n * k * sizeof(float));     /* expect: fsfind-serial-first-touch */
    return l->weights && l->act ? 0 : 1;
}

static void forward(const fc_layer *l, const float *input, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int k = 0; k < l->k; k++)
        for (int n = 0; n < l->n; n++) {
            float sum = 0.0f;
            for (int c = 0; c < l->c; c++) sum += l->weights[(size_t)k * l->c + c] * input[(size_t)n * l->c + c];
            l->act[(size_t)k * l->n + n] = sum > 0.0f ? sum : 0.0f;
        }
}

int run_mlp(int layers, const int *sizes, int batch, const float *input, int iters) {
    const int threads = omp_get_max_threads();
    fc_layer *net = malloc(sizeof(fc_layer) * layers);
    for (int i = 0; i < layers; i++) {
        if (create_layer(&net[i], sizes[i], sizes[i + 1], batch)) return 1;
#ifdef FIXED
        init_buf_numa_aware(threads, net[i].weights, net[i].k, net[i].c);
        init_buf_numa_aware(threads, net[i].act, net[i].k, net[i].n);
#else
        init_buf(net[i].weights, (size_t)sizes[i] * sizes[i + 1], 1);
        init_buf(net[i].act, (size_t)batch * sizes[i + 1], 0);
#endif
    }
    for (int it = 0; it < iters; it++)
        for (int i = 0; i < layers; i++) forward(&net[i], i ? net[i - 1].act : input, threads);
    return 0;
}
