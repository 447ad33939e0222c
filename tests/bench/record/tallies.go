// Go: goroutines take work from a channel and count it in arrays of neighbours.
package main

import "sync"

const workers, steps, kinds = 6, 300, 5
const jobs = 600

type tally struct {
	done [workers]uint64
	_    [64 - 8*workers%64]byte
}

var tallies [kinds]tally

func work(self int, todo <-chan int, end *sync.WaitGroup) {
	defer end.Done()
	for job := range todo {
		for step := 0; step < steps; step++ {
			for kind := 0; kind < kinds && step%(1<<kind) == 0; kind++ {
				tallies[kind].done[self] += uint64(job)
			}
		}
	}
}

func main() {
	todo := make(chan int, 16)
	var end sync.WaitGroup
	for i := 0; i < workers; i++ {
		end.Add(1)
		go work(i, todo, &end)
	}
	for job := 0; job < jobs; job++ {
		todo <- job
	}
	close(todo)
	end.Wait()
}
