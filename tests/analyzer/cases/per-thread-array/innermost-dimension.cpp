// The fewest faults by vat, shelf and thread are kept in nested vectors whose innermost dimension
// is the thread. Mended, the thread is the first index and each has blocks of its own.
// as in: LePHARE, https://github.com/lephare-photoz/lephare/pull/251
// args: -fopenmp
#include <cstddef>
#include <omp.h>
#include <vector>

struct Cheese {
  int vat, shelf, number;
  double faults;
};
using std::vector;
#ifdef FIXED
#define AT(values, one, thread) values[thread][(one).vat][(one).shelf]
#else
#define AT(values, one, thread) values[(one).vat][(one).shelf][thread]
#endif

vector<int> bestOfShelves(const vector<Cheese> &cheeses, int vats, int shelves, int threads) {
#ifdef FIXED
  vector<vector<vector<double>>> fewest(threads);
  vector<vector<vector<int>>> best(threads);
  for (int i = 0; i < threads; ++i) {
    fewest[i].assign(vats, vector<double>(shelves, 1e9));
    best[i].assign(vats, vector<int>(shelves, -1));
  }
#else
  vector<vector<vector<double>>> fewest(vats); // expect: fsfind-per-thread-slots
  vector<vector<vector<int>>> best(vats);      // expect: fsfind-per-thread-slots
  for (int i = 0; i < vats; ++i) {
    fewest[i].assign(shelves, vector<double>(threads, 1e9));
    best[i].assign(shelves, vector<int>(threads, -1));
  }
#endif
  int thread = 0;
#pragma omp parallel private(thread) num_threads(threads)
  {
    thread = omp_get_thread_num();
#pragma omp for schedule(static, 10000)
    for (std::size_t i = 0; i < cheeses.size(); ++i)
      if (cheeses[i].faults < AT(fewest, cheeses[i], thread)) {
        AT(fewest, cheeses[i], thread) = cheeses[i].faults;
        AT(best, cheeses[i], thread) = cheeses[i].number;
      }
  }
  vector<int> chosen;
  for (int t = 0; t < threads; ++t)
    for (const Cheese &one : cheeses)
      chosen.push_back(AT(best, one, t));
  return chosen;
}
