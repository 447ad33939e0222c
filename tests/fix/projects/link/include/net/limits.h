// Nothing but macros: debug info does not name this header.
#define NAME_LENGTH 16
#define ROUNDS 20000
