package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// superviseCases hands cases to child processes of this program and prints
// their answers in the order of the cases. A child takes one case at a time:
// one that dies (a stack overflow cannot be recovered in Go) or hangs costs
// its own case only, and a new child takes its place.
func superviseCases(command string, arguments []string) {
	flags := flag.NewFlagSet(command, flag.ExitOnError)
	workers := flags.Int("workers", 1, "number of processes")
	timeoutMs := flags.Int("timeout-ms", 20000, "time limit of one case in milliseconds")
	_ = flags.Parse(arguments)

	settings, cleanUp := offlineSettings()
	defer cleanUp()
	environment := environmentWith(settings)

	type job struct {
		line   []byte
		answer chan []byte
	}
	jobs := make(chan job)
	ordered := make(chan job, 4**workers)
	var running sync.WaitGroup
	for range *workers {
		running.Add(1)
		go func() {
			defer running.Done()
			worker := &worker{
				command:     command,
				environment: environment,
				timeout:     time.Duration(*timeoutMs) * time.Millisecond,
			}
			defer worker.stop()
			for next := range jobs {
				next.answer <- worker.ask(next.line)
			}
		}()
	}
	go func() {
		forEachCase(flags.Args(), func(line []byte) {
			next := job{line, make(chan []byte, 1)}
			ordered <- next
			jobs <- next
		})
		close(jobs)
		close(ordered)
	}()

	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	for next := range ordered {
		select {
		case answer := <-next.answer:
			_, _ = out.Write(answer)
		default:
			// Whoever reads may wait for the answers so far before sending more.
			_ = out.Flush()
			_, _ = out.Write(<-next.answer)
		}
		if len(ordered) == 0 {
			_ = out.Flush()
		}
	}
	_ = out.Flush()
	running.Wait()
}

// forEachCase calls take with each case: the arguments, or else the non-empty
// lines of standard input.
func forEachCase(arguments []string, take func(line []byte)) {
	if len(arguments) > 0 {
		for _, argument := range arguments {
			take([]byte(strings.ReplaceAll(argument, "\n", " ")))
		}
		return
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(strings.TrimSpace(string(line))) > 0 {
			take(line)
		}
		if err != nil {
			return
		}
	}
}

// worker owns one child process, started on the first case.
type worker struct {
	command     string
	environment []string
	timeout     time.Duration

	process *exec.Cmd
	input   io.WriteCloser
	answers chan []byte
	errors  *crashNote
}

func (w *worker) ask(line []byte) []byte {
	if w.process == nil {
		if err := w.start(); err != nil {
			return errorAnswer(line, err)
		}
	}
	if line[len(line)-1] != '\n' {
		line = append(line, '\n')
	}
	// Written beside the wait: a child that dies early must not block us.
	written := w.input
	go func() { _, _ = written.Write(line) }()
	limit := time.NewTimer(w.timeout)
	defer limit.Stop()
	select {
	case answer, alive := <-w.answers:
		if alive {
			return answer
		}
		w.stop()
		return errorAnswer(line, errors.New("crash: "+w.errors.summary()))
	case <-limit.C:
		w.stop()
		return errorAnswer(line, fmt.Errorf("timeout: no result within %d ms", w.timeout.Milliseconds()))
	}
}

func (w *worker) start() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	process := exec.Command(program, "answer", w.command)
	process.Env = w.environment
	w.errors = &crashNote{}
	process.Stderr = w.errors
	input, err := process.StdinPipe()
	if err != nil {
		return err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	answers := make(chan []byte)
	stopped := make(chan struct{})
	go func() {
		defer close(answers)
		reader := bufio.NewReaderSize(output, 1<<16)
		for {
			answer, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			select {
			case answers <- answer:
			case <-stopped:
				return
			}
		}
	}()
	w.process, w.input, w.answers = process, &childInput{input, stopped}, answers
	return nil
}

// stop ends the child process, if there is one.
func (w *worker) stop() {
	if w.process == nil {
		return
	}
	_ = w.process.Process.Kill()
	_ = w.input.Close()
	_ = w.process.Wait()
	w.process = nil
}

// childInput closes its signal with the child's input, for the reader of its output.
type childInput struct {
	io.WriteCloser
	stopped chan struct{}
}

func (c *childInput) Close() error {
	close(c.stopped)
	return c.WriteCloser.Close()
}

// crashNote keeps the beginning of what a child writes to standard error: nothing but
// the reason of its crash and a long stack, for it drops its warnings.
type crashNote struct {
	lock sync.Mutex
	text []byte
}

func (t *crashNote) Write(text []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	const limit = 1 << 16
	if len(t.text) < limit {
		t.text = append(t.text, text[:min(len(text), limit-len(t.text))]...)
	}
	return len(text), nil
}

func (t *crashNote) summary() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	for line := range strings.Lines(string(t.text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "fatal error:") || strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "oracle:") {
			return line
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(t.text)), "\n")
	if first == "" {
		return "the process ended"
	}
	return first
}

// errorAnswer is the answer to a case which has no result, as a line.
func errorAnswer(line []byte, err error) []byte {
	var identified struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(line, &identified)
	return answerLine(answer{ID: identified.ID, Error: err.Error()})
}
