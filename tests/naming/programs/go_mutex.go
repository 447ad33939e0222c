// Arrays of sync.Mutex with what they guard, in a struct on the heap.
package main

import (
	"sync"
	"unsafe"
)

type stripe struct {
	sync.Mutex
	balance int64
	moves   uint32
}

type bank struct {
	stripes [4]stripe
	audits  int
}

func (b *bank) move(own int, amount uint32) {
	s := &b.stripes[own]
	s.Lock()
	defer s.Unlock()
	s.balance += int64(amount)
	s.moves++
}

func main() {
	b := new(bank)
	for i := range b.stripes {
		s := &b.stripes[i]
		tell("heap", "", -1, "main.bank", "stripes.Mutex", unsafe.Pointer(&s.Mutex), 8)
		tellPart("heap", "main.stripe", "Mutex", unsafe.Pointer(&s.Mutex), 8)
		tellPart("heap", "sync.Mutex", "", unsafe.Pointer(&s.Mutex), 8)
		tell("heap", "", -1, "main.bank", "stripes.balance", unsafe.Pointer(&s.balance), 8)
		tellPart("heap", "main.stripe", "balance", unsafe.Pointer(&s.balance), 8)
		tell("heap", "", -1, "main.bank", "stripes.moves", unsafe.Pointer(&s.moves), 4)
		tellPart("heap", "main.stripe", "moves", unsafe.Pointer(&s.moves), 4)
	}
	tell("heap", "", -1, "main.bank", "audits", unsafe.Pointer(&b.audits), 8)
	var done sync.WaitGroup
	for i := range b.stripes {
		done.Add(1)
		go func() {
			defer done.Done()
			seed := uint32(i)
			for round := 0; round < 8000; round++ {
				seed = work(seed)
				b.move(i, seed&7)
				if i == 0 {
					b.audits++
				}
			}
		}()
	}
	done.Wait()
}
