package main

func buildRoots(arguments []string) {}
