import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codeServer } from '../../scripts/tools/codeServer.ts';
import { describeWith } from '../../server/test/environment.ts';

const root = join(import.meta.dirname, '..', '..');

/** What we use of vscode-textmate and vscode-oniguruma, as VS Code itself has them. */
interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}
interface Grammar {
  readonly tokenizeLine: (
    line: string,
    state: unknown,
  ) => { readonly tokens: readonly Token[]; readonly ruleStack: unknown };
}

describeWith('the grammar of rendered YAML', await codeServer(), { tests: 2 }, (entry) => {
  test('the top is comment with words of its own, and what follows is YAML', async () => {
    const scopes = await scopesIn(entry, [
      '# strata · apps/checkout · working tree',
      '# base cluster',
      '# ! There is no Deployment/web for the patch to change.',
      '# ? The chart `redis` is not rendered.',
      'kind: Deployment',
      'data:',
      '  text: |',
      '    # no comment',
    ]);
    expect(scopes.get('strata')).toContain('keyword.other.strata-rendered');
    expect(scopes.get('apps/checkout · working tree')).toContain('markup.heading.strata-rendered');
    expect(scopes.get(' base cluster')).toContain('comment.line.number-sign.strata-rendered');
    expect(scopes.get('!')).toContain('markup.deleted.strata-rendered');
    expect(scopes.get('?')).toContain('markup.changed.strata-rendered');
    expect(scopes.get('kind')).toContain('entity.name.tag.yaml');
    expect(scopes.get('# no comment')).toContain('string.unquoted.block.yaml');
  });

  test('YAML without a top is YAML', async () => {
    const scopes = await scopesIn(entry, ['kind: Deployment', '# strata · not the top']);
    expect(scopes.get('kind')).toContain('entity.name.tag.yaml');
    expect(scopes.has('strata')).toBe(false);
  });
});

/** The scopes of each token, by its text. */
async function scopesIn(
  entry: string,
  lines: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const grammar = await loadGrammar(join(dirname(entry), '..', '..', 'lib', 'vscode'));
  const scopes = new Map<string, readonly string[]>();
  let state: unknown = null;
  for (const line of lines) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes: found } of tokens) {
      scopes.set(line.slice(startIndex, endIndex), found);
    }
  }
  return scopes;
}

async function loadGrammar(editor: string): Promise<Grammar> {
  const require = createRequire(join(editor, 'package.json'));
  const textmate = require('vscode-textmate') as {
    readonly parseRawGrammar: (text: string, path: string) => unknown;
    readonly Registry: new (options: unknown) => {
      readonly loadGrammar: (scope: string) => Promise<Grammar>;
    };
  };
  const oniguruma = require('vscode-oniguruma') as {
    readonly loadWASM: (bytes: Uint8Array) => Promise<void>;
    readonly OnigScanner: new (patterns: readonly string[]) => unknown;
    readonly OnigString: new (text: string) => unknown;
  };
  await oniguruma.loadWASM(await readFile(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: readonly string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope: string) => {
      const path = pathOf(scope, editor);
      return textmate.parseRawGrammar(await readFile(path, 'utf8'), path);
    },
  });
  return registry.loadGrammar('source.strata-rendered');
}

function pathOf(scope: string, editor: string): string {
  if (scope === 'source.strata-rendered') {
    return join(root, 'syntaxes', 'strata-rendered.tmLanguage.json');
  }
  const name = scope.replace('source.', '').replace('yaml.', 'yaml-');
  return join(editor, 'extensions', 'yaml', 'syntaxes', `${name}.tmLanguage.json`);
}
