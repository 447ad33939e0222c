/* Least squares over points that each thread sums up in its own element of a shared array: the
 * classic of false sharing, as a textbook would write it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 4, points_per_thread = 60000 };

struct point {
    signed char x;
    signed char y;
};

struct partial_sums {
    const struct point *points;
    int count;
    long long sx, sy, sxx, syy, sxy;
};

static void *sum_up(void *argument) {
    struct partial_sums *sums = argument;
    for (int i = 0; i < sums->count; ++i) {
        sums->sx += sums->points[i].x;
        sums->sxx += sums->points[i].x * sums->points[i].x;
        sums->sy += sums->points[i].y;
        sums->syy += sums->points[i].y * sums->points[i].y;
        sums->sxy += sums->points[i].x * sums->points[i].y;
    }
    return NULL;
}

int main(void) {
    struct point *points = malloc(sizeof *points * threads * points_per_thread);
    struct partial_sums *sums = calloc(threads, sizeof *sums);
    pthread_t ids[threads];
    unsigned seed = 1;
    for (int i = 0; i < threads * points_per_thread; ++i) {
        seed = seed * 1103515245u + 12345u;
        points[i].x = (signed char)(seed >> 24);
        points[i].y = (signed char)(points[i].x / 2 + (int)(seed >> 16 & 7));
    }
    for (int t = 0; t < threads; ++t) {
        sums[t].points = points + t * points_per_thread;
        sums[t].count = points_per_thread;
        pthread_create(&ids[t], NULL, sum_up, &sums[t]);
    }
    double sx = 0, sy = 0, sxx = 0, sxy = 0, n = (double)threads * points_per_thread;
    for (int t = 0; t < threads; ++t) {
        pthread_join(ids[t], NULL);
        sx += (double)sums[t].sx;
        sy += (double)sums[t].sy;
        sxx += (double)sums[t].sxx;
        sxy += (double)sums[t].sxy;
    }
    double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    printf("y = %.4f x + %.4f\n", slope, (sy - slope * sx) / n);
    free(sums);
    free(points);
    return 0;
}
