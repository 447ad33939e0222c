// Elements of a slice, one a goroutine, and a struct with a member for each of two goroutines.
package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// lane is what one goroutine counts.
type lane struct {
	packets uint64
	bytes   uint64
	last    uint32
}

type meter struct {
	name     string
	sent     uint64
	received uint64
}

func work(seed uint32) uint32 {
	return seed*1664525 + 1013904223
}

//go:noinline
func count(lanes []lane, own int, rounds int) {
	seed := uint32(own)
	for i := 0; i < rounds; i++ {
		seed = work(seed)
		l := &lanes[own]
		l.packets++
		l.bytes += uint64(seed & 1023)
		l.last = seed
	}
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

func main() {
	const rounds = 20000
	runtime.GOMAXPROCS(8)
	lanes := make([]lane, 4)
	m := &meter{name: "first"}
	var done sync.WaitGroup
	var ready atomic.Int32
	start := func() { // all at once
		ready.Add(1)
		for ready.Load() < 8 {
			runtime.Gosched()
		}
	}
	for own := range lanes {
		done.Add(2)
		go func() {
			defer done.Done()
			start()
			count(lanes, own, rounds)
		}()
		go func() {
			defer done.Done()
			start()
			if own < 2 {
				measure(m, own == 0, rounds)
			}
		}()
	}
	done.Wait()
	sum := m.sent + m.received
	for i := range lanes {
		sum += lanes[i].packets + lanes[i].bytes
	}
	println(sum)
}
