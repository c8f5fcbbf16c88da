// Command oracle answers cases on standard input, one JSON object a line, with what Go's text/template
// makes of them: with sprig alone, or as Helm runs the templates of a chart.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/engine"
	"helm.sh/helm/v4/pkg/strvals"
)

type testCase struct {
	// Kind is sprig, helm or set.
	Kind     string         `json:"kind"`
	Template string         `json:"template"`
	Data     map[string]any `json:"data"`
}

type answer struct {
	Text  *string `json:"text,omitempty"`
	Error string  `json:"error,omitempty"`
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for {
		line, err := input.ReadBytes('\n')
		if len(line) > 0 {
			fmt.Fprintf(output, "%s\n", answerLine(line))
		}
		if err != nil {
			return
		}
	}
}

func answerLine(line []byte) []byte {
	var given testCase
	var text string
	err := json.Unmarshal(line, &given)
	if err == nil {
		text, err = run(given)
	}
	result := answer{Text: &text}
	if err != nil {
		result = answer{Error: err.Error()}
	}
	written, _ := json.Marshal(result)
	return written
}

func run(given testCase) (text string, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	switch given.Kind {
	case "helm":
		return runHelm(given)
	case "set":
		values, err := strvals.Parse(given.Template)
		if err != nil {
			return "", err
		}
		written, err := json.Marshal(values)
		return string(written), err
	default:
		return runSprig(given)
	}
}

func runSprig(given testCase) (string, error) {
	parsed, err := template.New("").Funcs(sprig.TxtFuncMap()).Parse(given.Template)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = parsed.Execute(&out, given.Data)
	return out.String(), err
}

func runHelm(given testCase) (string, error) {
	whole := &chart.Chart{
		Metadata: &chart.Metadata{APIVersion: "v2", Name: "c", Version: "1.2.3", AppVersion: "4.5"},
		Templates: []*common.File{
			{Name: "templates/t", Data: []byte(given.Template)},
			{Name: "templates/_h.tpl", Data: []byte(`{{ define "h" }}<{{ . }}>{{ end }}`)},
		},
		Files: []*common.File{
			{Name: "a.txt", Data: []byte("first\nsecond\n")},
			{Name: "conf/b.yaml", Data: []byte("b: 1\n")},
			{Name: "conf/sub/c.yaml", Data: []byte("c: \"x\"\n")},
		},
		Values: given.Data,
	}
	options := common.ReleaseOptions{Name: "r", Namespace: "n", Revision: 1, IsInstall: true}
	values, err := util.ToRenderValues(whole, map[string]any{}, options, nil)
	if err != nil {
		return "", err
	}
	rendered, err := engine.Render(whole, values)
	return rendered["c/templates/t"], err
}
