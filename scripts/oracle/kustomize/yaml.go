package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// yamlCase is a YAML text and how to read it.
type yamlCase struct {
	ID   json.RawMessage `json:"id"`
	Text string          `json:"text"`
	// JSON asks for values instead of YAML; numbers keep the text that Go writes.
	JSON bool `json:"json"`
	// JSONTexts asks for the same with each value's text in a string.
	JSONTexts bool `json:"jsonTexts"`
	// Resources asks for all that reading resources does: it wants kind and
	// name, drops empty documents, and takes lists of resources apart.
	Resources bool `json:"resources"`
	// Kustomization asks for the text as a kustomization file.
	Kustomization bool `json:"kustomization"`
}

func respondToYaml(line []byte) (answer, error) {
	var input yamlCase
	if err := json.Unmarshal(line, &input); err != nil {
		return answer{}, fmt.Errorf("invalid case: %w", err)
	}
	if input.Kustomization {
		return readKustomization(input)
	}
	nodes, err := readNodes(input)
	if err != nil {
		return answer{}, err
	}
	values := make([]json.RawMessage, 0, len(nodes))
	for _, node := range nodes {
		value, err := node.MarshalJSON()
		if err != nil {
			return answer{}, err
		}
		values = append(values, value)
	}
	if input.JSON {
		return answer{ID: input.ID, JSON: &values}, nil
	}
	if input.JSONTexts {
		texts, err := plainTexts(values)
		return answer{ID: input.ID, JSONTexts: texts}, err
	}
	documents := make([]string, 0, len(values))
	for _, value := range values {
		document, err := sigsyaml.JSONToYAML(value)
		if err != nil {
			return answer{}, err
		}
		documents = append(documents, string(document))
	}
	return answer{ID: input.ID, Documents: &documents}, nil
}

// plainTexts writes the values as JavaScript would, but for the numbers: no
// escapes for the sake of HTML.
func plainTexts(values []json.RawMessage) (*[]string, error) {
	texts := make([]string, 0, len(values))
	for _, value := range values {
		decoder := json.NewDecoder(bytes.NewReader(value))
		decoder.UseNumber()
		var decoded any
		if err := decoder.Decode(&decoded); err != nil {
			return nil, err
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(decoded); err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSuffix(text.String(), "\n"))
	}
	return &texts, nil
}

func readNodes(input yamlCase) ([]*yaml.RNode, error) {
	if !input.Resources {
		return kio.FromBytes([]byte(input.Text))
	}
	return provider.NewDefaultDepProvider().GetResourceFactory().RNodesFromBytes([]byte(input.Text))
}

// readKustomization does what kustomize's KustTarget.Load does with the text.
func readKustomization(input yamlCase) (answer, error) {
	var kustomization types.Kustomization
	if err := kustomization.Unmarshal([]byte(input.Text)); err != nil {
		return answer{}, err
	}
	deprecated := *kustomization.CheckDeprecatedFields()
	kustomization.FixKustomization()
	if err := kustomization.CheckEmpty(); err != nil {
		return answer{}, err
	}
	if problems := kustomization.EnforceFields(); len(problems) > 0 {
		return answer{}, errors.New(strings.Join(problems, "\n"))
	}
	value, err := json.Marshal(kustomization)
	if err != nil {
		return answer{}, err
	}
	return answer{ID: input.ID, Kustomization: value, Deprecated: deprecated}, nil
}

func respondToEmit(line []byte) (answer, error) {
	var input struct {
		ID    json.RawMessage `json:"id"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(line, &input); err != nil {
		return answer{}, fmt.Errorf("invalid case: %w", err)
	}
	if input.Value == nil {
		return answer{}, errors.New("invalid case: no value")
	}
	written, err := sigsyaml.JSONToYAML(input.Value)
	if err != nil {
		return answer{}, err
	}
	text := string(written)
	return answer{ID: input.ID, YAML: &text}, nil
}
