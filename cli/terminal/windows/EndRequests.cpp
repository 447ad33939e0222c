#include "cli/terminal/EndRequests.h"

#include <windows.h>

#include <atomic>
#include <unistd.h>

namespace fsfind::cli {

namespace {

/// Requests come in a thread of the system's (SetConsoleCtrlHandler), which knows no object.
std::atomic<int> request = 0, holders = 0;

BOOL WINAPI hold(DWORD event) {
  request = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM;
  return TRUE;
}

} // namespace

EndRequests::EndRequests() {
  if (holders++ == 0)
    SetConsoleCtrlHandler(hold, TRUE);
}

EndRequests::~EndRequests() {
  if (--holders != 0)
    return;
  SetConsoleCtrlHandler(hold, FALSE);
  if (const int number = take(); number != 0)
    _exit(kSignalBase + number);
}

int EndRequests::take() const {
  return request.exchange(0);
}

bool EndRequests::arePending() const {
  return request != 0;
}

} // namespace fsfind::cli
