package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// answer is one line of output. Exactly one of the fields beside ID is set,
// but that Deprecated goes with Kustomization.
type answer struct {
	ID            json.RawMessage    `json:"id,omitempty"`
	Error         string             `json:"error,omitempty"`
	YAML          *string            `json:"yaml,omitempty"`
	Documents     *[]string          `json:"documents,omitempty"`
	JSON          *[]json.RawMessage `json:"json,omitempty"`
	JSONTexts     *[]string          `json:"jsonTexts,omitempty"`
	Kustomization json.RawMessage    `json:"kustomization,omitempty"`
	Deprecated    []string           `json:"deprecated,omitempty"`
}

// answerCases is the child process of superviseCases: it answers the cases on
// standard input one by one.
func answerCases(arguments []string) {
	if len(arguments) != 1 {
		fail("usage: oracle answer build|yaml|emit")
	}
	var respond func(line []byte) (answer, error)
	switch arguments[0] {
	case "build":
		respond = respondToBuild
	case "yaml":
		respond = respondToYaml
	case "emit":
		respond = respondToEmit
	default:
		fail("unknown kind of case " + arguments[0])
	}
	guardProcess()
	debug.SetMaxStack(32 << 20) // 1,500 levels of YAML fit, and an endless case ends soon
	go endInTime()
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	forEachCase(nil, func(line []byte) {
		_, _ = out.Write(respondSafely(line, respond))
		_ = out.Flush()
	})
}

func respondSafely(line []byte, respond func(line []byte) (answer, error)) []byte {
	var result answer
	err := recoverPanic(func() (err error) {
		result, err = respond(line)
		return err
	})
	if err != nil {
		return errorAnswer(line, err)
	}
	return answerLine(result)
}

// recoverPanic runs work and returns its panic, if any, as an error.
func recoverPanic(work func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			if fatal, ok := reason.(fatalLog); ok {
				err = errors.New("fatal: " + string(fatal))
				return
			}
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return work()
}

func answerLine(result answer) []byte {
	if result.ID == nil {
		result.ID = json.RawMessage("null")
	}
	if result.Error == "" && result.YAML == nil && result.Documents == nil && result.JSON == nil && result.JSONTexts == nil && result.Kustomization == nil {
		result.Error = "error without a text"
	}
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(result); err != nil {
		return errorAnswer(nil, err)
	}
	return line.Bytes()
}

// endInTime ends this process when a case has blown up the heap, or when the
// process that would read the answer is gone.
func endInTime() {
	const limit = 3 << 30
	parent := os.Getppid()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for range time.Tick(200 * time.Millisecond) {
		if os.Getppid() != parent {
			os.Exit(3)
		}
		metrics.Read(heap)
		if heap[0].Value.Uint64() > limit {
			fmt.Fprintln(standardError, "oracle: the case takes too much memory")
			os.Exit(3)
		}
	}
}
