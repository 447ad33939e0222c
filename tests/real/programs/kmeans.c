/* Lloyd's k-means in OpenMP as textbooks write it: membership is written by whoever has the point,
 * sums and sizes of the clusters are shared and updated atomically. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

enum { points = 4000, dimensions = 4, clusters = 8, rounds = 10 };

struct cluster {
    double center[dimensions];
    double sum[dimensions];
    int size;
};

static double *coordinates;
static int *membership;
static struct cluster *cluster;
static int changed;

static int nearest(const double *point) {
    int best = 0;
    double best_distance = DBL_MAX;
    for (int c = 0; c < clusters; ++c) {
        double distance = 0;
        for (int d = 0; d < dimensions; ++d) {
            double difference = point[d] - cluster[c].center[d];
            distance += difference * difference;
        }
        if (distance < best_distance) {
            best_distance = distance;
            best = c;
        }
    }
    return best;
}

static void assign_points(void) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < points; ++i) {
        const double *point = coordinates + (size_t)i * dimensions;
        int best = nearest(point);
        if (membership[i] != best) {
            membership[i] = best;
#pragma omp atomic
            ++changed;
        }
        for (int d = 0; d < dimensions; ++d) {
#pragma omp atomic
            cluster[best].sum[d] += point[d];
        }
#pragma omp atomic
        ++cluster[best].size;
    }
}

static void move_centers(void) {
    for (int c = 0; c < clusters; ++c) {
        for (int d = 0; d < dimensions; ++d) {
            if (cluster[c].size > 0) {
                cluster[c].center[d] = cluster[c].sum[d] / cluster[c].size;
            }
            cluster[c].sum[d] = 0;
        }
        cluster[c].size = 0;
    }
}

int main(void) {
    coordinates = malloc(sizeof *coordinates * points * dimensions);
    membership = malloc(sizeof *membership * points);
    cluster = calloc(clusters, sizeof *cluster);
    srand(1);
    for (int i = 0; i < points * dimensions; ++i) {
        coordinates[i] = rand() / (double)RAND_MAX + i / dimensions % clusters;
    }
    for (int i = 0; i < points; ++i) {
        membership[i] = -1;
    }
    for (int c = 0; c < clusters; ++c) {
        for (int d = 0; d < dimensions; ++d) {
            cluster[c].center[d] = coordinates[c * dimensions + d];
        }
    }
    for (int round = 0; round < rounds; ++round) {
        changed = 0;
        assign_points();
        move_centers();
    }
    printf("%d points changed last, first center %.3f\n", changed, cluster[0].center[0]);
    free(coordinates);
    free(membership);
    free(cluster);
    return 0;
}
