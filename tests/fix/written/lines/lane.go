package main

const cacheLine = 64

// total is what all lanes counted.
type total struct {
	packets uint64
	_       [cacheLine - 8]byte
}

// lane is what one goroutine counts.
type lane struct {
	packets uint64
	bytes   uint64
	last    uint32
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
