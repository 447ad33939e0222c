# fsfind_add_check(TARGET [NAME test] [BASELINE file] [FAIL_ON confidence] [OPTIONS option...])
#
# Adds a test for ctest that fails if `fsfind check` finds false sharing in the target's sources, or in
# headers of the project that lie beside them or in the target's include directories. The whole build is
# read, so threads that other targets start are known. Call it when the target has its sources and include
# directories.
#
#   NAME      of the test; fsfind.TARGET if not given
#   BASELINE  findings that this file has do not fail it; the target NAME.baseline writes the file
#   FAIL_ON   what fails it, as for `fsfind check --fail-on`; any, the default, means every finding
#   OPTIONS   more options of fsfind check
function(fsfind_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;BASELINE;FAIL_ON" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fsfind_add_check(${target}): unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  _fsfind_require_database(${target})
  _fsfind_paths(paths ${target})
  if(NOT arg_NAME)
    set(arg_NAME fsfind.${target})
  endif()
  if(NOT arg_FAIL_ON)
    set(arg_FAIL_ON any)
  endif()
  set(check fsfind::fsfind check -p "${CMAKE_BINARY_DIR}" ${arg_OPTIONS})
  set(baseline)
  if(arg_BASELINE)
    get_filename_component(file "${arg_BASELINE}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    set(baseline --baseline "${file}")
    add_custom_target(${arg_NAME}.baseline COMMAND ${check} -q --write-baseline "${file}" ${paths}
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" COMMENT "Writing ${file}" VERBATIM)
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${check} --fail-on ${arg_FAIL_ON} ${baseline} ${paths}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  # One after the other: the first leaves what it read in fsfind's cache for the others.
  set_tests_properties(${arg_NAME} PROPERTIES LABELS fsfind RESOURCE_LOCK fsfind-check)
endfunction()

# What is to be told cannot be known without a compile database, which not all generators write.
function(_fsfind_require_database target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "fsfind_add_check(${target}): there is no such target")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "fsfind_add_check(${target}): the generator ${CMAKE_GENERATOR} writes no compile database; "
                        "use Ninja or Makefiles")
  endif()
  get_target_property(exported ${target} EXPORT_COMPILE_COMMANDS)
  if(NOT exported)
    message(FATAL_ERROR "fsfind_add_check(${target}): the target is not in the compile database; put "
                        "set(CMAKE_EXPORT_COMPILE_COMMANDS ON) before the target, or configure with "
                        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
  endif()
endfunction()

# Sets `result` to the target's sources and the headers of the project beside them and in its include
# directories. CMake looks for new headers when it builds.
function(_fsfind_paths result target)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  get_target_property(includes ${target} INCLUDE_DIRECTORIES)
  set(paths)
  set(beside)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "^\\$<")
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
      get_filename_component(place "${source}" DIRECTORY)
      list(APPEND paths "${source}")
      list(APPEND beside "${place}")
    endif()
  endforeach()
  _fsfind_headers(headers GLOB ${beside})
  list(APPEND paths ${headers})
  set(below)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^\\$<BUILD_INTERFACE:(.*)>$" "\\1" include "${include}")
    string(FIND "${include}/" "${PROJECT_SOURCE_DIR}/" at)
    if(at EQUAL 0)
      list(APPEND below "${include}")
    endif()
  endforeach()
  _fsfind_headers(headers GLOB_RECURSE ${below})
  list(APPEND paths ${headers})
  list(REMOVE_DUPLICATES paths)
  set(${result} "${paths}" PARENT_SCOPE)
endfunction()

# Sets `result` to the headers in the folders: GLOB, or GLOB_RECURSE for those below, too.
function(_fsfind_headers result glob)
  set(patterns)
  foreach(folder IN LISTS ARGN)
    foreach(ending h hh hpp hxx inl ipp tcc)
      list(APPEND patterns "${folder}/*.${ending}")
    endforeach()
  endforeach()
  set(headers)
  if(patterns)
    list(REMOVE_DUPLICATES patterns)
    file(${glob} headers CONFIGURE_DEPENDS ${patterns})
  endif()
  set(${result} "${headers}" PARENT_SCOPE)
endfunction()
