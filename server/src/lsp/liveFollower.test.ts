import { expect, test } from 'vitest';
import { LiveFollower } from './liveFollower.ts';

test('questions that come together share one door', async () => {
  const follower = new LiveFollower(() => undefined);
  const settings = { contexts: {}, allowed: [] };
  const [one, other] = await Promise.all([follower.door(settings), follower.door(settings)]);
  expect(other).toBe(one);
  expect(await follower.door({ ...settings, allowed: ['other'] })).not.toBe(one);
  follower.dispose();
});
