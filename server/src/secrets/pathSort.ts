import type { Severity } from '../text/diagnostics.ts';

/** What the path of a file says of what is in it. */
export type FileKind = 'yaml' | 'template' | 'text' | 'skip';

/** How a file is read. */
export function fileKindOf(path: string): FileKind {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (binary.test(name) || locks.has(name) || name.startsWith('.secrets.baseline')) return 'skip';
  if (/(?:^|\/)templates\/.+\.(?:ya?ml|tpl|json)$/i.test(path)) return 'template';
  return /\.(?:ya?ml|json|kubeconfig)$/.test(name) ||
    /^(?:kustomization|kubeconfig|talosconfig)$/.test(name)
    ? 'yaml'
    : 'text';
}

const binary =
  /\.(?:png|jpe?g|gif|svg|ico|webp|pdf|gz|tgz|zip|tar|jar|woff2?|ttf|eot|mp4|wasm|so|exe|bin|pyc|lock|sum|map|min\.js)$/;
const locks = new Set(['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'go.sum', 'chart.lock']);

/** Whether a file is one of tests, of examples or of documentation: what stands there weighs one step less. */
export function isSamplePath(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() ?? '';
  return (
    segments.some((one) =>
      /(?:^|[._-])(?:tests?|e2e|fixtures?|testdata|examples?|samples?|docs?)$/.test(one),
    ) ||
    // Values that chart-testing installs a chart with.
    (segments.at(-1) === 'ci' && name.includes('values')) ||
    /(?:^|[._-])(?:example|sample)(?:[._-]|$)|^test_|[._]test\.|\.spec\.|\.(?:md|adoc|rst)$/.test(
      name,
    ) ||
    // `test-secrets.yaml` may be what a stage for tests runs; a program is a test.
    /(?:(?:^|\/)test-[^/]*|[a-z]Test|testsuite)\.(?:js|mjs|ts|py|lua|go|rb|php|java|kt)$/.test(path)
  );
}

/** One step less. */
export function lowered(severity: Severity): Severity {
  switch (severity) {
    case 'error':
      return 'warning';
    case 'warning':
      return 'information';
    case 'information':
    case 'hint':
      return 'hint';
  }
}
