#include "cli/terminal/Traits.h"

#include <windows.h>

#include <algorithm>
#include <io.h>

namespace fsfind::cli {

namespace {

/// The console of a descriptor; null if it is none.
HANDLE consoleOf(int descriptor) {
  const auto handle =
      descriptor < 0 ? nullptr : reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  DWORD mode = 0;
  return GetConsoleMode(handle, &mode) != 0 ? handle : nullptr;
}

/// Consoles obey escape sequences when they are asked to; those before Windows 10 never do.
bool obeysSequences(HANDLE console) {
  DWORD mode = 0;
  return GetConsoleMode(console, &mode) != 0 &&
         SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

} // namespace

Traits traitsOf(int descriptor, ColorChoice choice, const Environment &environment) {
  Traits traits;
  HANDLE console = consoleOf(descriptor);
  traits.terminal = console != nullptr;
  const bool obeys = traits.terminal && obeysSequences(console);
  traits.color = wantsColor(choice, obeys, [&](const char *name) {
    return std::string_view(name) == "TERM" ? std::optional<std::string>("console")
                                            : environment(name);
  });
  traits.utf8 = true; // main() has set the console's encoding
  CONSOLE_SCREEN_BUFFER_INFO size{};
  if (traits.terminal && GetConsoleScreenBufferInfo(console, &size) != 0)
    traits.width = std::max<std::size_t>(
        kMinWidth, static_cast<std::size_t>(size.srWindow.Right - size.srWindow.Left + 1));
  return traits;
}

} // namespace fsfind::cli
