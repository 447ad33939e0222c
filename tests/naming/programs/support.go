package main

import (
	"fmt"
	"os"
	"unsafe"
)

var truth = openTruth()

func openTruth() *os.File {
	file, err := os.Create(os.Getenv("FSFIND_TRUTH"))
	if err != nil {
		return nil
	}
	return file
}

// tell writes what lies at an address: what the program knows of its own memory. name is the
// variable's, empty on the heap; index the element's, or -1.
func tell(kind, name string, index int, typeName, path string, at unsafe.Pointer, size uintptr) {
	write(kind, name, index, typeName, path, at, size, "right")
}

// tellPart writes the name of a part of an object: not wrong, but not the whole answer.
func tellPart(kind, typeName, path string, at unsafe.Pointer, size uintptr) {
	write(kind, "", -1, typeName, path, at, size, "part")
}

func write(kind, name string, index int, typeName, path string, at unsafe.Pointer, size uintptr,
	rank string) {
	if truth != nil {
		fmt.Fprintf(truth, "TRUTH\t%#x\t%d\t%s\t%s\t%s\t%s\t%d\t%s\n", uintptr(at), size,
			typeName, path, kind, name, index, rank)
	}
}

// work is what an item costs outside of shared data.
//
//go:noinline
func work(seed uint32) uint32 {
	for step := 0; step < 3; step++ {
		seed = seed*1664525 + 1013904223
	}
	return seed
}
