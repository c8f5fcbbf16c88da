import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('npm start shows roots, layers, an object and three chains', () => {
  const words = [join(import.meta.dirname, 'run.mjs'), 'start', '--no-editor'];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toContain('apps/catalog/base › +components/ha › +components/monitoring');
  expect(stdout).toContain('- host: checkout.eu.shop.example.com    # clusters/prod-eu-1/');
  expect(stdout.match(/^\$ strata explain /gm)).toHaveLength(3);
  expect(stdout.match(/^▸ /gm)).toHaveLength(3);
  expect(stdout).toContain('The variable `IMAP_PASSWORD` holds a value in clear (•••• A).');
  expect(stdout).toMatch(/^image\.tag +3\.4\.1 +apps\/storefront\/values\.yaml:3/m);
  expect(stdout).toContain('differs  /spec/replicas  5 → 8  kubectl-edit');
}, 60_000);
