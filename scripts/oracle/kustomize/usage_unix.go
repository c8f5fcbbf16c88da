//go:build unix

package main

import (
	"runtime"
	"syscall"
	"time"
)

// resourceUsage is what this process has used so far: processor time in
// milliseconds and its peak of memory in kilobytes.
func resourceUsage() (userMs, systemMs float64, maxRssKb int64) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, 0, 0
	}
	maxRssKb = int64(usage.Maxrss)
	if runtime.GOOS == "darwin" {
		maxRssKb /= 1024 // bytes there
	}
	return milliseconds(time.Duration(usage.Utime.Nano())), milliseconds(time.Duration(usage.Stime.Nano())), maxRssKb
}
