package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	securejoin "github.com/cyphar/filepath-securejoin"
	"github.com/fluxcd/pkg/kustomize"
	"github.com/fluxcd/pkg/ssa/utils"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/yaml"
)

// kustomizationCase is a Kustomization with its source and the objects of its cluster.
type kustomizationCase struct {
	Kustomization string            `json:"kustomization"`
	Files         map[string]string `json:"files"`
	ConfigMaps    []string          `json:"configMaps"`
	Secrets       []string          `json:"secrets"`
	Options       struct {
		Strict bool `json:"strict"`
	} `json:"options"`
}

// respondToKustomization does what kustomize-controller does between fetching
// a source and applying its objects, with the same libraries and in the same
// order: kustomization_controller.go `reconcile`, `generate`, `build`, `apply`.
func respondToKustomization(line []byte) (any, error) {
	var input kustomizationCase
	if err := json.Unmarshal(line, &input); err != nil {
		return nil, fmt.Errorf("invalid case: %w", err)
	}
	object, err := readObject(input.Kustomization)
	if err != nil {
		return nil, err
	}
	cluster, err := clusterWith(input)
	if err != nil {
		return nil, err
	}
	root, remove, err := layOut(input.Files)
	if err != nil {
		return nil, err
	}
	defer remove()
	built, err := build(object, root)
	if err != nil {
		return nil, err
	}
	if err := substitute(built, object, cluster, input.Options.Strict); err != nil {
		return nil, err
	}
	text, err := printed(built, object)
	if err != nil {
		return nil, err
	}
	return map[string]string{"yaml": text}, nil
}

func readObject(text string) (unstructured.Unstructured, error) {
	object := unstructured.Unstructured{}
	encoded, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return object, err
	}
	return object, object.UnmarshalJSON(encoded)
}

func clusterWith(input kustomizationCase) (client.Client, error) {
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	var objects []client.Object
	for _, text := range input.ConfigMaps {
		object := &corev1.ConfigMap{}
		if err := yaml.Unmarshal([]byte(text), object); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	for _, text := range input.Secrets {
		object := &corev1.Secret{}
		if err := yaml.Unmarshal([]byte(text), object); err != nil {
			return nil, err
		}
		// As the API server does, which the fake one does not.
		for key, value := range object.StringData {
			if object.Data == nil {
				object.Data = map[string][]byte{}
			}
			object.Data[key] = []byte(value)
		}
		object.StringData = nil
		objects = append(objects, object)
	}
	return fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).Build(), nil
}

// layOut puts files into a folder of their own; what is outside is nobody's.
func layOut(files map[string]string) (string, func(), error) {
	base, err := os.MkdirTemp("", "strata-oracle-flux-")
	if err != nil {
		return "", nil, err
	}
	remove := func() { _ = os.RemoveAll(base) }
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return "", remove, err
	}
	root := filepath.Join(base, "root")
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", remove, err
	}
	for path, text := range files {
		file := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return "", remove, fmt.Errorf("invalid case: %w", err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return "", remove, fmt.Errorf("invalid case: %w", err)
		}
	}
	return root, remove, nil
}

func build(object unstructured.Unstructured, root string) (resmap.ResMap, error) {
	path, _, err := unstructured.NestedString(object.Object, "spec", "path")
	if err != nil {
		return nil, err
	}
	folder, err := securejoin.SecureJoin(root, path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("kustomization path not found: %w", err)
	}
	if _, err := kustomize.NewGenerator(root, object).WriteFile(folder); err != nil {
		return nil, err
	}
	return kustomize.SecureBuild(root, folder, false)
}

func substitute(built resmap.ResMap, object unstructured.Unstructured, cluster client.Client, strict bool) error {
	spec, _, _ := unstructured.NestedFieldNoCopy(object.Object, "spec", "postBuild")
	if spec == nil {
		return nil
	}
	strategy, _, _ := unstructured.NestedString(object.Object, "spec", "postBuild", "substituteStrategy")
	for _, resource := range built.Resources() {
		result, err := kustomize.SubstituteVariables(context.Background(), cluster, object, resource,
			kustomize.SubstituteWithStrict(strict),
			kustomize.SubstituteWithAlways(strategy == "Always"))
		if err != nil {
			return fmt.Errorf("post build failed for '%s': %w", resource.CurId(), err)
		}
		if result == nil {
			continue
		}
		if _, err := built.Replace(result); err != nil {
			return err
		}
	}
	return nil
}

func printed(built resmap.ResMap, object unstructured.Unstructured) (string, error) {
	text, err := built.AsYaml()
	if err != nil {
		return "", err
	}
	labels, _, _ := unstructured.NestedStringMap(object.Object, "spec", "commonMetadata", "labels")
	annotations, _, _ := unstructured.NestedStringMap(object.Object, "spec", "commonMetadata", "annotations")
	if len(labels)+len(annotations) == 0 {
		return string(text), nil
	}
	objects, err := utils.ReadObjects(bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	utils.SetCommonMetadata(objects, labels, annotations)
	var documents []string
	for _, object := range objects {
		document, err := yaml.Marshal(object.Object)
		if err != nil {
			return "", err
		}
		documents = append(documents, string(document))
	}
	return strings.Join(documents, "---\n"), nil
}
