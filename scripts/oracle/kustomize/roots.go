package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// rootResult is one line of output: what became of a root.
type rootResult struct {
	Root   string  `json:"root"`
	Sha256 string  `json:"sha256,omitempty"`
	Error  string  `json:"error,omitempty"`
	Ms     float64 `json:"ms"`
}

// rootsTotal is the last line: what the whole process took.
type rootsTotal struct {
	Roots    int     `json:"roots"`
	Built    int     `json:"built"`
	WallMs   float64 `json:"wallMs"`
	UserMs   float64 `json:"userMs"`
	SystemMs float64 `json:"systemMs"`
	MaxRssKb int64   `json:"maxRssKb"`
}

// rootsBuilder builds roots of one repository in this process.
type rootsBuilder struct {
	repository string
	// out is the folder to write to, or empty.
	out     string
	options *krusty.Options
	timeout time.Duration
}

// buildRoots is the rival of the benchmarks: kustomize's library building many
// roots in one process, which reads the schema once.
func buildRoots(arguments []string) {
	start := time.Now()
	flags := flag.NewFlagSet("roots", flag.ExitOnError)
	workers := flags.Int("workers", 1, "number of roots built at a time")
	out := flags.String("out", "", "folder that receives ROOT/rendered.yaml")
	restrictions := flags.String("load-restrictions", "rootOnly", "rootOnly or none")
	reorder := flags.String("reorder", "unspecified", "none, legacy or unspecified")
	timeoutMs := flags.Int("timeout-ms", 60000, "time limit of one root in milliseconds")
	_ = flags.Parse(arguments)
	if flags.NArg() < 1 {
		fail("usage: oracle roots [flags] REPOSITORY [ROOT...]")
	}
	options, err := buildOptions{LoadRestrictions: *restrictions, Reorder: *reorder}.forKustomize()
	if err != nil {
		fail(err.Error())
	}
	repository, err := filepath.Abs(flags.Arg(0))
	if err != nil {
		fail(err.Error())
	}
	settings, cleanUp := offlineSettings()
	defer cleanUp()
	for name, value := range settings {
		_ = os.Setenv(name, value)
	}
	guardProcess()

	var roots []string
	forEachCase(flags.Args()[1:], func(line []byte) {
		roots = append(roots, strings.TrimSpace(string(line)))
	})
	builder := rootsBuilder{
		repository: repository,
		out:        *out,
		options:    options,
		timeout:    time.Duration(*timeoutMs) * time.Millisecond,
	}
	print := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(print)
	encoder.SetEscapeHTML(false)
	total := rootsTotal{Roots: len(roots)}
	builder.buildAll(roots, *workers, func(result rootResult) {
		if result.Error == "" {
			total.Built++
		}
		_ = encoder.Encode(result)
		_ = print.Flush()
	})
	total.WallMs = milliseconds(time.Since(start))
	total.UserMs, total.SystemMs, total.MaxRssKb = resourceUsage()
	_ = encoder.Encode(map[string]rootsTotal{"total": total})
	_ = print.Flush()
}

// buildAll reports each root's result in the order of the roots, but for the
// roots with a schema of their own: these come last, one by one, for
// kustomize keeps the schema in globals and never takes anything out of it.
func (b *rootsBuilder) buildAll(roots []string, workers int, report func(rootResult)) {
	if workers > 1 {
		// Reading it is not safe beside a build that asks for a scope.
		openapi.Schema()
	}
	type pending struct {
		root   string
		result chan *rootResult
	}
	jobs := make(chan pending)
	ordered := make(chan pending, 4*workers)
	var running sync.WaitGroup
	for range workers {
		running.Add(1)
		go func() {
			defer running.Done()
			for next := range jobs {
				next.result <- b.buildRoot(next.root, false)
			}
		}()
	}
	go func() {
		for _, root := range roots {
			next := pending{root, make(chan *rootResult, 1)}
			ordered <- next
			jobs <- next
		}
		close(jobs)
		close(ordered)
	}()
	var later []string
	for next := range ordered {
		if result := <-next.result; result != nil {
			report(*result)
		} else {
			later = append(later, next.root)
		}
	}
	running.Wait()
	for _, root := range later {
		openapi.ResetOpenAPI()
		report(*b.buildRoot(root, true))
	}
}

// buildRoot builds one root, or gives nil if the root turns out to have a
// schema of its own and that is not allowed.
func (b *rootsBuilder) buildRoot(root string, ownSchema bool) *rootResult {
	start := time.Now()
	result := rootResult{Root: root}
	tree := &schemaWatch{FileSystem: filesys.MakeFsOnDisk(), allowed: ownSchema}
	done := make(chan error, 1)
	var hash string
	go func() {
		done <- recoverPanic(func() (err error) {
			hash, err = b.render(tree, root)
			return err
		})
	}()
	limit := time.NewTimer(b.timeout)
	defer limit.Stop()
	select {
	case err := <-done:
		if tree.found {
			return nil
		}
		result.Sha256 = hash
		if err != nil {
			result.Error = strings.ReplaceAll(err.Error(), b.repository+string(filepath.Separator), "")
		}
	case <-limit.C:
		result.Error = fmt.Sprintf("timeout: no result within %d ms", b.timeout.Milliseconds())
	}
	result.Ms = milliseconds(time.Since(start))
	return &result
}

func (b *rootsBuilder) render(tree filesys.FileSystem, root string) (string, error) {
	yaml, err := buildTarget(krusty.MakeKustomizer(b.options), tree, filepath.Join(b.repository, root))
	if err != nil {
		return "", err
	}
	if b.out != "" {
		folder := filepath.Join(b.out, root)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, "rendered.yaml"), yaml, 0o644); err != nil {
			return "", err
		}
	}
	hash := sha256.Sum256(yaml)
	return hex.EncodeToString(hash[:]), nil
}

// schemaWatch is a file system that refuses kustomization files with the
// field openapi, unless they are allowed, before kustomize can act on them.
type schemaWatch struct {
	filesys.FileSystem
	allowed bool
	found   bool
}

func (s *schemaWatch) ReadFile(path string) ([]byte, error) {
	content, err := s.FileSystem.ReadFile(path)
	if err != nil || s.allowed || !slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(path)) {
		return content, err
	}
	if !bytes.Contains(bytes.ToLower(content), []byte("openapi")) {
		return content, nil
	}
	var kustomization types.Kustomization
	if kustomization.Unmarshal(content) == nil && len(kustomization.OpenAPI) > 0 {
		s.found = true
		return nil, os.ErrNotExist
	}
	return content, nil
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration.Microseconds()) / 1000
}
