#pragma once
#include <functional>
#include <vector>

extern thread_local unsigned groveOfThread;
inline unsigned thisGrove() {
  return groveOfThread;
}
unsigned groveCount();
struct Tree {
  std::size_t leaves;
};
void onEveryGrove(std::function<void(const std::vector<Tree> &)> function);

class Forest {
public:
  template <class F> void visit(F &&function) {
    onEveryGrove([function](const std::vector<Tree> &trees) {
      for (const Tree &tree : trees)
        function(tree);
    });
  }
  std::size_t leaves();

private:
#ifdef FIXED
  struct alignas(64) Sum {
#else
  struct Sum {
#endif
    std::size_t leaves = 0; // expect: fsfind-per-thread-slots
  };
};
