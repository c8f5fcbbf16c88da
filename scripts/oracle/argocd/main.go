// Command oracle answers what Argo CD's own code makes of an input.
// It serves Strata's tests and is never part of the product.
//
//	oracle sets    [--timeout-ms N]   expands ApplicationSets
//	oracle sources [--timeout-ms N]   renders sources as the repo server does
//
// Each takes one JSON case a line from standard input and prints one JSON line
// for each, in order. A case that panics or takes too long is answered with an
// error like any other. The repo server runs this program again as kustomize.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	log "github.com/sirupsen/logrus"
)

// respond answers one case with an object to print.
type respond func(line []byte) (any, error)

func main() {
	if len(os.Args) < 2 {
		fail("usage: oracle sets|sources [--timeout-ms N]")
	}
	if isKustomize(os.Args[1]) {
		runKustomize()
		return
	}
	commands := map[string]respond{"sets": respondToSet, "sources": respondToSource}
	command, known := commands[os.Args[1]]
	if !known {
		fail("unknown sub-command " + os.Args[1])
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	_ = flags.Int("workers", 1, "taken and not used: cases are answered one by one")
	timeoutMs := flags.Int("timeout-ms", 20000, "time limit of one case in milliseconds")
	_ = flags.Parse(os.Args[2:])
	log.SetLevel(log.PanicLevel)
	stayOffline()
	answerCases(command, time.Duration(*timeoutMs)*time.Millisecond)
}

func answerCases(command respond, timeout time.Duration) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		line := append([]byte(nil), in.Bytes()...)
		result, err := answerInTime(command, line, timeout)
		if err != nil {
			result = map[string]string{"error": err.Error()}
		}
		encoded, err := json.Marshal(result)
		if err != nil {
			fail(err.Error())
		}
		_, _ = out.Write(append(encoded, '\n'))
		_ = out.Flush()
	}
}

// answerInTime leaves a case that takes too long behind; it goes on in vain.
func answerInTime(command respond, line []byte, timeout time.Duration) (any, error) {
	type outcome struct {
		result any
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := recoverPanic(command, line)
		done <- outcome{result, err}
	}()
	select {
	case answer := <-done:
		return answer.result, answer.err
	case <-time.After(timeout):
		return nil, errors.New("timeout: the case takes too long")
	}
}

func recoverPanic(command respond, line []byte) (result any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return command(line)
}

// stayOffline keeps kustomize from git and from the network: what is remote fails at once.
func stayOffline() {
	http.DefaultTransport = noTransport{}
	_ = os.Setenv("PATH", "")
}

type noTransport struct{}

func (noTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("the oracle is offline")
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
