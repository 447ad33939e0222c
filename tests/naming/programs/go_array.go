// A global array of structs by goroutine, and a global struct.
package main

import (
	"sync"
	"unsafe"
)

type shard struct {
	requests uint64
	bytes    uint64
	errors   uint32
}

var shards [4]shard

var limits struct {
	low, high uint64
}

func (s *shard) count(bytes uint32) {
	s.requests++
	s.bytes += uint64(bytes)
	if bytes%16 == 0 {
		s.errors++
	}
}

func serve(own int) {
	seed := uint32(own)
	for request := 0; request < 12000; request++ {
		seed = work(seed)
		shards[own].count(seed & 1023)
		if own == 0 {
			limits.low++
		} else if own == 1 {
			limits.high += uint64(seed & 1)
		}
	}
}

func main() {
	for i := range shards {
		s := &shards[i]
		tell("global", "shards", i, "main.shard", "requests", unsafe.Pointer(&s.requests), 8)
		tell("global", "shards", i, "main.shard", "bytes", unsafe.Pointer(&s.bytes), 8)
		tell("global", "shards", i, "main.shard", "errors", unsafe.Pointer(&s.errors), 4)
	}
	tell("global", "limits", -1, "", "low", unsafe.Pointer(&limits.low), 8)
	tell("global", "limits", -1, "", "high", unsafe.Pointer(&limits.high), 8)
	var done sync.WaitGroup
	for i := range shards {
		done.Add(1)
		go func() {
			defer done.Done()
			serve(i)
		}()
	}
	done.Wait()
}
