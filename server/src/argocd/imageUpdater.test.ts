import { describe, expect, test } from 'vitest';
import { applicationOf } from '../../test/argoTree.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { imageUpdatesBy, imageUpdatesOf, readImageUpdater } from './imageUpdater.ts';

const source = 'source: {repoURL: r, path: apps/web}';

// Source: argocd-image-updater docs/configuration/images.md, docs/basics/update-methods.md.
describe('annotations', () => {
  const updates = (annotations: Readonly<Record<string, string>>) => {
    const entries = Object.entries(annotations).map(
      ([key, value]) => `argocd-image-updater.argoproj.io/${key}: '${value}'`,
    );
    return imageUpdatesOf(applicationOf(source, `annotations: {${entries.join(', ')}}`));
  };

  test('name images', () => {
    expect(
      updates({
        'image-list': 'web=registry:5000/team/web:~1.2, nginx',
        'web.update-strategy': 'digest',
      }),
    ).toMatchObject([
      { alias: 'web', image: 'registry:5000/team/web', constraint: '~1.2', strategy: 'digest' },
      { alias: undefined, image: 'nginx', constraint: undefined, strategy: undefined },
    ]);
    expect(updates({ 'image-list': 'nginx' })).toMatchObject([{ target: { kind: 'application' } }]);
    expect(updates({ 'write-back-method': 'git' })).toEqual([]);
  });

  test.each([
    ['', 'argocd-source', 'apps/web/.argocd-source-web.yaml'],
    ['kustomization', 'kustomization', 'apps/web'],
    ['kustomization:../base', 'kustomization', 'apps/base'],
    ['kustomization:/config', 'kustomization', 'config'],
    ['helmvalues', 'helmvalues', 'apps/web/values.yaml'],
    ['helmvalues:/values/prod.yaml', 'helmvalues', 'values/prod.yaml'],
  ])('write back to %j', (target, format, file) => {
    const [update] = updates({
      'image-list': 'nginx',
      'write-back-method': 'git:secret:argocd/git',
      'git-branch': 'main',
      ...(target === '' ? {} : { 'write-back-target': target }),
    });
    expect(update?.target).toMatchObject({ kind: 'file', format, file, branch: 'main' });
  });
});

test('an object of the updater', () => {
  const text = `
apiVersion: argocd-image-updater.argoproj.io/v1alpha1
kind: ImageUpdater
metadata: {name: all, namespace: argocd}
spec:
  namespace: argocd
  commonUpdateSettings: {updateStrategy: semver}
  writeBackConfig: {method: git, gitConfig: {branch: main}}
  applicationRefs:
  - namePattern: 'web*'
    labelSelectors: {matchLabels: {tier: prod}}
    writeBackConfig: {gitConfig: {writeBackTarget: kustomization}}
    images:
    - {alias: web, imageName: 'registry/web:1.x'}
`;
  const [resource] = readResourceText(text, { file: 'u.yaml', inside: [], root: '' }).resources;
  const updater = resource && readImageUpdater(resource);
  if (updater === undefined) throw new Error('no ImageUpdater');
  expect(imageUpdatesBy(updater, applicationOf(source, 'labels: {tier: prod}'))).toMatchObject([
    {
      alias: 'web',
      image: 'registry/web',
      constraint: '1.x',
      strategy: 'semver',
      target: { kind: 'file', format: 'kustomization', file: 'apps/web', branch: 'main' },
    },
  ]);
  expect(imageUpdatesBy(updater, applicationOf(source, 'labels: {tier: dev}'))).toEqual([]);
});
