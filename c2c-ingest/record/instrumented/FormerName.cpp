/// A library of nothing but the name that gcc's library of ThreadSanitizer had up to gcc 11. The
/// loader takes a library that is loaded under that name for the one that a program asks for, and
/// looks for its functions in all libraries. (A file has one such name only.)
