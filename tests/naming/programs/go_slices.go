// Slices of structs and of numbers, one element a goroutine.
package main

import (
	"sync"
	"unsafe"
)

type bin struct {
	count  int64
	weight float64
	last   uint32
}

func fill(bins []bin, totals []uint64, own int) {
	seed := uint32(own)
	for round := 0; round < 10000; round++ {
		seed = work(seed)
		b := &bins[own]
		b.count++
		b.weight += 0.5
		b.last = seed
		totals[own] += uint64(seed & 1)
	}
}

func main() {
	bins := make([]bin, 4)
	totals := make([]uint64, 4)
	for i := range bins {
		tell("heap", "", i, "main.bin", "count", unsafe.Pointer(&bins[i].count), 8)
		tell("heap", "", i, "main.bin", "weight", unsafe.Pointer(&bins[i].weight), 8)
		tell("heap", "", i, "main.bin", "last", unsafe.Pointer(&bins[i].last), 4)
		tell("heap", "", i, "uint64", "", unsafe.Pointer(&totals[i]), 8)
	}
	var done sync.WaitGroup
	for i := range bins {
		done.Add(1)
		go func() {
			defer done.Done()
			fill(bins, totals, i)
		}()
	}
	done.Wait()
}
