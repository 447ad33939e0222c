// Structs whose pointers go through a channel and lie in a map; sync/atomic functions on fields.
package main

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

type job struct {
	id      int
	retries uint32
	done    uint32
	cost    uint64
}

func run(jobs <-chan *job, done *sync.WaitGroup) {
	defer done.Done()
	for j := range jobs {
		seed := uint32(j.id)
		for round := 0; round < 12000; round++ {
			seed = work(seed)
			j.cost += uint64(seed & 7)
			if seed%32 == 0 {
				atomic.AddUint32(&j.retries, 1)
			}
		}
	}
}

func watch(byName map[string]*job, done *sync.WaitGroup) {
	defer done.Done()
	watched := byName["last"]
	for round := uint32(0); round < 12000; round++ {
		atomic.StoreUint32(&watched.done, work(round))
	}
}

func main() {
	jobs := make(chan *job)
	byName := map[string]*job{}
	all := make([]*job, 3)
	for i := range all {
		j := &job{id: i}
		all[i] = j
		tell("heap", "", -1, "main.job", "id", unsafe.Pointer(&j.id), 8)
		tell("heap", "", -1, "main.job", "retries", unsafe.Pointer(&j.retries), 4)
		tell("heap", "", -1, "main.job", "done", unsafe.Pointer(&j.done), 4)
		tell("heap", "", -1, "main.job", "cost", unsafe.Pointer(&j.cost), 8)
		byName["last"] = j
	}
	var done sync.WaitGroup
	done.Add(4)
	go watch(byName, &done)
	for range all {
		go run(jobs, &done)
	}
	for _, j := range all {
		jobs <- j
	}
	close(jobs)
	done.Wait()
}
