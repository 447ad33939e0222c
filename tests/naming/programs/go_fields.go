// Fields of a struct on the heap, reached by pointer: plain ones, atomics, those of an embedded struct.
package main

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

type counters struct {
	hits   atomic.Int64
	misses atomic.Int64
}

type cache struct {
	name string
	counters
	evictions uint64
	size      int32
	closed    atomic.Bool
}

func (c *cache) evict(count uint32) {
	c.evictions += uint64(count)
}

func (c *cache) look(found bool) {
	if found {
		c.hits.Add(1)
	} else {
		c.misses.Add(1)
	}
}

func (c *cache) grow() {
	if !c.closed.Load() {
		c.size++
	}
}

func main() {
	c := &cache{name: "names"}
	tell("heap", "", -1, "main.cache", "counters.hits", unsafe.Pointer(&c.hits), 8)
	tell("heap", "", -1, "main.cache", "hits", unsafe.Pointer(&c.hits), 8)
	tellPart("heap", "main.counters", "hits", unsafe.Pointer(&c.hits), 8)
	tell("heap", "", -1, "main.cache", "counters.misses", unsafe.Pointer(&c.misses), 8)
	tell("heap", "", -1, "main.cache", "misses", unsafe.Pointer(&c.misses), 8)
	tellPart("heap", "main.counters", "misses", unsafe.Pointer(&c.misses), 8)
	tell("heap", "", -1, "main.cache", "evictions", unsafe.Pointer(&c.evictions), 8)
	tell("heap", "", -1, "main.cache", "size", unsafe.Pointer(&c.size), 4)
	tell("heap", "", -1, "main.cache", "closed", unsafe.Pointer(&c.closed), 4)
	var done sync.WaitGroup
	for number := range 4 {
		done.Add(1)
		go func() {
			defer done.Done()
			seed := uint32(number)
			for round := 0; round < 12000; round++ {
				seed = work(seed)
				switch number {
				case 0:
					c.evict(seed & 3)
				case 1:
					c.grow()
				default:
					c.look(seed&64 != 0)
				}
			}
		}()
	}
	done.Wait()
}
