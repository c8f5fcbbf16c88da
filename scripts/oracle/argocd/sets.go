package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"

	"github.com/argoproj/argo-cd/v3/applicationset/controllers/template"
	"github.com/argoproj/argo-cd/v3/applicationset/generators"
	"github.com/argoproj/argo-cd/v3/applicationset/utils"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	log "github.com/sirupsen/logrus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesfake "k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/yaml"
)

const namespace = "argocd"

// setCase is an ApplicationSet with the clusters and the repository that its generators see.
type setCase struct {
	ApplicationSet string            `json:"applicationSet"`
	Clusters       []cluster         `json:"clusters"`
	Files          map[string]string `json:"files"`
	// Folders in the order in which they are walked.
	Folders []string `json:"folders"`
}

type cluster struct {
	SecretName  string            `json:"secretName"`
	Name        string            `json:"name"`
	Server      string            `json:"server"`
	Project     string            `json:"project"`
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
}

// fakeRepository knows one pattern beside the names of files: a star, for all of them.
type fakeRepository struct {
	files   map[string]string
	folders []string
}

func (r fakeRepository) GetFiles(_ context.Context, _, _, _, pattern string, _, _ bool) (map[string][]byte, error) {
	found := map[string][]byte{}
	for name, text := range r.files {
		if name == pattern || pattern == "*" {
			found[name] = []byte(text)
		}
	}
	return found, nil
}

func (r fakeRepository) GetDirectories(_ context.Context, _, _, _ string, _, _ bool) ([]string, error) {
	return r.folders, nil
}

func respondToSet(line []byte) (any, error) {
	var input setCase
	if err := json.Unmarshal(line, &input); err != nil {
		return nil, fmt.Errorf("invalid case: %w", err)
	}
	var set v1alpha1.ApplicationSet
	if err := yaml.Unmarshal([]byte(input.ApplicationSet), &set); err != nil {
		return nil, err
	}
	types := runtime.NewScheme()
	if err := scheme.AddToScheme(types); err != nil {
		return nil, err
	}
	if err := v1alpha1.AddToScheme(types); err != nil {
		return nil, err
	}
	sort.Slice(input.Clusters, func(i, j int) bool {
		return input.Clusters[i].SecretName < input.Clusters[j].SecretName
	})
	builder := fake.NewClientBuilder().WithScheme(types)
	secrets := []runtime.Object{}
	for _, one := range input.Clusters {
		secret := secretOf(one)
		secrets = append(secrets, secret)
		builder = builder.WithObjects(secret.DeepCopy())
	}
	project := metav1.ObjectMeta{Name: "default", Namespace: namespace}
	objects := builder.WithObjects(&v1alpha1.AppProject{ObjectMeta: project}).Build()
	known := generators.GetGenerators(
		context.Background(), objects, kubernetesfake.NewClientset(secrets...), namespace,
		fakeRepository{input.Files, input.Folders}, nil, generators.SCMConfig{})
	logger := log.NewEntry(log.StandardLogger())
	applications, _, err := template.GenerateApplications(logger, set, known, &utils.Render{}, objects)
	if err != nil {
		return nil, err
	}
	found := []map[string]any{}
	for _, application := range applications {
		found = append(found, writtenFields(application))
	}
	return map[string]any{"applications": found}, nil
}

func secretOf(one cluster) *corev1.Secret {
	data := map[string][]byte{"name": []byte(one.Name), "server": []byte(one.Server), "config": []byte("{}")}
	if one.Project != "" {
		data["project"] = []byte(one.Project)
	}
	return &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: one.SecretName, Namespace: namespace, Labels: one.Labels, Annotations: one.Annotations,
		},
		Data: data,
	}
}

// writtenFields leaves out the status.
func writtenFields(application v1alpha1.Application) map[string]any {
	var all map[string]any
	encoded, _ := json.Marshal(application)
	_ = json.Unmarshal(encoded, &all)
	written := map[string]any{"metadata": all["metadata"], "spec": all["spec"]}
	if operation, there := all["operation"]; there {
		written["operation"] = operation
	}
	return written
}
