package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/reposerver/apiclient"
	"github.com/argoproj/argo-cd/v3/reposerver/repository"
	"github.com/argoproj/argo-cd/v3/util/git"
	utilio "github.com/argoproj/argo-cd/v3/util/io"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/kustomize/kustomize/v5/commands"
)

// sourceCase is one source of an Application, with the repository that it names.
type sourceCase struct {
	Files map[string]string `json:"files"`
	// Links to their targets.
	Links        map[string]string          `json:"links"`
	Source       v1alpha1.ApplicationSource `json:"source"`
	Name         string                     `json:"name"`
	Namespace    string                     `json:"namespace"`
	Revision     string                     `json:"revision"`
	BuildOptions string                     `json:"buildOptions"`
}

func respondToSource(line []byte) (any, error) {
	var input sourceCase
	if err := json.Unmarshal(line, &input); err != nil {
		return nil, fmt.Errorf("invalid case: %w", err)
	}
	root, err := os.MkdirTemp("", "strata-oracle-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(root) }()
	if err := layOut(root, input); err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	request := &apiclient.ManifestRequest{
		Repo:              &v1alpha1.Repository{Repo: input.Source.RepoURL},
		ApplicationSource: &input.Source,
		AppName:           input.Name,
		Namespace:         input.Namespace,
		ProjectName:       "default",
		KustomizeOptions:  &v1alpha1.KustomizeOptions{BinaryPath: program, BuildOptions: input.BuildOptions},
		KubeVersion:       "1.34.0",
	}
	answer, err := repository.GenerateManifests(
		context.Background(), filepath.Join(root, input.Source.Path), root, input.Revision, request, true,
		git.NoopCredsStore{}, resource.MustParse("0"), utilio.NewRandomizedTempPaths(root))
	if err != nil {
		return nil, err
	}
	objects := []json.RawMessage{}
	for _, manifest := range answer.Manifests {
		objects = append(objects, json.RawMessage(manifest))
	}
	return map[string]any{"type": answer.SourceType, "objects": objects}, nil
}

func layOut(root string, input sourceCase) error {
	for path, text := range input.Files {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
	}
	for path, target := range input.Links {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.Symlink(target, file); err != nil {
			return err
		}
	}
	return nil
}

// isKustomize tells whether the repo server calls this program as kustomize.
func isKustomize(word string) bool {
	return word == "build" || word == "edit" || word == "version"
}

func runKustomize() {
	if err := commands.NewDefaultCommand().Execute(); err != nil {
		os.Exit(1)
	}
}
