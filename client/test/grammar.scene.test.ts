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

describeWith(
  'what tools of layers read inside of YAML',
  await codeServer(),
  { tests: 7 },
  (entry) => {
    const inYaml = (...lines: readonly string[]) => scopesIn(entry, lines, 'source.yaml');

    test('templates of Go, in values and in lines of their own', async () => {
      const scopes = await inYaml(
        'image: {{ .Values.image | default "web" | quote }}',
        '{{- if $root.enabled }}',
        'text: "{{ include `a.b` . }}"',
        '{{- end }}',
      );
      expect(scopes.get('.Values.image')).toContain('variable.other.template.strata');
      expect(scopes.get('default')).toContain('support.function.template.strata');
      expect(scopes.get('"web"')).toContain('string.quoted.double.template.strata');
      expect(scopes.get('if')).toContain('keyword.control.template.strata');
      expect(scopes.get('$root.enabled')).toContain('variable.other.template.strata');
      expect(scopes.get('include')).toContain('meta.embedded.template.strata');
      expect(scopes.get('end')).toContain('keyword.control.template.strata');
      expect(scopes.get('text')).toContain('entity.name.tag.yaml');
    });

    test('variables of substitutions, in plain and in quoted values', async () => {
      const scopes = await inYaml('host: ${name:=web}.example.com', 'arg: "--zone=$(ZONE)"');
      expect(scopes.get('name')).toContain('variable.other.substitution.strata');
      expect(scopes.get(':=web')).toContain('string.other.default.strata');
      expect(scopes.get('ZONE')).toContain('variable.other.substitution.strata');
    });

    test('two dollars are none', async () => {
      const scopes = await inYaml('host: $${escaped}', 'block: |', '  $${also}');
      const all = [...scopes.values()].flat();
      expect(all).not.toContain('variable.other.substitution.strata');
    });

    test('values of SOPS', async () => {
      const scopes = await inYaml(
        'password: ENC[AES256_GCM,data:c3RyYXRh,iv:aQ==,tag:dA==,type:str]',
      );
      expect(scopes.get('ENC')).toContain('keyword.other.encrypted.strata');
      expect(scopes.get('AES256_GCM')).toContain('constant.other.cipher.strata');
      expect(scopes.get(',data:c3RyYXRh,iv:aQ==,tag:dA==,type:str')).toContain(
        'comment.block.encrypted.strata',
      );
    });

    test('directives of patches', async () => {
      const scopes = await inYaml('spec:', '- name: app', '  $patch: delete', '$retainKeys: [a]');
      expect(scopes.get('$patch')).toContain('keyword.control.directive.strata');
      expect(scopes.get('delete')).toContain('constant.language.directive.strata');
      expect(scopes.get('$retainKeys')).toContain('keyword.control.directive.strata');
    });

    test('paths that leave the folder', async () => {
      const scopes = await inYaml(
        'resources:',
        '- ../../base',
        '- deployment.yaml',
        'patches: [./a.yaml]',
      );
      expect(scopes.get('../../base')).toContain('string.other.path.strata');
      expect(scopes.get('./a.yaml')).toContain('string.other.path.strata');
      expect(scopes.get('deployment.yaml')).not.toContain('string.other.path.strata');
    });

    test('comments say what they say', async () => {
      const scopes = await inYaml('# {{ .Values }} ${name} ../base');
      const all = [...scopes.values()].flat();
      expect(all.filter((scope) => scope.endsWith('.strata'))).toEqual([]);
    });
  },
);

/** The scopes of each token, by its text. */
async function scopesIn(
  entry: string,
  lines: readonly string[],
  scope = 'source.strata-rendered',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const grammar = await loadGrammar(join(dirname(entry), '..', '..', 'lib', 'vscode'), scope);
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

async function loadGrammar(editor: string, scope: string): Promise<Grammar> {
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
    getInjections: (into: string) => (into === 'source.yaml' ? [injected] : []),
    loadGrammar: async (name: string) => {
      const path = pathOf(name, editor);
      return textmate.parseRawGrammar(await readFile(path, 'utf8'), path);
    },
  });
  return registry.loadGrammar(scope);
}

/** The grammar that VS Code puts into that of YAML, as package.json says. */
const injected = 'source.yaml.strata-layers';

function pathOf(scope: string, editor: string): string {
  if (scope === injected) return join(root, 'syntaxes', 'strata-layers.tmLanguage.json');
  if (scope === 'source.strata-rendered') {
    return join(root, 'syntaxes', 'strata-rendered.tmLanguage.json');
  }
  const name = scope.replace('source.', '').replace('yaml.', 'yaml-');
  return join(editor, 'extensions', 'yaml', 'syntaxes', `${name}.tmLanguage.json`);
}
