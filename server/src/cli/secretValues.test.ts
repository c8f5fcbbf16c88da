import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSyncOf } from '../../test/fluxSync.ts';
import { gitRepository } from '../../test/gitRepository.ts';

const value = 'onyx-lantern-4';

function kustomization(name: string, more = ''): string {
  return `
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: ${name}, namespace: flux-system }
  spec: { path: ./${name}, prune: true, sourceRef: { kind: GitRepository, name: flux-system }${more} }`;
}

const from = ', postBuild: { substituteFrom: [{ kind: Secret, name: values }] }';

const object = `
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: web, namespace: web }
  data: { url: "postgres://web:\${word}@db" }`;

const secret = `
  apiVersion: v1
  kind: Secret
  metadata: { name: values, namespace: flux-system }
  stringData: { word: ${value} }`;

test.each([
  [
    'beside',
    `${kustomization('values')}${kustomization('web', from)}\n  # file: values/values.yaml`,
  ],
  ['by its parent', `${kustomization('web', from)}\n  ---`],
])('a value of a Secret that is delivered %s stays masked where Flux puts it', async (_, rest) => {
  const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: web/web.yaml${object}
  # file: clusters/eu/all.yaml${rest}${secret}`);
  const commands = [
    'render --app web --cluster eu',
    'render --app web --cluster eu --json',
    'explain --app web --cluster eu ConfigMap/web /data/url',
  ];
  const answers = async (words: readonly string[]): Promise<readonly string[]> => {
    const all = await Promise.all(words.map((one) => strata(one.split(' '), { folder })));
    expect(all.map(({ exitCode, err }) => [exitCode, err])).toEqual(words.map(() => [0, '']));
    return all.map(({ out }) => out);
  };
  for (const out of await answers(commands)) {
    expect(out).toContain('••••');
    expect(out).not.toContain(value);
  }
  const file = join(
    folder,
    rest.includes('values.yaml') ? 'values/values.yaml' : 'clusters/eu/all.yaml',
  );
  writeFileSync(file, readFileSync(file, 'utf8').replace(value, `${value}-new`));
  const formats = ['text', 'json', 'markdown'].map((one) => `impact --base HEAD --format ${one}`);
  for (const out of await answers(formats)) {
    expect(out).toContain('/data/url');
    expect(out).toContain('••••');
    expect(out).not.toContain(value);
  }
});
