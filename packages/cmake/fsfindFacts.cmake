# Facts as products of a build, with Ninja or make.
#
#   fsfind_add_facts(TARGET)
#     A facts file for each C and C++ source of the target, made anew when the source, a header that
#     it reads, or fsfind changes; and TARGET.facts in the target's build folder, of all of them. The
#     target TARGET_facts makes it. Call it after the target's sources and options are set.
#
#   fsfind_add_facts_check(NAME TARGETS TARGET... [FAIL_ON LEVEL] [BASELINE FILE] [OPTIONS OPTION...])
#     A target NAME that judges the facts of these targets as one program, and fails if there are
#     findings of the level (as for `fsfind check --fail-on`; default high) that the baseline does not have.
#     Calls fsfind_add_facts() for those that have no facts yet. OPTIONS are for `fsfind check`.
#
# What the project's .fsfind.yaml says of failing is for other runs: facts are made whatever they tell.
#
# Options by $<COMPILE_LANGUAGE:...> cannot be used, since CMake evaluates them for compilations only.

# Functions keep the policies that hold here, whatever the project's are: by CMP0116, depfiles are
# turned into what Ninja expects.
cmake_policy(VERSION 3.20)

# The options that tell the compiler what the sources mean, in terms of the target's properties.
function(_fsfind_compile_options target source result)
  set(options "")
  foreach(kind IN ITEMS INCLUDE_DIRECTORIES:-I COMPILE_DEFINITIONS:-D)
    string(REGEX MATCH "^[^:]*" property "${kind}")
    string(REGEX REPLACE "^[^:]*:" "" option "${kind}")
    set(value "$<TARGET_PROPERTY:${target},${property}>")
    list(APPEND options "$<$<BOOL:${value}>:${option}$<JOIN:${value},;${option}>>")
  endforeach()
  list(APPEND options "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  if(source MATCHES "\\.c$")
    set(standard "$<TARGET_PROPERTY:${target},C_STANDARD>")
    list(APPEND options "$<$<BOOL:${standard}>:-std=gnu${standard}>")
  else()
    set(standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
    list(APPEND options "$<$<BOOL:${standard}>:-std=gnu++${standard}>")
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# The target's C and C++ sources, absolute.
function(_fsfind_sources target result)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(found "")
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.(c|cc|cpp|cxx|C)$")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND found "${path}")
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

function(fsfind_add_facts target)
  _fsfind_sources(${target} sources)
  get_target_property(folder ${target} BINARY_DIR)
  set(all "")
  foreach(source IN LISTS sources)
    string(MD5 place "${source}")
    string(SUBSTRING "${place}" 0 8 place)
    get_filename_component(name "${source}" NAME)
    set(facts "${folder}/${target}.facts.d/${name}.${place}.facts")
    _fsfind_compile_options(${target} "${source}" options)
    add_custom_command(OUTPUT "${facts}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/${target}.facts.d"
      COMMAND fsfind::fsfind check -q --no-cache --fail-on none -o "${facts}.txt" --facts-out "${facts}"
              --depfile "${facts}.d" "${source}" -- "${options}"
      DEPENDS "${source}" fsfind::fsfind DEPFILE "${facts}.d"
      COMMENT "Gathering facts of ${name}" COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND all "${facts}")
  endforeach()
  set(merged "${folder}/${target}.facts")
  add_custom_command(OUTPUT "${merged}"
    COMMAND fsfind::fsfind merge ${all} -o "${merged}"
    DEPENDS ${all} COMMENT "Merging facts of ${target}" VERBATIM)
  add_custom_target(${target}_facts DEPENDS "${merged}")
  add_dependencies(${target}_facts ${target}) # which may generate headers
  set_target_properties(${target} PROPERTIES FSFIND_FACTS "${merged}")
endfunction()

function(fsfind_add_facts_check name)
  cmake_parse_arguments(PARSE_ARGV 1 of "" "FAIL_ON;BASELINE" "TARGETS;OPTIONS")
  if(NOT of_TARGETS)
    message(FATAL_ERROR "fsfind_add_facts_check(${name}): name TARGETS")
  endif()
  if(NOT of_FAIL_ON)
    set(of_FAIL_ON high)
  endif()
  set(baseline "")
  if(of_BASELINE)
    get_filename_component(path "${of_BASELINE}" ABSOLUTE)
    set(baseline --baseline "${path}")
  endif()
  set(facts "")
  set(from "")
  foreach(target IN LISTS of_TARGETS)
    get_target_property(merged ${target} FSFIND_FACTS)
    if(NOT merged)
      fsfind_add_facts(${target})
      get_target_property(merged ${target} FSFIND_FACTS)
    endif()
    list(APPEND facts "${merged}")
    list(APPEND from ${target}_facts)
  endforeach()
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}.facts")
  add_custom_command(OUTPUT "${program}" COMMAND fsfind::fsfind merge ${facts} -o "${program}"
    DEPENDS ${facts} ${from} COMMENT "Merging facts for ${name}" VERBATIM)
  add_custom_target(${name}
    COMMAND fsfind::fsfind check -q --facts-in "${program}" --fail-on ${of_FAIL_ON} ${baseline}
            ${of_OPTIONS}
    DEPENDS "${program}" WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" VERBATIM)
endfunction()
