#include "rules/model/GoPackages.h"

#include <algorithm>
#include <array>

namespace fsfind {

namespace {

/// First elements of the import paths of Go's standard library.
constexpr std::array<std::string_view, 46> kGoPackages = {
    "archive",  "bufio",   "bytes",   "cmp",      "compress", "container", "context", "crypto",
    "database", "debug",   "embed",   "encoding", "errors",   "expvar",    "flag",    "fmt",
    "go",       "hash",    "html",    "image",    "index",    "internal",  "io",      "iter",
    "log",      "maps",    "math",    "mime",     "net",      "os",        "path",    "plugin",
    "reflect",  "regexp",  "runtime", "slices",   "sort",     "strconv",   "strings", "sync",
    "syscall",  "testing", "text",    "time",     "unicode",  "unique"};

} // namespace

bool isOfGoPackage(std::string_view type) {
  const std::string_view path = type.substr(0, type.find_first_of("/.["));
  return path.size() < type.size() && type[path.size()] != '[' &&
         std::find(kGoPackages.begin(), kGoPackages.end(), path) != kGoPackages.end();
}

bool isOfGoRuntime(std::string_view type) {
  return type.starts_with("runtime.") || type.starts_with("internal/");
}

} // namespace fsfind
