import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import { folderBorders } from './scripts/lint/folderBorders.mjs';
import { placeOf } from './scripts/lint/folders.mjs';

/**
 * Which folder may import which: the one table that holds the borders.
 * ARCHITECTURE.md shows the same table to people, and a test holds the two together.
 * `below` brings all that the named rows may import; `only` brings just the named rows.
 * Every folder of the server but `protocol` may import `util`.
 * @type {readonly import('./scripts/lint/folders.mjs').FolderRow[]}
 */
export const folders = [
  { name: 'util', half: 'pure' },
  { name: 'protocol', half: 'pure' },
  { name: 'text', half: 'pure', only: ['util'], packages: ['diff'] },
  { name: 'query', half: 'pure', only: ['util'] },
  { name: 'yaml', half: 'pure', only: ['text'], packages: ['yaml'] },
  { name: 'kubernetes', half: 'pure', below: ['yaml'] },
  {
    name: 'kustomize',
    half: 'pure',
    below: ['kubernetes', 'query'],
    packages: ['node:crypto'],
  },
  { name: 'template', half: 'pure', only: ['text', 'util'] },
  {
    name: 'helm',
    half: 'pure',
    below: ['template', 'kubernetes', 'query'],
    packages: ['node:zlib', '@cfworker/json-schema'],
  },
  { name: 'delivery', half: 'pure', below: ['kustomize', 'helm', 'secrets'] },
  { name: 'argocd', half: 'pure', below: ['delivery'] },
  { name: 'flux', half: 'pure', below: ['delivery'] },
  { name: 'secrets', half: 'pure', below: ['kubernetes', 'query'], only: ['protocol'] },
  { name: 'drift', half: 'pure', only: ['kubernetes', 'yaml', 'text'] },
  { name: 'layers', half: 'pure', below: ['argocd', 'flux', 'delivery'] },
  { name: 'plan', half: 'pure', below: ['layers', 'drift', 'secrets'] },
  {
    name: 'policy',
    half: 'pure',
    below: ['layers', 'drift'],
    packages: ['@marcbachmann/cel-js'],
  },
  { name: 'rights', half: 'pure', below: ['layers'] },
  {
    name: 'analysis',
    half: 'pure',
    below: ['plan', 'rights', 'policy', 'drift'],
    only: ['protocol'],
  },
  {
    name: 'workspace',
    half: 'outer',
    only: ['analysis', 'text'],
    packages: ['node:fs', 'node:child_process', 'node:worker_threads', 'node:crypto'],
  },
  {
    name: 'live',
    half: 'outer',
    only: ['analysis', 'protocol', 'text'],
    packages: [
      'node:child_process',
      'node:fs',
      'node:http',
      'node:https',
      '@kubernetes/client-node',
    ],
  },
  { name: 'assistants', half: 'outer', only: ['analysis', 'workspace', 'text'] },
  {
    name: 'lsp',
    half: 'outer',
    only: ['analysis', 'workspace', 'live', 'assistants', 'protocol', 'text'],
    packages: ['vscode-languageserver'],
  },
  {
    name: 'cli',
    half: 'outer',
    only: ['analysis', 'workspace', 'live', 'assistants', 'protocol', 'text'],
  },
  { name: 'main.ts', half: 'wiring', only: ['lsp', 'workspace', 'live'] },
  { name: 'cli.ts', half: 'wiring', only: ['cli', 'workspace', 'live'] },
  {
    name: 'client',
    half: 'client',
    only: ['protocol'],
    packages: ['vscode', 'vscode-languageclient', 'node:fs'],
  },
  { name: 'client/webview', half: 'client', only: ['protocol'] },
];

/** Node built-ins that reach nothing: every folder outside the pure half may import them. */
export const outerPackages = [
  'node:events',
  'node:os',
  'node:path',
  'node:process',
  'node:stream',
  'node:timers',
  'node:url',
  'node:util',
  'node:zlib',
];

/** Files that only the named files may import: raw secret values leave by one door. */
const reserved = {
  'server/src/analysis/reveal.ts': ['server/src/cli/render.ts'],
  'server/src/analysis/revealedChart.ts': ['server/src/cli/chart.ts'],
  'server/src/analysis/printed.ts': ['analysis', 'analysisHost', 'renderedRoot', 'reveal'].map(
    (name) => `server/src/analysis/${name}.ts`,
  ),
};

/** Where `unknown` becomes a type, once: the only files that may cast. */
const parsers = ['{client,scripts,server/src}/**/parse*.ts'];

