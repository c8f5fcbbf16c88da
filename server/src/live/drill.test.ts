import { expect, test } from 'vitest';
import { drillUndo } from '../analysis/drill.ts';
import { drillText, isAsExpected, type DrillAnswer } from '../cli/drillRows.ts';
import { ApiError } from './apiFailure.ts';
import { runDrill, type DrillRun } from './drill.ts';

const target = { path: '/x', label: 'part-of', value: 'shop', drill: 'strata-drill' };

/** A cluster with one label; `lose` tells which writes get no answer, though they may take place. */
class Lab {
  value: string | undefined = 'shop';
  readonly writes: string[] = [];
  lose: readonly ('before' | 'after' | undefined)[] = [];
  /** So many times it is not put back, whatever stands there. */
  refuse = 0;
  refusedAt: number | undefined;
  looks = 0;
  onLook: (look: number) => void = () => undefined;

  drillLabel = (
    _path: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<'written' | 'changed' | 'gone'> => {
    const lost = this.lose[this.writes.length];
    this.writes.push(`${from} → ${to}`);
    const lose = (): Promise<never> =>
      Promise.reject(new ApiError({ kind: 'unreachable', detail: 'timeout' }));
    if (lost === 'before') return lose();
    if (this.value === undefined) return Promise.resolve('gone');
    if (from === target.drill && this.refuse-- > 0) {
      this.refusedAt ??= performance.now();
      return Promise.resolve('changed');
    }
    if (this.value !== from) return Promise.resolve('changed');
    this.value = to;
    return lost === 'after' ? lose() : Promise.resolve('written');
  };

  run(limit = 50, signal = new AbortController().signal): Promise<DrillRun> {
    const read = (): Promise<string | undefined> => {
      this.onLook(++this.looks);
      return Promise.resolve(this.value);
    };
    const isDetected = (): Promise<boolean> => Promise.resolve(false);
    return runDrill(this, target, { read, isDetected, limit, every: 5 }, signal);
  }
}

test('what is healed is put back once more, which changes nothing', async () => {
  const lab = new Lab();
  lab.onLook = (look) => {
    if (look === 3) lab.value = 'shop';
  };
  const run = await lab.run(5000);
  expect(run).toMatchObject({ outcome: 'healed', writes: 2 });
  expect(run.detectedAt).toBe(run.healedAt);
  expect(lab.writes).toEqual(['shop → strata-drill', 'shop → shop']);
});

test('a write without an answer may have taken place, and is put back', async () => {
  const lab = new Lab();
  lab.lose = ['after'];
  expect(await lab.run()).toMatchObject({ outcome: 'lost', writes: 1, injectedAt: undefined });
  expect(lab.value).toBe('shop');
});

test('it is put back once the server answers again', async () => {
  const lab = new Lab();
  lab.lose = [undefined, 'before', 'after'];
  const run = await lab.run();
  expect(run).toMatchObject({ outcome: 'unnoticed', writes: 2, failure: undefined });
  // It is the time of the write that was answered.
  expect(run.putBackAt).toBeGreaterThanOrEqual(run.injectedAt ?? Infinity);
  expect(run.putBackAt).toBeLessThanOrEqual(Date.now());
  expect(lab.value).toBe('shop');
});

test('what changed meanwhile is not written over', async () => {
  const lab = new Lab();
  lab.onLook = (look) => {
    if (look === 2) lab.value = 'new in Git';
  };
  expect(await lab.run()).toMatchObject({ outcome: 'unnoticed', writes: 1 });
  expect(lab.value).toBe('new in Git');
});

test('nothing is written where the label is not as it was read', async () => {
  const lab = new Lab();
  lab.value = 'other';
  expect(await lab.run()).toMatchObject({ outcome: 'refused', writes: 0 });
  expect(lab.value).toBe('other');
});

test('whoever ends it does not end putting it back', async () => {
  const lab = new Lab();
  const stop = new AbortController();
  lab.onLook = (look) => {
    if (look === 2) stop.abort();
  };
  expect(await lab.run(60_000, stop.signal)).toMatchObject({ outcome: 'interrupted', writes: 2 });
  expect(lab.value).toBe('shop');
});

test('who ends it before it begins gets nothing written', async () => {
  const lab = new Lab();
  const run = await lab.run(50, AbortSignal.abort());
  expect(run).toMatchObject({ outcome: 'interrupted', writes: 0, injectedAt: undefined });
  expect(lab.writes).toEqual([]);
});

test('a server that goes on refusing to put it back is asked with pauses', async () => {
  const lab = new Lab();
  lab.refuse = 4;
  expect(await lab.run(10)).toMatchObject({ outcome: 'unnoticed', writes: 2 });
  // Four pauses of 5 ms, which timers may cut a little.
  expect(performance.now() - (lab.refusedAt ?? Infinity)).toBeGreaterThan(4 * 4);
  expect(lab.value).toBe('shop');
});

const answer = {
  cluster: 'lab',
  context: { name: 'mine', server: 'https://lab.example.com' },
  application: { name: 'web', controller: 'argocd' },
  target: { ...target, resource: 'ServiceAccount/shop/web', willRevert: true },
  limit: 240_000,
  every: 500,
} as unknown as DrillAnswer;
const went = (more: Partial<DrillRun>): DrillAnswer => {
  const times = { injectedAt: 0, detectedAt: 600, healedAt: 1900, putBackAt: 2000 };
  return {
    ...answer,
    run: { outcome: 'healed', ...times, writes: 2, failure: undefined, ...more },
  };
};
const output = { write: () => undefined, terminal: false, colors: false };

test('the report says when, and whether it is what was foretold', () => {
  expect(drillText(output, went({}))).toBe(
    `lab  web (argocd)
  context mine at https://lab.example.com
  ServiceAccount/shop/web  part-of: shop → strata-drill
  injected  1970-01-01T00:00:00.000Z
  noticed   after 0.6 s
  healed    after 1.9 s
  put back  1970-01-01T00:00:02.000Z
The controller has healed it. As expected.
`,
  );
  const unnoticed = { outcome: 'unnoticed', detectedAt: undefined, healedAt: undefined } as const;
  expect(drillText(output, went(unnoticed))).toContain(
    'Nobody has noticed it in time. Not as expected: The controller would put it back by itself.',
  );
  expect(drillText(output, { ...answer, run: undefined })).toContain(
    'Nothing was changed. To do it, and to watch for 240 s: add --confirm lab',
  );
});

test('where nothing was written, nothing is told to stand as the drill left it', () => {
  const never = { injectedAt: undefined, detectedAt: undefined, healedAt: undefined };
  const nothing = { ...never, putBackAt: undefined, writes: 0 };
  for (const outcome of ['refused', 'interrupted'] as const)
    expect(drillText(output, went({ outcome, ...nothing }))).not.toContain('put back');
  // Without an answer to the write nobody knows.
  expect(drillText(output, went({ outcome: 'lost', ...nothing }))).toContain('put back  no');
});

test.each<[Partial<DrillRun>, boolean]>([
  [{}, true],
  [{ outcome: 'interrupted', injectedAt: undefined, putBackAt: undefined }, true],
  [{ outcome: 'noticed' }, false],
  [{ outcome: 'interrupted' }, true],
  [{ outcome: 'lost' }, false],
  [{ putBackAt: undefined }, false],
])('%o is as expected: %s', (run, expected) => {
  expect(isAsExpected(went(run))).toBe(expected);
});

test('what undoes it by hand is one word for each name, whatever a context is called', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'web' };
  const undone = { object, label: 'part-of', value: 'shop' };
  expect(drillUndo('dev; rm -rf ~', undone, 'linux')).toBe(
    "kubectl --context 'dev; rm -rf ~' -n shop label --overwrite configmap web part-of=shop",
  );
});
