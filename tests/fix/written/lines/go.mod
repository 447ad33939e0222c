module example.org/lines

go 1.21

require golang.org/x/sys v0.0.0

// Of the same shape as the real one, so that no network is needed.
replace golang.org/x/sys => ./sys
