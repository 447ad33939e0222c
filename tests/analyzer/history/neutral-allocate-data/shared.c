#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t allocate_data(double** buf, size_t len) {
  if (len == 0) {
    return 0;
  }
  const size_t bytes = (sizeof(double) * len + VEC_ALIGN - 1) / VEC_ALIGN * VEC_ALIGN;
  *buf = (double*)aligned_alloc(VEC_ALIGN, bytes);
  if (*buf == NULL) {
    TERMINATE("Failed to allocate a data array of %zu bytes.\n", bytes);
  }

#ifdef FIXED
#pragma omp parallel for
#endif
  for (size_t ii = 0; ii < len; ++ii) {
    (*buf)[ii] = 0.0; /* expect: fsfind-serial-first-touch */
  }

  return bytes;
}

size_t allocate_int_data(int** buf, size_t len) {
  const size_t bytes = (sizeof(int) * len + VEC_ALIGN - 1) / VEC_ALIGN * VEC_ALIGN;
  *buf = (int*)aligned_alloc(VEC_ALIGN, bytes);
  if (*buf == NULL) {
    TERMINATE("Failed to allocate an integer array of %zu bytes.\n", bytes);
  }
  return bytes;
}

void deallocate_data(double* buf) { free(buf); }

size_t initialise_mesh_2d(Mesh* mesh) {
  size_t allocated = allocate_data(&mesh->edgex, mesh->local_nx + 1);
  allocated += allocate_data(&mesh->edgey, mesh->local_ny + 1);
  allocated += allocate_data(&mesh->edgedx, mesh->local_nx + 1);
  allocated += allocate_data(&mesh->edgedy, mesh->local_ny + 1);

#pragma omp parallel for
  for (int ii = 0; ii < mesh->local_nx + 1; ++ii) {
    mesh->edgedx[ii] = mesh->width / mesh->local_nx;
    mesh->edgex[ii] = mesh->edgedx[ii] * (ii - mesh->pad);
  }
#pragma omp parallel for
  for (int ii = 0; ii < mesh->local_ny + 1; ++ii) {
    mesh->edgedy[ii] = mesh->height / mesh->local_ny;
    mesh->edgey[ii] = mesh->edgedy[ii] * (ii - mesh->pad);
  }
  return allocated;
}

size_t initialise_shared_data_2d(const int local_nx, const int local_ny, SharedData* shared_data) {
  const size_t len = (size_t)local_nx * local_ny;
  size_t allocated = allocate_data(&shared_data->x, len);
  allocated += allocate_data(&shared_data->r, len);
  allocated += allocate_data(&shared_data->p, len);
  allocated += allocate_data(&shared_data->Ap, len);
  allocated += allocate_data(&shared_data->s_x, (size_t)(local_nx + 1) * local_ny);
  allocated += allocate_data(&shared_data->s_y, (size_t)local_nx * (local_ny + 1));
  allocated += allocate_data(&shared_data->density, len);
  allocated += allocate_data(&shared_data->energy, len);
  printf("Allocated %.4fGB bytes of data\n", allocated / (1024.0 * 1024.0 * 1024.0));
  return allocated;
}
