import { expect, onTestFinished, test } from 'vitest';
import type { CodeLens } from 'vscode-languageserver/node';
import { gitRepository } from '../../test/gitRepository.ts';
import { startLanguageServer } from '../../test/languageServer.ts';
import {
  impactMethod,
  impactPartMethod,
  impactTextMethod,
  type ImpactAnswer,
  type ImpactParams,
  type ImpactPart,
  type ImpactText,
} from '../protocol/impact.ts';

const live: ImpactParams = { base: { kind: 'automatic' }, head: { kind: 'workingTree' } };

const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  project: shop
  source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
  destination: { name: one }
  syncPolicy: { automated: { prune: false } }
`;

const project = `apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: shop, namespace: argocd }
spec: { sourceRepos: ["*"], destinations: [{ server: "*", name: "*", namespace: "*" }] }
`;

test('what somebody applies by hand is told by its fields, with its application or by its file', async () => {
  const folder = gitRepository(`
  # file: argocd/web.yaml
${application.replace(/^/gm, '  ')}
  # file: argocd/project.yaml
${project.replace(/^/gm, '  ')}
  # file: web/kustomization.yaml
  configMapGenerator: [{ name: web, literals: [a=b] }]`);
  const server = await startLanguageServer(folder);
  onTestFinished(() => server.stop());
  const ask = async <Answer>(method: string, id: string, resource?: string): Promise<Answer> => {
    const [tree] = (await server.connection.sendRequest<ImpactAnswer>(impactMethod, live)).trees;
    return server.connection.sendRequest<Answer>(method, {
      ...{ ...live, tree: tree?.tree, id },
      ...(resource !== undefined && { resource }),
    });
  };
  await server.open('argocd/web.yaml', application.replace('prune: false', 'prune: true'));
  await server.open('argocd/project.yaml', project.replace('spec: {', 'spec: { description: a,'));
  const [tree] = (await server.connection.sendRequest<ImpactAnswer>(impactMethod, live)).trees;
  if (tree?.kind !== 'compared') throw new Error(JSON.stringify(tree));
  expect(tree.headline.text).toBe('1 cluster changes');
  const [one] = tree.applications;
  expect(one).toMatchObject({ name: 'web', objects: 1, dangers: 1 });
  const part = await ask<ImpactPart>(impactPartMethod, one?.id ?? '');
  const place = { uri: server.uriOf('argocd/web.yaml'), line: 7 };
  expect(part.dangers).toMatchObject([{ code: 'impact.starts-pruning', place }]);
  expect(part.resources.map(({ id, fields }) => [id, fields])).toEqual([
    [
      'Application.argoproj.io/argocd/web',
      [{ path: '/spec/syncPolicy/automated/prune', values: 'false → true', place }],
    ],
  ]);
  const text = await ask<ImpactText>(
    impactTextMethod,
    one?.id ?? '',
    'Application.argoproj.io/argocd/web',
  );
  expect(text.after).toBe(text.before.replace('prune: false', 'prune: true'));

  expect(tree.roots).toMatchObject([
    { path: 'argocd/project.yaml', uri: server.uriOf('argocd/project.yaml'), objects: 1 },
  ]);
  const file = tree.roots[0]?.id ?? '';
  const own = await ask<ImpactPart>(impactPartMethod, file);
  expect(own.resources.map(({ id, fields }) => [id, fields.map(({ values }) => values)])).toEqual([
    ['AppProject.argoproj.io/argocd/shop', ['+ a']],
  ]);
  const texts = await ask<ImpactText>(impactTextMethod, file, 'AppProject.argoproj.io/argocd/shop');
  expect([texts.before, texts.after].map((one) => one.includes('description: a'))).toEqual([
    false,
    true,
  ]);

  const textDocument = { uri: server.uriOf('argocd/web.yaml') };
  const [lens] = await server.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument,
  });
  const resolved = await server.connection.sendRequest<CodeLens>('codeLens/resolve', lens);
  expect(resolved.command?.title).toBe('changes 1 cluster');
});
