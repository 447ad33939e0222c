// Prints address|variable|index|type|member|record as layout.cpp does.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

type inner struct {
	x, y int32
}

type stats struct {
	requests atomic.Int64
	bytes    int64
	lock     sync.Mutex
	lanes    [4]inner
	name     string
	list     []int
}

var counters [8]atomic.Uint64
var table [4]stats
var one stats
var plain int64

func say[T any](place *T, text string) {
	fmt.Printf("%x|%s\n", uintptr(unsafe.Pointer(place)), text)
}

func main() {
	counters[1].Add(1)
	plain++
	say(&counters[5], "main.counters|5|sync/atomic.Uint64||")
	say(&table[2].bytes, "main.table|2|main.stats|bytes|main.stats")
	say(&table[3].requests, "main.table|3|main.stats|requests|main.stats")
	say(&one.lock, "main.one||main.stats|lock|main.stats")
	say(&one.lanes[3].y, "main.one||main.stats|lanes[3].y|main.inner")
	say(&one.name, "main.one||main.stats|name|main.stats")
	say(&one.list, "main.one||main.stats|list|main.stats")
	say(&plain, "main.plain||int64||")
}
