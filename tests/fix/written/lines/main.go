// Records that the project's own ways of padding part: the pad of a library between fields, and the
// project's constant at the end of elements.
package main

import (
	"runtime"
	"sync"
)

func work(seed uint32) uint32 {
	return seed*1664525 + 1013904223
}

func main() {
	const rounds = 20000
	runtime.GOMAXPROCS(8)
	lanes := make([]lane, 4)
	m := &meter{name: "first"}
	var done sync.WaitGroup
	begin := start{wanted: 8}
	wait := func() {
		begin.arrived.Add(1)
		for begin.arrived.Load() < begin.wanted {
			runtime.Gosched()
		}
	}
	for i := range lanes {
		own := i
		done.Add(2)
		go func() {
			defer done.Done()
			wait()
			count(lanes, own, rounds)
		}()
		go func() {
			defer done.Done()
			wait()
			if own < 2 {
				measure(m, own == 0, rounds)
			}
		}()
	}
	done.Wait()
	var all total
	for i := range lanes {
		all.packets += lanes[i].packets + lanes[i].bytes
	}
	println(all.packets, m.sent+m.received)
}
