# What the top CMakeLists.txt otherwise provides: flags, libraries, rules, extraction.
set(FSFIND_LLVM_VERSION 19 CACHE STRING "Major version of LLVM to build with")
set(FSFIND_ROOT ${CMAKE_CURRENT_SOURCE_DIR}/../..)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_SKIP_RPATH ON) # as the top CMakeLists.txt says why
include(GNUInstallDirs)
include(${FSFIND_ROOT}/tools/QuickBuild.cmake)

add_library(fsfind_flags INTERFACE)
target_compile_options(fsfind_flags INTERFACE -Wall -Wextra
  -Wno-deprecated-declarations) # in libstdc++ 12's std::stable_sort
target_include_directories(fsfind_flags INTERFACE ${FSFIND_ROOT})

find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(tsl-robin-map REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
find_package(LLVM REQUIRED CONFIG HINTS /usr/lib/llvm-${FSFIND_LLVM_VERSION}/lib/cmake/llvm
             NO_DEFAULT_PATH)

# Rules know no LLVM, so those that another build of this source compiled serve any release.
set(FSFIND_RULES_LIBRARY "" CACHE FILEPATH "libfsfind_rules.a of another build; empty = compile it")
if(FSFIND_RULES_LIBRARY)
  add_library(fsfind_rules STATIC IMPORTED)
  set_target_properties(fsfind_rules PROPERTIES IMPORTED_LOCATION ${FSFIND_RULES_LIBRARY})
  target_link_libraries(fsfind_rules INTERFACE fsfind_flags fmt::fmt tl::expected
    PkgConfig::XXHASH PkgConfig::ZSTD)
else()
  add_subdirectory(${FSFIND_ROOT}/rules rules)
endif()
add_subdirectory(${FSFIND_ROOT}/analyzer/knowledge knowledge)
add_subdirectory(${FSFIND_ROOT}/analyzer/config config)
add_subdirectory(${FSFIND_ROOT}/analyzer/extract extract)
