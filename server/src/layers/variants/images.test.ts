import { expect, test } from 'vitest';
import { Resource } from '../../kustomize/resource.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { imagesOf, imagesOfValues } from './images.ts';

function images(text: string, application = 'web'): readonly string[] {
  const resources = readObjects(text).documents.map(
    ({ root }) => new Resource(root, { file: 'a.yaml', inside: [], root: '' }),
  );
  return imagesOf(resources, application).map(({ name, version }) => `${name} ${version}`);
}

test.each([
  ['nginx', 'nginx '],
  ['nginx:1.2', 'nginx 1.2'],
  ['host:5000/a/web:1.2', 'host:5000/a/web 1.2'],
  ['host:5000/a/web', 'host:5000/a/web '],
  ['web:1.2@sha256:abc', 'web 1.2'],
  ['web@sha256:abc', 'web sha256:abc'],
])('%s', (image, expected) => {
  expect(images(`spec: {template: {spec: {containers: [{image: '${image}'}]}}}`)).toEqual([
    expected,
  ]);
});

test('the image that is called like the application comes first, each once', () => {
  const text = `
spec: {containers: [{image: 'proxy:1'}, {image: 'a/web:2'}]}
---
spec: {jobTemplate: {spec: {containers: [{image: 'proxy:1'}, {name: none}]}}}
`;
  expect(images(text)).toEqual(['a/web 2', 'proxy 1']);
});

test('values of a chart name images by repository and tag', () => {
  const [document] = readObjects(`
controllers:
  main: {containers: {app: {image: {repository: host/web, tag: 1.2@sha256:abc}}}}
  side: {containers: [{image: {repository: proxy, tag: 3}}]}
other: {repository: https://example.com}
`).documents;
  expect(imagesOfValues(document?.root, 'web')).toEqual([
    { name: 'host/web', version: '1.2' },
    { name: 'proxy', version: '3' },
  ]);
  expect(imagesOfValues(undefined, 'web')).toEqual([]);
});
