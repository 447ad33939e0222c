// project: LePHARE (onesource, PDF and fit)
// reference: https://github.com/lephare-photoz/lephare/pull/251 (read)
// kind: per-thread-array
// starts: visible
// args: -fopenmp
// wrong: the best chi2 of each redshift bin is kept by thread in a nested vector whose last dimension is the thread, so
//        the threads' values of a bin are neighbours. Mended by making the thread the first dimension.
#include <cmath>
#include <cstddef>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
#endif

using std::size_t;
using std::vector;

constexpr double HIGH_CHI2 = 1.0e9;

struct SED {
  int type;
  int index_z;
  double mag0;
  vector<double> flux;
};

struct PDF {
  vector<double> chi2;
  vector<int> ind;
  vector<double> vPDF;
  explicit PDF(int dimz) : chi2(dimz, HIGH_CHI2), ind(dimz, -1), vPDF(dimz, 0.) {}
};

class onesource {
public:
  onesource(vector<double> f, vector<double> s) : ab(f), sab(s) {}
  void generatePDF(const vector<SED*>& lib, const vector<size_t>& va, int dimzg, vector<PDF>& pdfmap);

private:
  double chi2_of(const SED& sed) const;
  vector<double> ab, sab;
};

double onesource::chi2_of(const SED& sed) const {
  double avmago = 0., avmagt = 0., chi2 = 0.;
  for (size_t k = 0; k < ab.size(); ++k) {
    avmago += ab[k] * sed.flux[k] / (sab[k] * sab[k]);
    avmagt += sed.flux[k] * sed.flux[k] / (sab[k] * sab[k]);
  }
  const double dmloc = avmago / avmagt;
  for (size_t k = 0; k < ab.size(); ++k) chi2 += std::pow((ab[k] - dmloc * sed.flux[k]) / sab[k], 2);
  return chi2;
}

void onesource::generatePDF(const vector<SED*>& lib, const vector<size_t>& va, int dimzg, vector<PDF>& pdfmap) {
  int number_threads = 1, thread_id = 0;
#ifdef _OPENMP
  number_threads = omp_get_max_threads();
#endif

#ifdef FIXED
  vector<vector<vector<double>>> locChi2(number_threads, vector<vector<double>>(3, vector<double>(dimzg, HIGH_CHI2)));
  vector<vector<vector<int>>> locInd(number_threads, vector<vector<int>>(3, vector<int>(dimzg, -1)));
#else
  vector<vector<vector<double>>> locChi2(3, vector<vector<double>>(dimzg, vector<double>(number_threads, HIGH_CHI2))); // expect: fsfind-per-thread-slots
  vector<vector<vector<int>>> locInd(3, vector<vector<int>>(dimzg, vector<int>(number_threads, -1))); // expect: fsfind-per-thread-slots
#endif

#pragma omp parallel private(thread_id)
  {
#ifdef _OPENMP
    thread_id = omp_get_thread_num();
#endif
#pragma omp for schedule(static, 10000)
    for (size_t i = 0; i < va.size(); i++) {
      const SED& sed = *lib[va[i]];
      const double chi2loc = chi2_of(sed);
      const int poszloc = sed.index_z;
      const int nlib = sed.type;
#ifdef FIXED
      if (chi2loc < locChi2[thread_id][nlib][poszloc]) {
        locChi2[thread_id][nlib][poszloc] = chi2loc;
        locInd[thread_id][nlib][poszloc] = static_cast<int>(va[i]);
      }
#else
      if (chi2loc < locChi2[nlib][poszloc][thread_id]) {
        locChi2[nlib][poszloc][thread_id] = chi2loc;
        locInd[nlib][poszloc][thread_id] = static_cast<int>(va[i]);
      }
#endif
    }
  }

  for (int t = 0; t < 3; ++t)
    for (int z = 0; z < dimzg; ++z)
      for (int k = 0; k < number_threads; ++k) {
#ifdef FIXED
        const double c = locChi2[k][t][z];
        const int n = locInd[k][t][z];
#else
        const double c = locChi2[t][z][k];
        const int n = locInd[t][z][k];
#endif
        if (c < pdfmap[t].chi2[z]) {
          pdfmap[t].chi2[z] = c;
          pdfmap[t].ind[z] = n;
          pdfmap[t].vPDF[z] = std::exp(-0.5 * c);
        }
      }
}
