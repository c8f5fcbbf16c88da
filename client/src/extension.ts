/** Called by VS Code when the extension is activated: wiring only. */
export function activate(): void {
  // The language client is wired in with the first request.
}
