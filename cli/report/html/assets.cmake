# The page's style and script as C++ data, with the hashes by which its policy knows them.

# Writes the bytes that `hex` spells, a SHA-256, in base64, as a Content-Security-Policy wants it.
function(fsfind_base64 hex result)
  set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${hex}0000" ${at} 6 three_bytes)
    foreach(shift 18 12 6 0)
      math(EXPR digit "(0x${three_bytes} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${digit} 1 character)
      string(APPEND text ${character})
    endforeach()
  endforeach()
  # 32 bytes are 43 digits; what fills the last group up is written as `=`.
  string(SUBSTRING ${text} 0 43 text)
  set(${result} "${text}=" PARENT_SCOPE)
endfunction()

# Reads files one after the other, in the order given, and what the policy calls them.
function(fsfind_page_asset name before after)
  set(text "${before}")
  foreach(file IN LISTS ARGN)
    get_filename_component(path ${file} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/report/html)
    file(READ ${path} one)
    string(APPEND text "${one}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  string(APPEND text "${after}")
  string(SHA256 hash "${text}")
  fsfind_base64(${hash} hash)
  set(FSFIND_PAGE_${name} "${text}" PARENT_SCOPE)
  set(FSFIND_PAGE_${name}_HASH "${hash}" PARENT_SCOPE)
endfunction()

fsfind_page_asset(STYLE "" "" colours.css page.css ../picture/drawing.css pictures.css print.css)
# One function holds all: no name of the page is global. Functions of one file use those of others.
fsfind_page_asset(SCRIPT "(function () {\n'use strict';\n" "}());\n"
  text.js dom.js data.js model.js table.js figure.js filter.js findings.js
  sites.js advice.js case.js lines.js map.js memory.js recording.js diff.js main.js)
configure_file(report/html/PageAssets.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/PageAssets.cpp @ONLY)
