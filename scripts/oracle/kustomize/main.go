// Command oracle answers what kustomize 5.8.1's own library makes of an input.
// It serves Strata's tests and benchmarks and is never part of the product.
//
//	oracle build [--workers N] [--timeout-ms N] [CASE...]   builds file trees
//	oracle yaml  [--workers N] [--timeout-ms N] [CASE...]   reads YAML as resources or as a kustomization file
//	oracle emit  [--workers N] [--timeout-ms N] [CASE...]   writes a JSON value as YAML
//	oracle roots [--workers N] [--out FOLDER] ... REPOSITORY [ROOT...]   builds roots on disk
//	oracle schema [--full]                                  prints the built-in schema as far as merging reads it
//
// The first three take one JSON case a line, from the arguments or else from
// standard input, and print one JSON line for each, in order. A case that
// panics, dies or takes too long is answered with an error like any other.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail("usage: oracle build|yaml|emit|roots|schema ...")
	}
	arguments := os.Args[2:]
	switch os.Args[1] {
	case "build", "yaml", "emit":
		superviseCases(os.Args[1], arguments)
	case "answer":
		answerCases(arguments)
	case "roots":
		buildRoots(arguments)
	case "schema":
		printSchema(arguments)
	default:
		fail("unknown sub-command " + os.Args[1])
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
