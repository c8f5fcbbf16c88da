import { Marked, type Token, type Tokens } from 'marked';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Hover, MarkupContent } from 'vscode-languageserver/node';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

/** Texts that are links, pictures or HTML where somebody takes them for Markdown. */
const hostile = [
  '[x](command:workbench.action.terminal.new)',
  '![x](https://evil.example/a.png)',
  '<a href="command:evil">x</a>',
  '<img src=https://evil.example/b.png>',
  '<command:evil>',
  'https://evil.example/c',
  '`](command:evil)',
  '[x]: command:evil',
  '&lt;a&gt; **bold** [[x]](command:evil)',
  '\\[x\\](command:evil) \\',
  '](<command:evil>)',
];

/** What a Markdown text would show that is more than text: links, pictures, HTML. */
function activeParts(markdown: string): readonly string[] {
  const found: string[] = [];
  const marked = new Marked({ gfm: true });
  void marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') {
      const { href, text } = token as Tokens.Link | Tokens.Image;
      // Links of ours lead to lines of files; what they are called is text.
      if (token.type === 'image' || !/^file:\/\/\/[^\s()<>]*#L\d+$/.test(href))
        found.push(`${token.type} ${href} ${text}`);
    }
    if (token.type === 'html' || token.type === 'def') found.push(`${token.type} ${token.raw}`);
  });
  return found;
}

test('the test itself knows a link where one is', () => {
  expect(hostile.filter((text) => activeParts(text).length > 0).length).toBeGreaterThan(6);
});

/** A text as YAML, in quotes. */
const quoted = (text: string): string => JSON.stringify(text);

/** A repository in which everything that people name is one hostile text. */
function repository(text: string): string {
  return [
    `# file: ${basePath(text)}/kustomization.yaml`,
    `resources: [web.yaml]`,
    `# file: ${basePath(text)}/web.yaml`,
    `# ${text}`,
    'apiVersion: apps/v1',
    'kind: Deployment',
    `metadata: {name: web, annotations: {note: ${quoted(text)}, ${quoted(text)}: b}}`,
    'spec:',
    '  replicas: 1',
    '  template:',
    '    spec:',
    '      containers:',
    `      - {name: ${quoted(text)}, image: ${quoted(text)}}`,
    `# file: overlay/kustomization.yaml`,
    `resources: [${quoted(`../${basePath(text)}`)}]`,
    `images: [{name: ${quoted(text)}, newTag: ${quoted(text)}}]`,
    `commonAnnotations: {note: ${quoted(`${text} too`)}}`,
    `patches: [{target: {name: ${quoted(text)}}, patch: ${quoted(text)}}]`,
    'replicas: [{name: web, count: 3}]',
    `# file: secrets/.sops.yaml`,
    'keys:',
    `- age1qqqqqqqqqq # ${text}`,
    'creation_rules: [{age: "age1qqqqqqqqqq,age1zzzzzzzzz"}]',
    `# file: secrets/a.yaml`,
    `a: ENC[AES256_GCM,data:AAAA]`,
    `sops: {mac: ENC, age: [{recipient: age1qqqqqqqqqq}, {recipient: ${quoted(text)}}], lastmodified: ${quoted(text)}}`,
    '',
  ].join('\n');
}

const files = ['web.yaml', 'overlay/kustomization.yaml', 'secrets/a.yaml'];

test.each(hostile)('%s stays text in every hover', async (text) => {
  const folder = temporaryTree(`\n${repository(text)}`);
  const server = await startLanguageServer(folder);
  onTestFinished(() => server.stop());
  let hovers = 0;
  for (const name of files) {
    const path = name === 'web.yaml' ? `${basePath(text)}/web.yaml` : name;
    const content = readFileSync(join(folder, path), 'utf8');
    await server.open(path, content);
    for (const markdown of await hoversOf(server, path, content)) {
      hovers += 1;
      expect(activeParts(markdown), markdown).toEqual([]);
    }
  }
  expect(hovers).toBeGreaterThan(8);
});

function basePath(text: string): string {
  return `base ${text.replaceAll(/[^\w()[\]!<>:`& -]/g, '-').replace(/^-+/, '')}`;
}

/** All different hovers of a file, one tried at every second character. */
async function hoversOf(
  { connection, uriOf }: LanguageServer,
  path: string,
  content: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [line, words] of content.split('\n').entries()) {
    for (let character = 0; character < words.length; character += 2) {
      const hover = await connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri: uriOf(path) },
        position: { line, character },
      });
      const contents = hover?.contents as MarkupContent | undefined;
      if (contents !== undefined) found.add(contents.value);
    }
  }
  return found;
}
