// Members deep in nested structs, anonymous ones too, a union and bit-fields, on the heap.
#include "tests/naming/programs/support.h"

#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 20000 };

struct counters {
  unsigned long packets;
  unsigned long octets;
};

struct port {
  unsigned short number;
  unsigned up : 1;
  unsigned speed : 7;
  unsigned errors : 16;
  struct {
    struct counters received;
    struct counters sent;
  } traffic;
  union {
    unsigned long credit;
    struct {
      unsigned low, high;
    } window;
  };
};

struct nic {
  struct port ports[2];
  unsigned long interrupts;
};

static struct counters *received_of(struct nic *nic, int port) {
  return &nic->ports[port].traffic.received;
}

static void *receive(void *argument) {
  struct nic *nic = argument;
  unsigned seed = 1;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    struct counters *counters = received_of(nic, seed / 4096 % 2);
    counters->packets++;
    counters->octets += seed & 1500;
  }
  return NULL;
}

static void *send(void *argument) {
  struct nic *nic = argument;
  unsigned seed = 2;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    struct port *port = nic->ports;
    port->traffic.sent.packets++;
    port->traffic.sent.octets += seed & 1500;
    port->window.low = seed;
  }
  return NULL;
}

static void *watch(void *argument) {
  struct nic *nic = argument;
  unsigned seed = 3;
  for (int round = 0; round < ROUNDS; ++round) {
    seed = work(seed);
    nic->interrupts++;
    if (nic->ports[1].up)
      nic->ports[1].errors++;
    nic->ports[1].credit += seed;
  }
  return NULL;
}

// The bit-fields share the four bytes from offset 4 on, as the number's alignment leaves them.
static void tell_port(const struct port *port) {
  const char *type = "struct nic";
  tell("heap", "", -1, type, "ports.number", port, 2);
  tellPart("struct port", "number");
  tell("heap", "", -1, type, "ports.up", (const char *)port + 2, 6);
  tellAlso(type, "ports.speed");
  tellAlso(type, "ports.errors");
  tellPart("struct port", "up");
  tellPart("struct port", "speed");
  tellPart("struct port", "errors");
}

static void tell_port_traffic(const struct port *port) {
  const char *type = "struct nic";
  tell("heap", "", -1, type, "ports.traffic.received.packets", &port->traffic.received.packets, 8);
  tellPart("struct counters", "packets");
  tellPart("struct port", "traffic.received.packets");
  tell("heap", "", -1, type, "ports.traffic.received.octets", &port->traffic.received.octets, 8);
  tellPart("struct counters", "octets");
  tellPart("struct port", "traffic.received.octets");
  tell("heap", "", -1, type, "ports.traffic.sent.packets", &port->traffic.sent.packets, 8);
  tellPart("struct port", "traffic.sent.packets");
  tell("heap", "", -1, type, "ports.traffic.sent.octets", &port->traffic.sent.octets, 8);
  tellPart("struct port", "traffic.sent.octets");
  tell("heap", "", -1, type, "ports.credit", &port->credit, 8);
  tellPart("struct port", "credit");
  tell("heap", "", -1, type, "ports.window.low", &port->window.low, 4);
  tellPart("struct port", "window.low");
  tell("heap", "", -1, type, "ports.window.high", &port->window.high, 4);
}

int main(void) {
  struct nic *nic = calloc(1, sizeof *nic);
  nic->ports[1].up = 1;
  for (int i = 0; i < 2; ++i) {
    tell_port(&nic->ports[i]);
    tell_port_traffic(&nic->ports[i]);
  }
  TELL_MEMBER("heap", "", -1, "struct nic", *nic, interrupts);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, receive, nic);
  pthread_create(&threads[1], NULL, send, nic);
  pthread_create(&threads[2], NULL, watch, nic);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
