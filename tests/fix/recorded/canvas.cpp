// Three canvases between a painter and a gallery: the painter paints on one, the gallery looks at
// another, and they swap with the one between.
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

namespace art {

struct Canvas {
  int hue = 0, strokes = 0, light = 0;
};

class Triptych {
public:
  void paint(int colour) {
    Canvas &canvas = canvases_[wet_];
    canvas.hue = (canvas.hue * 3 + colour) & 0xffff;
    canvas.light = canvas.light ^ colour;
    canvas.strokes = canvas.strokes + 1;
  }
  void hang() { wet_ = between_.exchange(wet_ | kFresh, std::memory_order_acq_rel) & 3; }
  void look() {
    if (between_.load(std::memory_order_relaxed) & kFresh)
      shown_ = between_.exchange(shown_, std::memory_order_acq_rel) & 3;
  }
  int brightness(int from) const {
    const Canvas &canvas = canvases_[shown_];
    return canvas.light > from ? canvas.strokes : canvas.hue;
  }

private:
  static constexpr int kFresh = 4;
  std::array<Canvas, 3> canvases_;
  int wet_ = 0;
  int shown_ = 1;
  std::atomic<int> between_{2};
};

Triptych triptych;
constexpr int kPaintings = 10, kStrokes = 3000;

unsigned mix(unsigned colour) {
  for (int i = 0; i < 100; ++i)
    colour = colour * 22695477u + 1u;
  std::atomic_signal_fence(std::memory_order_seq_cst); // as if it were in another file
  return colour;
}

} // namespace art

int main(int argc, char **) {
  using namespace art;
#ifdef SIZES
  if (argc > 1)
    return std::printf("Canvas %zu\nTriptych %zu\n", sizeof(Canvas), sizeof(Triptych)) < 0;
#endif
  static_cast<void>(argc);
  std::atomic<int> ready{0};
  const auto meet = [&] {
    ++ready;
    while (ready.load() < 2)
      std::this_thread::yield();
  };
  long seen = 0;
  std::thread painter([&] {
    meet();
    unsigned colour = 1;
    for (int painting = 0; painting < kPaintings; ++painting) {
      for (int stroke = 0; stroke < kStrokes; ++stroke) {
        colour = mix(colour);
        triptych.paint(static_cast<int>(colour % 4096));
      }
      triptych.hang();
    }
  });
  std::thread gallery([&] {
    meet();
    unsigned eye = 7;
    for (int visit = 0; visit < kPaintings; ++visit) {
      triptych.look();
      for (int glance = 0; glance < kStrokes; ++glance) {
        eye = mix(eye);
        seen += triptych.brightness(static_cast<int>(eye % 4096)) >= 0;
      }
    }
  });
  painter.join();
  gallery.join();
  std::printf("seen %ld\n", seen);
}
