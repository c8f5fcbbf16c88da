import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exampleFleet, strata, type Run } from '../../test/commandLine.ts';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';

const answers = ['userinfo', 'applications-reader', 'projects-reader', 'userinfo-stranger'];

/** Asks for the status with a token, by an Argo CD server and no kubeconfig. */
async function status(server: string, token: string, ...words: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-argo-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, '{}');
  vi.stubEnv('ARGOCD_AUTH_TOKEN', token);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const fixed = [
    '--workspace',
    exampleFleet,
    '--kubeconfig',
    kubeconfig,
    '--argocd-server',
    server,
  ];
  return strata(['status', ...words, ...fixed]);
}

test('an Argo CD server tells where Applications stand, with the rights of the token', async () => {
  const { url, requests } = await fakeArgoServer(answers);
  const { out, exitCode } = await status(url, 'reader', '--json');
  expect(exitCode).toBe(0);
  const { applications } = JSON.parse(out) as {
    readonly applications: readonly {
      readonly cluster: string;
      readonly name: string;
      readonly sync: string;
    }[];
  };
  expect(applications.map(({ cluster, name, sync }) => [cluster, name, sync])).toEqual([
    ['prod-us-1', 'catalog-prod-us-1', 'failed'],
    ['prod-us-1', 'checkout-prod-us-1', 'failed'],
    ['prod-us-1', 'storefront-prod-us-1', 'failed'],
    ['staging-eu-1', 'catalog-staging-eu-1', 'inSync'],
    ['staging-eu-1', 'checkout-staging-eu-1', 'inSync'],
    ['staging-eu-1', 'storefront-staging-eu-1', 'inSync'],
  ]);
  expect(requests.every((one) => one.startsWith('GET /api/v1/'))).toBe(true);
});

test('a token that is not taken is told, and one that is not there is asked for', async () => {
  const { url, requests } = await fakeArgoServer(answers);
  const refused = await status(url, 'stranger');
  expect(refused.exitCode).toBe(1);
  expect(refused.out).toContain('it does not take the token, which may be out of date');
  const asked = requests.length;
  const without = await status(url, '');
  expect(without.exitCode).toBe(2);
  expect(without.err).toContain('ARGOCD_AUTH_TOKEN');
  expect(requests).toHaveLength(asked);
});

test('an address with a password is refused, and the password is not printed', async () => {
  const { url, requests } = await fakeArgoServer(answers);
  const { out, err, exitCode } = await status(url.replace('://', '://ada:canary@'), 'reader');
  expect(exitCode).toBe(2);
  expect(err).toContain('--argocd-server takes no name and no password');
  expect(out + err).not.toContain('canary');
  expect(requests).toEqual([]);
});

test('an ApplicationSet that fails is told, with what Argo CD says of it; one that may not be read is none', async () => {
  const set = (name: string, status: string): object => ({
    metadata: { namespace: 'argocd', name },
    status: {
      conditions: [
        {
          type: 'ErrorOccurred',
          status,
          reason: 'ApplicationGenerationFromParamsError',
          message: `map has no entry for key "${name}"`,
          lastTransitionTime: '2026-11-30T17:00:00Z',
        },
      ],
    },
  });
  let refusal = 0;
  let isEmpty = false;
  const answer: Parameters<typeof fakeArgoServer>[1] = (request, response) => {
    const path = request.url ?? '';
    if (path.includes('applicationsets') && refusal > 0) {
      response.statusCode = refusal;
      response.end('{}');
      return;
    }
    const name = path.includes('userinfo')
      ? 'userinfo'
      : path.includes('projects')
        ? 'projects-reader'
        : 'applications-reader';
    const { body } = recordedAnswer(name);
    const sets = { items: [set('shop', 'True'), set('well', 'False')] };
    const told = isEmpty && name === 'applications-reader' ? { items: [] } : body;
    response.end(JSON.stringify(path.includes('applicationsets') ? sets : told));
  };
  const { url } = await fakeArgoServer([], answer);
  const json = await status(url, 'reader', '--json');
  const answered = JSON.parse(json.out) as {
    readonly generators: readonly { readonly name: string }[];
  };
  expect(answered.generators).toEqual([
    {
      cluster: url.replace('http://', ''),
      namespace: 'argocd',
      name: 'shop',
      reason: 'ApplicationGenerationFromParamsError',
      message: 'map has no entry for key "shop"',
      since: '2026-11-30T17:00:00Z',
    },
  ]);
  const text = await status(url, 'reader');
  expect(text.out).toContain('ApplicationSet argocd/shop on ');
  expect(text.out).not.toContain('"well"');
  // Another Argo CD may have one of the same name, which fails as well.
  const second = await fakeArgoServer([], answer);
  const both = await status(url, 'reader', '--json', '--argocd-server', second.url);
  const names = (JSON.parse(both.out) as typeof answered).generators.map(({ name }) => name);
  expect(names).toEqual(['shop', 'shop']);
  // One that has failed from the start has made no Application.
  isEmpty = true;
  const none = await status(url, 'reader', '--json');
  expect(JSON.parse(none.out)).toMatchObject({ generators: [{ name: 'shop' }] });
  isEmpty = false;
  refusal = 403;
  const without = await status(url, 'reader', '--json');
  expect(without.exitCode).toBe(0);
  expect(JSON.parse(without.out)).toMatchObject({ generators: [] });
  // Whoever cannot tell has not said that none fails.
  refusal = 500;
  const blind = await status(url, 'reader');
  expect(blind.exitCode).toBe(1);
  expect(blind.out).toMatch(/, ApplicationSet: /);
});

test('an address without a scheme and a token with a line break are told before anything is asked', async () => {
  const bare = await status('argocd.example.com', 'reader');
  expect(bare).toMatchObject({ exitCode: 2, out: '' });
  expect(bare.err).toContain('takes a whole address: write https://argocd.example.com.');
  const broken = await status('https://argocd.example.com', 'a\nb');
  expect(broken).toMatchObject({ exitCode: 2, out: '' });
  expect(broken.err).toContain('the token in $ARGOCD_AUTH_TOKEN has a space, a line break');
});
