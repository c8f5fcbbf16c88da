// Command miniredis serves a Redis that keeps everything in memory, at the address that it is given: Argo CD itself is built
// beside it, from the same modules.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/alicebob/miniredis/v2"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: miniredis ADDRESS")
		os.Exit(2)
	}
	server := miniredis.NewMiniRedis()
	if err := server.StartAddr(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Nothing expires by itself.
	for range time.Tick(time.Second) {
		server.FastForward(time.Second)
	}
}
