# Most of what the compiler does for a file is to read headers. These make it read them less often.
option(FSFIND_UNITY "Compile the files of a folder together; OFF is quicker for who changes one of them" ON)
# What one run of the compiler holds in memory grows with this.
set(FSFIND_UNITY_FILES 20)

# fsfind_quick_build(TARGET HEADER...): precompiles the headers that nearly every file of the target includes, and
# those named, and compiles the files of one folder together. Files still include what they use, so that a build with
# CMAKE_DISABLE_PRECOMPILE_HEADERS and without FSFIND_UNITY compiles, too.
function(fsfind_quick_build target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory>
    <optional> <set> <string> <string_view> <tuple> <utility> <vector> <fmt/format.h> <tl/expected.hpp>
    ${ARGN})
  fsfind_unity(${target})
endfunction()

# fsfind_unity(TARGET): what the files of one folder keep for themselves (anonymous namespaces, `using`, macros) has
# one name in the whole folder, whichever of them are compiled together.
function(fsfind_unity target)
  if(NOT FSFIND_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  list(SORT sources)
  set(folder "none")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE of)
    cmake_path(GET of PARENT_PATH of)
    if(NOT of STREQUAL folder)
      set(folder "${of}")
      set(count 0)
      cmake_path(RELATIVE_PATH of BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      string(MAKE_C_IDENTIFIER "${of}" name)
    endif()
    math(EXPR batch "${count} / ${FSFIND_UNITY_FILES}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${name}${batch}")
  endforeach()
endfunction()
