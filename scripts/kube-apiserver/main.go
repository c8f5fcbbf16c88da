// Command kube is kube-apiserver or etcd, by the name that it is called by or by its first argument: one binary for
// tests against a real Kubernetes API server.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	name := filepath.Base(os.Args[0])
	if name != "kube-apiserver" && name != "etcd" && len(os.Args) > 1 {
		name = os.Args[1]
		os.Args = append([]string{name}, os.Args[2:]...)
	}
	// Nothing outlives a runner that was killed: its end closes our standard input.
	if os.Getenv("STRATA_END_WITH_STDIN") == "1" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
	}
	switch name {
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "etcd":
		etcdmain.Main(os.Args)
	default:
		fmt.Fprintln(os.Stderr, "usage: kube kube-apiserver|etcd FLAGS")
		os.Exit(2)
	}
}
