# fsfind_precompile(TARGET HEADER...): precompiles the headers that nearly every file of the target
# includes, and those named. Files still include what they use: a build with
# CMAKE_DISABLE_PRECOMPILE_HEADERS compiles, too.
function(fsfind_precompile target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory>
    <optional> <set> <string> <string_view> <tuple> <utility> <vector> <fmt/format.h> <tl/expected.hpp>
    ${ARGN})
endfunction()
