"""A recording of a program whose names try to become markup.

Names in debug information come from a compiler, which allows letters only; so they are replaced in
what the compiler gives to the assembler. The folder, the source file and the thread's name are
hostile, too.
"""
import pathlib
import subprocess

MARKUP = "<img src=x onerror=alert(1)>"
SCRIPT = "'\\\"&</SCRIPT><script>alert(2)</script>"
BIDI = "a\u202eb\u2028c"

PROGRAM = """
#define _GNU_SOURCE
#include <pthread.h>
struct hostile_type { volatile long hostile_first, hostile_second; };
struct hostile_type hostile_variable;
static void *hostile_function(void *second) {
  pthread_setname_np(pthread_self(), "<b>x</b>&\\"'");
  for (int i = 0; i < 20000; ++i) // </script><script>alert(3)</script>
    if (second)
      ++hostile_variable.hostile_second;
    else
      ++hostile_variable.hostile_first;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, hostile_function, 0);
  pthread_create(&threads[1], 0, hostile_function, threads);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
"""
NAMES = {"hostile_type": SCRIPT + "type", "hostile_first": MARKUP + BIDI + "first", "hostile_second": SCRIPT + "second"}


def recording(fsfind, folder):
    """Returns the path of the recording, or None if programs cannot be recorded here."""
    place = pathlib.Path(folder, MARKUP)
    place.mkdir()
    source, assembly = place / "a\"><i>.c", place / "program.s"
    source.write_text(PROGRAM)
    subprocess.run(["cc", "-O0", "-g", "-S", "-o", assembly, source], check=True)
    text = assembly.read_text()
    for name, hostile in NAMES.items():
        assert f'.string\t"{name}"' in text, name
        text = text.replace(f'.string\t"{name}"', f'.string\t"{hostile}"')
    assembly.write_text(text)
    subprocess.run(["cc", "-pthread", "-o", place / "program", assembly], check=True)
    data = place / "perf.data"
    recorded = subprocess.run([fsfind, "record", "-q", "--engine=simulate", "-o", data, place / "program"],
                              capture_output=True, text=True, check=False)
    return data if recorded.returncode == 0 else None
