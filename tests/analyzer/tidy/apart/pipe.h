#pragma once

struct Pipe {
  long fed;
  long drained;
};

extern Pipe pipe;

void feed();
void drain();
