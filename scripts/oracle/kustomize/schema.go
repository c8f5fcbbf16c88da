package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	_ "unsafe" // for go:linkname

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"google.golang.org/protobuf/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/openapi/kubernetesapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// precomputedScopes is the table that kustomize asks before its schema.
//
//go:linkname precomputedScopes sigs.k8s.io/kustomize/kyaml/openapi.precomputedIsNamespaceScoped
var precomputedScopes map[yaml.TypeMeta]bool

const (
	kindExtension          = "x-kubernetes-group-version-kind"
	patchStrategyExtension = "x-kubernetes-patch-strategy"
)

// packedSchema is what merging and namespaces read of the built-in schema.
type packedSchema struct {
	Kubernetes string `json:"kubernetes"`
	// Kinds is "apps/v1/Deployment" to the name of its definition, for each
	// kind that has one, whether or not Definitions keeps it.
	Kinds map[string]string `json:"gvks"`
	// Scopes is "v1/Pod" to whether it has a namespace, for each kind where
	// kustomize knows. Kinds and Scopes overlap; neither contains the other.
	Scopes map[string]bool `json:"scopes"`
	// Definitions has the definitions that lead to a list with a strategy, or
	// all with --full.
	Definitions map[string]*packedNode `json:"definitions"`
}

// packedNode is a schema as kyaml's ResourceSchema walks it. A reference
// stands for its target alone: kyaml ignores what is written beside it.
type packedNode struct {
	Reference string `json:"ref,omitempty"`
	// Properties come first; a name not among them has the schema Additional.
	Properties map[string]*packedNode `json:"properties,omitempty"`
	Additional *packedNode            `json:"additional,omitempty"`
	// Items is there only where type is exactly "array", as kyaml demands.
	Items *packedNode `json:"items,omitempty"`
	// Strategy is x-kubernetes-patch-strategy as written: "merge", "retainKeys"
	// or "merge,retainKeys". A list is merged if "merge" is among the parts.
	Strategy string `json:"strategy,omitempty"`
	// MergeKeys are x-kubernetes-list-map-keys, or else the one
	// x-kubernetes-patch-merge-key; read only where there is a strategy. None
	// beside "merge" is a list of scalars.
	MergeKeys []string `json:"mergeKeys,omitempty"`
	// Known names properties whose schema leads to no list with a strategy.
	// They still have a schema, so that kyaml does not look for a kind below.
	Known []string `json:"known,omitempty"`
}

