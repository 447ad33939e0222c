"""A small program of three units whose facts have one finding only together: two threads write
neighbours in a global, each in a file of its own."""

FILES = {
    "include/counts.h": "struct counts { long sent; long received; };\n"
                        "extern struct counts counts;\n"
                        "void *send(void *); void *receive(void *);\n",
    "main.c": "#include <pthread.h>\n#include \"counts.h\"\nstruct counts counts;\n"
              "int main(void) { pthread_t t[2];\n"
              "pthread_create(t, 0, send, 0); pthread_create(t + 1, 0, receive, 0);\n"
              "pthread_join(t[0], 0); pthread_join(t[1], 0); return 0; }\n",
    "send.c": "#include \"counts.h\"\n#include \"only_send.h\"\n"
              "void *send(void *x) { for (int i = 0; i < TIMES; ++i) counts.sent++; return x; }\n",
    "include/only_send.h": "#define TIMES 1000000\n",
    "receive.c": "#include \"counts.h\"\nvoid *receive(void *x) {\n"
                 "for (int i = 0; i < 1000000; ++i) counts.received++; return x; }\n",
}
RULE = "fsfind-adjacent-thread-fields"


def write(folder):
    """Writes the files below the folder, a pathlib.Path."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
