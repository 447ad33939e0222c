// project: ABACUS (source/module_xc/xc_functional_gradcorr.cpp, module_base/global_function.h)
// reference: https://github.com/deepmodeling/abacus-develop/pull/1594 (read)
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the charge densities and their gradients are new arrays that a helper clears with memset in the main thread, before the
//        loops over grid points; the pull request clears them in parallel as it makes those loops parallel.
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

namespace ModuleBase {

template <typename T> class Vector3 {
public:
  T x, y, z;
  Vector3() = default;
  Vector3 operator*(T s) const { return make(x * s, y * s, z * s); }
  T norm2() const { return x * x + y * y + z * z; }
  static Vector3 make(T a, T b, T c) {
    Vector3 v;
    v.x = a;
    v.y = b;
    v.z = c;
    return v;
  }
};

namespace GlobalFunc {
template <class T, typename TI> inline void ZEROS(std::complex<T>* u, const TI n) {
  for (TI i = 0; i < n; i++) u[i] = std::complex<T>(0.0, 0.0);
}
template <class T, typename TI> inline void ZEROS(T* u, const TI n) {
  if (n > 0) std::memset(u, 0, sizeof(T) * n); // expect: fsfind-serial-first-touch
}
} // namespace GlobalFunc

} // namespace ModuleBase

namespace ModulePW {
class PW_Basis {
public:
  int nrxx = 0, npw = 0;
  double tpiba = 1.0;
  ModuleBase::Vector3<double>* gcar = nullptr;
  void real2recip(const double* in, std::complex<double>* out) const;
  void recip2real(const std::complex<double>* in, double* out) const;
};
} // namespace ModulePW

struct Charge {
  double** rho;
  double* rho_core;
  std::complex<double>* rhog_core;
};

namespace GlobalC {
extern ModulePW::PW_Basis* rhopw;
extern double omega;
} // namespace GlobalC

namespace GlobalV {
extern int NSPIN;
}

class XC_Functional {
public:
  static void gradcorr(double& etxc, double& vtxc, std::vector<std::vector<double>>& v, const Charge* const chr);
  static void grad_rho(const std::complex<double>* rhog, ModuleBase::Vector3<double>* gdr);
  static void gcxc(double rho, double grho, double& sxc, double& v1xc, double& v2xc);
};

void XC_Functional::gcxc(double rho, double grho, double& sxc, double& v1xc, double& v2xc) {
  const double agrho = std::sqrt(grho), rho43 = rho * std::cbrt(rho);
  const double s = agrho / rho43, f = 0.804 - 0.804 / (1.0 + 0.273 * s * s);
  sxc = -0.738 * rho43 * f;
  v1xc = sxc * 4.0 / (3.0 * rho);
  v2xc = -0.2 * s / rho43;
}

void XC_Functional::gradcorr(double& etxc, double& vtxc, std::vector<std::vector<double>>& v, const Charge* const chr) {
  const int nspin0 = GlobalV::NSPIN == 1 ? 1 : 2;
  const double fac = 1.0 / nspin0, epsr = 1.0e-6, epsg = 1.0e-10;
  double vtxcgc = 0.0, etxcgc = 0.0;

  std::complex<double>* rhogsum1 = new std::complex<double>[GlobalC::rhopw->npw];
  ModuleBase::Vector3<double>* gdr1 = new ModuleBase::Vector3<double>[GlobalC::rhopw->nrxx];
  double* rhotmp1 = new double[GlobalC::rhopw->nrxx];
  double* neg = new double[GlobalC::rhopw->nrxx];

#ifdef FIXED
#ifdef _OPENMP
#pragma omp parallel for schedule(static, 1024)
#endif
  for (int ir = 0; ir < GlobalC::rhopw->nrxx; ir++) {
    rhotmp1[ir] = 0.0;
    neg[ir] = 0.0;
  }
#else
  ModuleBase::GlobalFunc::ZEROS(rhotmp1, GlobalC::rhopw->nrxx); // expect: fsfind-serial-first-touch
  ModuleBase::GlobalFunc::ZEROS(neg, GlobalC::rhopw->nrxx);     // expect: fsfind-serial-first-touch
#endif

#ifdef _OPENMP
#pragma omp parallel for schedule(static, 1024)
#endif
  for (int ir = 0; ir < GlobalC::rhopw->nrxx; ir++) {
    rhotmp1[ir] = chr->rho[0][ir] + fac * chr->rho_core[ir];
    neg[ir] = rhotmp1[ir] < 0 ? -1.0 : 0.0;
  }
  GlobalC::rhopw->real2recip(rhotmp1, rhogsum1);
  XC_Functional::grad_rho(rhogsum1, gdr1);

#ifdef _OPENMP
#pragma omp parallel for reduction(+ : etxcgc, vtxcgc) schedule(static, 1024)
#endif
  for (int ir = 0; ir < GlobalC::rhopw->nrxx; ir++) {
    const double arho = std::fabs(rhotmp1[ir]);
    const double grho2 = gdr1[ir].norm2();
    if (arho <= epsr || grho2 <= epsg) continue;
    double sxc, v1xc, v2xc;
    gcxc(arho, grho2, sxc, v1xc, v2xc);
    const double segno = neg[ir] < 0 ? -1.0 : 1.0;
    v[0][ir] += v1xc;
    vtxcgc += v1xc * (rhotmp1[ir] - chr->rho_core[ir]);
    etxcgc += sxc * segno;
    gdr1[ir] = gdr1[ir] * v2xc;
  }

  vtxc += vtxcgc * GlobalC::omega;
  etxc += etxcgc * GlobalC::omega;
  delete[] rhogsum1;
  delete[] gdr1;
  delete[] rhotmp1;
  delete[] neg;
}