func printSchema(arguments []string) {
	flags := flag.NewFlagSet("schema", flag.ExitOnError)
	full := flags.Bool("full", false, "keep everything, not only what leads to a list with a strategy")
	_ = flags.Parse(arguments)

	result := packedSchema{
		Kubernetes:  openapi.GetSchemaVersion(),
		Kinds:       map[string]string{},
		Scopes:      map[string]bool{},
		Definitions: map[string]*packedNode{},
	}
	kinds := map[yaml.TypeMeta]bool{}
	for kind := range precomputedScopes {
		kinds[kind] = true
	}
	for kind := range servedKinds() {
		kinds[kind] = true
	}
	definitions := openapi.Schema().Definitions
	for name, definition := range definitions {
		for _, kind := range kindsOf(definition) {
			kinds[kind] = true
			if other, twice := result.Kinds[kindName(kind)]; twice {
				fail(fmt.Sprintf("%s has two definitions, %s and %s: kustomize takes either", kindName(kind), name, other))
			}
			result.Kinds[kindName(kind)] = name
		}
		result.Definitions[name] = packNode(definition)
	}
	for kind := range kinds {
		scoped, known := openapi.IsNamespaceScoped(kind)
		if precomputed, found := precomputedScopes[kind]; found != known || precomputed != scoped {
			fail("the scope of " + kindName(kind) + " depends on whether the schema has been read")
		}
		if known {
			result.Scopes[kindName(kind)] = scoped
		}
	}
	if !*full {
		pruneDefinitions(result.Definitions)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(result); err != nil {
		fail(err.Error())
	}
}

func kindName(kind yaml.TypeMeta) string {
	return kind.APIVersion + "/" + kind.Kind
}

// kindsOf reads a definition's kinds as openapi.AddDefinitions does.
func kindsOf(definition spec.Schema) []yaml.TypeMeta {
	extension, _ := definition.Extensions[kindExtension].([]any)
	var kinds []yaml.TypeMeta
	for _, entry := range extension {
		if kind, ok := toKind(entry); ok {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func toKind(extension any) (yaml.TypeMeta, bool) {
	entry, ok := extension.(map[string]any)
	if !ok {
		return yaml.TypeMeta{}, false
	}
	apiVersion := entry["version"].(string)
	if group, ok := entry["group"].(string); ok && group != "" {
		apiVersion = group + "/" + apiVersion
	}
	return yaml.TypeMeta{APIVersion: apiVersion, Kind: entry["kind"].(string)}, true
}

// servedKinds are the kinds of the schema's paths, where kustomize finds scopes.
func servedKinds() map[yaml.TypeMeta]bool {
	version := kubernetesapi.DefaultOpenAPI
	asset := filepath.Join("kubernetesapi", strings.ReplaceAll(version, ".", "_"), "swagger.pb")
	document := &openapi_v2.Document{}
	if err := proto.Unmarshal(kubernetesapi.OpenAPIMustAsset[version](asset), document); err != nil {
		fail(err.Error())
	}
	var swagger spec.Swagger
	if _, err := swagger.FromGnostic(document); err != nil {
		fail(err.Error())
	}
	kinds := map[yaml.TypeMeta]bool{}
	for _, path := range swagger.Paths.Paths {
		if path.Get == nil {
			continue
		}
		if kind, ok := toKind(path.Get.Extensions[kindExtension]); ok {
			kinds[kind] = true
		}
	}
	return kinds
}

func packNode(schema spec.Schema) *packedNode {
	if reference := schema.Ref.String(); reference != "" {
		name, ok := strings.CutPrefix(reference, "#/definitions/")
		if !ok {
			fail("unexpected reference " + reference)
		}
		return &packedNode{Reference: name}
	}
	node := &packedNode{Properties: map[string]*packedNode{}}
	for name, property := range schema.Properties {
		node.Properties[name] = packNode(property)
	}
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
		node.Additional = packNode(*schema.AdditionalProperties.Schema)
	}
	if len(schema.Type) == 1 && schema.Type[0] == "array" && schema.Items != nil {
		node.Items = packNode(*schema.Items.Schema)
	}
	if _, found := schema.Extensions[patchStrategyExtension]; found {
		strategy, keys := (&openapi.ResourceSchema{Schema: &schema}).PatchStrategyAndKeyList()
		node.Strategy, node.MergeKeys = strategy, keys
	}
	return node
}

// pruneDefinitions drops all that leads to no list with a strategy, but for
// the names of the properties.
func pruneDefinitions(definitions map[string]*packedNode) {
	leading := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for name, definition := range definitions {
			if !leading[name] && leads(definition, leading) {
				leading[name] = true
				grown = true
			}
		}
	}
	for name, definition := range definitions {
		if leading[name] {
			prune(definition, leading)
		} else {
			delete(definitions, name)
		}
	}
}

func leads(node *packedNode, leading map[string]bool) bool {
	if node == nil {
		return false
	}
	if node.Strategy != "" || leading[node.Reference] || leads(node.Items, leading) || leads(node.Additional, leading) {
		return true
	}
	for _, property := range node.Properties {
		if leads(property, leading) {
			return true
		}
	}
	return false
}

func prune(node *packedNode, leading map[string]bool) {
	for name, property := range node.Properties {
		if leads(property, leading) {
			prune(property, leading)
		} else {
			delete(node.Properties, name)
			node.Known = append(node.Known, name)
		}
	}
	slices.Sort(node.Known)
	for _, child := range []**packedNode{&node.Items, &node.Additional} {
		switch {
		case *child == nil:
		case leads(*child, leading):
			prune(*child, leading)
		default:
			*child = &packedNode{}
		}
	}
}
