//go:build !unix

package main

// resourceUsage is unknown here.
func resourceUsage() (userMs, systemMs float64, maxRssKb int64) { return 0, 0, 0 }
