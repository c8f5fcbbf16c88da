import { describe, expect, test } from 'vitest';
import { hoverAtCursor } from './hoverText.ts';

const base = `
# file: base/kustomization.yaml
resources: [web.yaml]
# file: base/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  template:
    spec:
      containers:
      - { name: app, image: web:1.4 }
`;

describe('a hover on the operation of a JSON patch', () => {
  test('tells what the field becomes that it sets', async () => {
    const told = await hoverAtCursor(`${base}
# file: prod/kustomization.yaml
resources: [../base]
patches: [{ path: more.yaml, target: { kind: Deployment } }]
# file: prod/more.yaml
- op: replace
  path: /spec/$0replicas
  value: 3
`);
    expect(told).toMatchInlineSnapshot(`
      "**replicas** · effective in 1 root
      \`3\` prod · here
      Chain on prod: base/web.yaml:5 = \`1\` → more.yaml:3 = \`3\`"
    `);
  });
});
