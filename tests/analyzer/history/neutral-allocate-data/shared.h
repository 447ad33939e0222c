#ifndef SHARED_HDR
#define SHARED_HDR
// project: UoB-HPC arch (shared.c, omp3 data), used by the mini-apps hot, flow and neutral
// reference: reduced from memory; the released allocate_data touches the pages in a parallel loop
// kind: first-touch
// starts: visible
// args: -fopenmp -std=gnu11
// wrong: the fields of the mesh are allocated and cleared by a helper in the main thread; the solver in another file runs over them
//        with static parallel loops.
#include <stddef.h>
#include <stdint.h>

#define VEC_ALIGN 32
#define PAD 2
#define TERMINATE(...) do { fprintf(stderr, __VA_ARGS__); exit(EXIT_FAILURE); } while (0)

typedef struct {
  int local_nx, local_ny;
  int pad;
  double width, height;
  double dt;
  double* edgex;
  double* edgey;
  double* edgedx;
  double* edgedy;
} Mesh;

typedef struct {
  double* x;
  double* r;
  double* p;
  double* s_x;
  double* s_y;
  double* Ap;
  double* density;
  double* energy;
  double* reduce_array;
} SharedData;

size_t allocate_data(double** buf, size_t len);
size_t allocate_int_data(int** buf, size_t len);
void deallocate_data(double* buf);
size_t initialise_mesh_2d(Mesh* mesh);
size_t initialise_shared_data_2d(const int local_nx, const int local_ny, SharedData* shared_data);
void solve_diffusion_2d(const int nx, const int ny, Mesh* mesh, const int max_inners, SharedData* shared_data,
                        double* end_error);
#endif
