package main

import (
	"sync/atomic"

	"golang.org/x/sys/cpu"
)

// start lets all goroutines begin at once.
type start struct {
	arrived atomic.Int32
	_       cpu.CacheLinePad
	wanted  int32
}

type meter struct {
	name     string
	sent     uint64
	received uint64
}

//go:noinline
func measure(m *meter, sender bool, rounds int) {
	seed := uint32(1)
	for i := 0; i < rounds; i++ {
		seed = work(seed)
		if sender {
			m.sent += uint64(seed & 7)
		} else {
			m.received += uint64(seed & 3)
		}
	}
}
