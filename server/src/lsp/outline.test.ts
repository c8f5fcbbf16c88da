import { expect, test } from 'vitest';
import { outlineOf, type OutlineNode } from './outline.ts';

function show(nodes: readonly OutlineNode[], indent = ''): readonly string[] {
  return nodes.flatMap(({ kind, name, firstLine, lastLine, nameLine, children }) => [
    `${indent}${kind} ${name} ${firstLine}-${lastLine} (${nameLine})`,
    ...show(children, `${indent}  `),
  ]);
}

test('objects, and what in them has more than one line', () => {
  const text = `# strata · apps/checkout · working tree
# base cluster
apiVersion: v1
data:
  routes.json: |
    {
      "a: b": [

      ]
    }
  single: "1"
kind: ConfigMap
metadata:
  labels:
    name: other
  name: routes-5c96k7b6kt
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  template:
    spec:
      containers:
      - args:
        - --routes
        name: app
        ports:
        - containerPort: 8080
          name: http
      - image: b
`;
  expect(show(outlineOf(text)).join('\n')).toMatchInlineSnapshot(`
    "object ConfigMap/routes-5c96k7b6kt 2-15 (11)
      field data 3-10 (3)
        field routes.json 4-9 (4)
      field metadata 12-15 (12)
        field labels 13-14 (13)
    object Deployment/checkout 17-31 (18)
      field metadata 19-20 (19)
      field spec 21-31 (21)
        field template 22-31 (22)
          field spec 23-31 (23)
            field containers 24-31 (24)
              item app 25-30 (25)
                field args 25-26 (25)
                field ports 28-30 (28)
                  item http 29-30 (29)"
  `);
});

test('a document without objects has no outline', () => {
  expect(outlineOf('# strata · apps/checkout · working tree\n#\n')).toEqual([]);
});