const tests = ['**/*.test.ts', 'server/test/**', 'client/test/**'];
const source = ['server/src/**/*.ts', 'client/src/**/*.ts', 'client/webview/**/*.ts'];
const pureFolders = folders
  .filter(({ half }) => half === 'pure')
  .map(({ name }) => `${placeOf(name)}/**/*.ts`);

/** Selectors for every TypeScript file that we write. */
const everywhere = [
  ['ExportDefaultDeclaration', 'Exports have names.'],
  ['ExportAllDeclaration', 'No barrels: import from the file that says it.'],
  ['ExportNamedDeclaration[source]', 'No barrels: import from the file that says it.'],
  [
    'ImportDeclaration[source.value=/^\\.(?!.*\\.(ts|mts|json)$)/]',
    'Relative imports name the file as it is, with its ending: Node runs the sources as they are.',
  ],
];

const noModuleState = [
  [
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!="const"]',
    'No mutable state of a module.',
  ],
];

const pure = [
  [':function[async=true]', 'A pure folder is synchronous.'],
  ['AwaitExpression', 'A pure folder is synchronous.'],
  ['ForOfStatement[await=true]', 'A pure folder is synchronous.'],
  ['ImportExpression', 'A pure folder is synchronous.'],
  ['NewExpression[callee.name="Promise"]', 'A pure folder is synchronous.'],
  ['NewExpression[callee.name="Date"][arguments.length=0]', 'A pure folder knows no clock.'],
  ['CallExpression[callee.name="Date"]', 'A pure folder knows no clock.'],
  [
    'MemberExpression[property.name=/^(localeCompare|toLocale.*)$/]',
    'A pure folder answers the same under every locale.',
  ],
];

const noThrow = [['ThrowStatement', 'Errors are values; only assertNever throws.']];

const testsOnly = [
  [
    'MemberExpression[object.name=/^(it|test|describe|suite)$/][property.name="only"]',
    'Never commit `only`.',
  ],
  [
    'MemberExpression[object.name=/^(it|test|describe|suite)$/][property.name=/^(skip|skipIf|runIf|todo)$/]',
    'Only the guard in server/test/environment.ts skips, and loudly.',
  ],
];

function restrictSyntax(...lists) {
  return [
    'error',
    ...lists.flat().map(([selector, message]) => ({
      selector,
      message,
    })),
  ];
}

function restrictGlobals(message, ...names) {
  return ['error', ...names.map((name) => ({ name, message }))];
}

export default defineConfig([
  globalIgnores(['node_modules/', 'dist/', '.types/', 'coverage/', 'test-fixtures/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      globals: {
        require: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        __filename: 'readonly',
      },
    },
  },
  {
    files: ['**/*.{ts,mts}'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        {
          selector: 'interface',
          format: ['PascalCase'],
          custom: { regex: '^I[A-Z]', match: false },
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.ts'],
    rules: { 'no-restricted-syntax': restrictSyntax(everywhere) },
  },
  {
    files: source,
    ignores: tests,
    plugins: { strata: { rules: { 'folder-borders': folderBorders } } },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': restrictSyntax(everywhere, noModuleState),
      'strata/folder-borders': ['error', { rows: folders, outerPackages, reserved }],
    },
  },
  {
    files: pureFolders,
    ignores: tests,
    rules: {
      'no-restricted-syntax': restrictSyntax(everywhere, noModuleState, pure, noThrow),
      'no-restricted-globals': restrictGlobals(
        'A pure folder takes text and gives values: it touches nothing.',
        'process',
        'console',
        'performance',
        'crypto',
        'fetch',
        'WebSocket',
        'Promise',
        'Worker',
        'navigator',
        'globalThis',
        'global',
        'require',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
      ),
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'A pure folder knows no clock.' },
        { object: 'Math', property: 'random', message: 'A pure folder knows no chance.' },
      ],
    },
  },
  {
    files: ['server/src/util/assertNever.ts'],
    rules: { 'no-restricted-syntax': restrictSyntax(everywhere, noModuleState, pure) },
  },
  {
    files: parsers,
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }] },
  },
  {
    files: tests,
    rules: {
      'no-restricted-syntax': restrictSyntax(everywhere, testsOnly),
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
    },
  },
  {
    files: ['server/test/environment.ts'],
    rules: { 'no-restricted-syntax': restrictSyntax(everywhere) },
  },
]);
