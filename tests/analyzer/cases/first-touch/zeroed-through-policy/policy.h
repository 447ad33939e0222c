// suspect: run
#pragma once
#include "cables.h"

template <class Vector> struct OpenSpace {
  typedef std::shared_ptr<Vector> pointer;
  static void size(pointer &v, std::size_t n) {
    v = std::make_shared<Vector>();
    v->resize(n);
  }
  static void zero(Vector &v) {
#ifdef FIXED
#pragma omp parallel for
#endif
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = 0.0; // expect: fsfind-serial-first-touch
  }
};
template <class Space> class Statics {
public:
  Statics(const Bridge &bridge, std::size_t knots) : bridge_(bridge) {
    Space::size(forces_, knots);
  }
  void step() {
    Space::zero(*forces_);
    gather(bridge_, *forces_);
  }
private:
  const Bridge &bridge_;
  typename Space::pointer forces_;
};
