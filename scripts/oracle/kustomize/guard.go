package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
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

// offlineEnvironment is an environment without a working git or network, with
// a temporary folder of its own, and the function that removes that folder.
func offlineEnvironment() ([]string, func()) {
	folder, err := os.MkdirTemp("", "strata-oracle-")
	if err != nil {
		fail(err.Error())
	}
	programs := filepath.Join(folder, "bin")
	if err := os.Mkdir(programs, 0o755); err != nil {
		fail(err.Error())
	}
	if err := os.WriteFile(filepath.Join(programs, "git"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		fail(err.Error())
	}
	const closed = "http://127.0.0.1:9"
	settings := map[string]string{
		"PATH": programs, "TMPDIR": folder,
		"HTTP_PROXY": closed, "HTTPS_PROXY": closed, "http_proxy": closed, "https_proxy": closed,
		"NO_PROXY": "", "no_proxy": "",
	}
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
	return environment, func() { _ = os.RemoveAll(folder) }
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
