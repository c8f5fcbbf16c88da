package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
	"github.com/fluxcd/pkg/sourceignore/gitignore"
)

// ignoreCase is a tree with patterns.
type ignoreCase struct {
	// Files with patterns: the folder, "" for the top, to the text.
	Files map[string]string `json:"files"`
	// Folders in the order in which their files are read.
	Order []string `json:"order"`
	// spec.ignore.
	Ignore *string `json:"ignore"`
	// Paths of files; one that ends with a slash is a folder.
	Paths []string `json:"paths"`
}

// respondToIgnore gives the paths that are left out. The order of patterns and
// the defaults are those of sourceignore.go `LoadIgnorePatterns` and of
// fluxcd/pkg/artifact storage/archive.go `SourceIgnoreFilter`.
func respondToIgnore(line []byte) (any, error) {
	var input ignoreCase
	if err := json.Unmarshal(line, &input); err != nil {
		return nil, fmt.Errorf("invalid case: %w", err)
	}
	// As the controller has them: paths are absolute, and patterns are for the folder of the clone.
	domain := []string{"", "tmp", "clone"}
	var patterns []gitignore.Pattern
	for _, folder := range input.Order {
		own := append(append([]string{}, domain...), parts(folder)...)
		patterns = append(patterns, sourceignore.ReadPatterns(strings.NewReader(input.Files[folder]), own)...)
	}
	if input.Ignore != nil {
		patterns = append(patterns, sourceignore.ReadPatterns(strings.NewReader(*input.Ignore), domain)...)
	}
	matcher := sourceignore.NewDefaultMatcher(patterns, domain)
	if len(patterns) > 0 {
		matcher = sourceignore.NewMatcher(append(sourceignore.VCSPatterns(domain), patterns...))
	}
	ignored := []string{}
	for _, path := range input.Paths {
		full := append(append([]string{}, domain...), parts(strings.TrimSuffix(path, "/"))...)
		if matcher.Match(full, strings.HasSuffix(path, "/")) {
			ignored = append(ignored, path)
		}
	}
	return map[string][]string{"ignored": ignored}, nil
}

func parts(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}
