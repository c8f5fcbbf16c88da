/** Starts the language server: wiring only. */
export function main(): void {
  // The connection is wired in with the first request.
}

main();
