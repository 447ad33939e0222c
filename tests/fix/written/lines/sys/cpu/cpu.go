// Package cpu has the one type of golang.org/x/sys/cpu that the program uses.
package cpu

const cacheLineSize = 64

// CacheLinePad keeps what is before it and behind it on different cachelines.
type CacheLinePad struct{ _ [cacheLineSize]byte }
