package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
)

// guardProcess keeps this process off the network and alive: remote resources
// fail at once, and log.Fatal panics instead of ending the process.
func guardProcess() {
	http.DefaultTransport = noTransport{}
	log.SetFlags(0)
	log.SetOutput(fatalWriter{})
	// Warnings about deprecated fields are not part of the result.
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
}

// standardError keeps the real one open: the garbage collector closes a file
// that nobody holds, and a crash has to leave its reason there.
var standardError = os.Stderr

// offlineSettings are the environment variables of a process without git and
// network, with a temporary folder of its own, and the function that removes
// that folder; a signal that ends the process removes it, too. kustomize gives
// up on a remote base as soon as it finds no git.
func offlineSettings() (map[string]string, func()) {
	folder, err := os.MkdirTemp("", "strata-oracle-")
	if err != nil {
		fail(err.Error())
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		_ = os.RemoveAll(folder)
		os.Exit(1)
	}()
	const closed = "http://127.0.0.1:9"
	return map[string]string{
		"PATH": "", "TMPDIR": folder,
		"HTTP_PROXY": closed, "HTTPS_PROXY": closed, "http_proxy": closed, "https_proxy": closed,
		"NO_PROXY": "", "no_proxy": "",
	}, func() { _ = os.RemoveAll(folder) }
}

// environmentWith is this process's environment with the settings in place of its own.
func environmentWith(settings map[string]string) []string {
	var environment []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if _, replaced := settings[name]; !replaced {
			environment = append(environment, variable)
		}
	}
	for name, value := range settings {
		environment = append(environment, name+"="+value)
	}
	return environment
}

type noTransport struct{}

func (noTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("the oracle is offline")
}

// fatalLog is what log.Fatal panics with.
type fatalLog string

// fatalWriter takes the log's lines: it drops warnings, and panics in the
// middle of log.Fatal, before that ends the process.
type fatalWriter struct{}

func (fatalWriter) Write(line []byte) (int, error) {
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "log.Fatal") || strings.HasPrefix(frame.Function, "log.(*Logger).Fatal") {
			panic(fatalLog(strings.TrimSpace(string(line))))
		}
		if !more {
			return len(line), nil
		}
	}
}
