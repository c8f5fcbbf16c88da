package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// buildCase is a file tree and what to build of it. Paths are POSIX paths
// below the root of the tree, with or without a leading slash.
type buildCase struct {
	ID          json.RawMessage   `json:"id"`
	Files       map[string]string `json:"files"`
	FilesBase64 map[string]string `json:"filesBase64"`
	// Symlinks are path to target; an absolute target means the tree's root.
	Symlinks map[string]string `json:"symlinks"`
	// Disk asks for a temporary folder even without symlinks.
	Disk    bool         `json:"disk"`
	Target  string       `json:"target"`
	Options buildOptions `json:"options"`
}

type buildOptions struct {
	LoadRestrictions string `json:"loadRestrictions"`
	Reorder          string `json:"reorder"`
	ManagedByLabel   bool   `json:"managedByLabel"`
	Plugins          string `json:"plugins"`
}

func respondToBuild(line []byte) (answer, error) {
	var input buildCase
	if err := json.Unmarshal(line, &input); err != nil {
		return answer{}, fmt.Errorf("invalid case: %w", err)
	}
	options, err := input.Options.forKustomize()
	if err != nil {
		return answer{}, fmt.Errorf("invalid case: %w", err)
	}
	files, err := input.decodeFiles()
	if err != nil {
		return answer{}, fmt.Errorf("invalid case: %w", err)
	}
	if mentionsSchema(files) {
		// kustomize keeps the schema in globals and was made for one build a process.
		openapi.ResetOpenAPI()
		defer openapi.ResetOpenAPI()
	}
	var yaml []byte
	if len(input.Symlinks) > 0 || input.Disk {
		yaml, err = buildOnDisk(input, files, options)
	} else {
		yaml, err = buildInMemory(input, files, options)
	}
	if err != nil {
		return answer{}, err
	}
	text := string(yaml)
	return answer{ID: input.ID, YAML: &text}, nil
}

func (o buildOptions) forKustomize() (*krusty.Options, error) {
	options := krusty.MakeDefaultOptions()
	switch o.LoadRestrictions {
	case "", "rootOnly":
		options.LoadRestrictions = types.LoadRestrictionsRootOnly
	case "none":
		options.LoadRestrictions = types.LoadRestrictionsNone
	default:
		return nil, errors.New("unknown loadRestrictions " + o.LoadRestrictions)
	}
	switch o.Reorder {
	case "", "unspecified":
		options.Reorder = krusty.ReorderOptionUnspecified
	case "none":
		options.Reorder = krusty.ReorderOptionNone
	case "legacy":
		options.Reorder = krusty.ReorderOptionLegacy
	default:
		return nil, errors.New("unknown reorder " + o.Reorder)
	}
	if o.Plugins != "" && o.Plugins != "builtin" {
		return nil, errors.New("unsupported plugins " + o.Plugins)
	}
	options.AddManagedbyLabel = o.ManagedByLabel
	return options, nil
}

func (c buildCase) decodeFiles() (map[string][]byte, error) {
	files := make(map[string][]byte, len(c.Files)+len(c.FilesBase64))
	for path, text := range c.Files {
		files[path] = []byte(text)
	}
	for path, encoded := range c.FilesBase64 {
		content, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files[path] = content
	}
	return files, nil
}

// mentionsSchema says whether a build of these files could change the schema:
// by the field openapi, which kustomize reads in any case.
func mentionsSchema(files map[string][]byte) bool {
	for _, content := range files {
		if bytes.Contains(bytes.ToLower(content), []byte("openapi")) {
			return true
		}
	}
	return false
}

func buildInMemory(input buildCase, files map[string][]byte, options *krusty.Options) ([]byte, error) {
	tree := filesys.MakeFsInMemory()
	for path, content := range files {
		if err := tree.WriteFile(path, content); err != nil {
			return nil, fmt.Errorf("invalid case: %w", err)
		}
	}
	target := input.Target
	if target == "" {
		target = "/"
	}
	return buildTarget(krusty.MakeKustomizer(options), tree, target)
}

func buildOnDisk(input buildCase, files map[string][]byte, options *krusty.Options) (yaml []byte, err error) {
	root, err := os.MkdirTemp("", "tree-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(root) }()
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.New(strings.ReplaceAll(err.Error(), root, ""))
		}
	}()
	for path, content := range files {
		place, err := placeBelow(root, path)
		if err != nil {
			return nil, fmt.Errorf("invalid case: %w", err)
		}
		if err := os.WriteFile(place, content, 0o644); err != nil {
			return nil, fmt.Errorf("invalid case: %w", err)
		}
	}
	for path, target := range input.Symlinks {
		place, err := placeBelow(root, path)
		if err != nil {
			return nil, fmt.Errorf("invalid case: %w", err)
		}
		if strings.HasPrefix(target, "/") {
			target = filepath.Join(root, target)
		}
		if err := os.Symlink(target, place); err != nil {
			return nil, fmt.Errorf("invalid case: %w", err)
		}
	}
	return buildTarget(krusty.MakeKustomizer(options), filesys.MakeFsOnDisk(), filepath.Join(root, input.Target))
}

// placeBelow is the place of a path below root; its folder exists afterwards.
func placeBelow(root, path string) (string, error) {
	place := filepath.Join(root, filepath.Join("/", path))
	return place, os.MkdirAll(filepath.Dir(place), 0o755)
}

func buildTarget(kustomizer *krusty.Kustomizer, tree filesys.FileSystem, target string) ([]byte, error) {
	resources, err := kustomizer.Run(tree, target)
	if err != nil {
		return nil, err
	}
	return resources.AsYaml()
}
