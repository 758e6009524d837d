import { expect, it } from 'vitest';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { readSettings } from '../../src/core/settings.ts';
import type { World } from '../../src/creators/world/world.ts';
import { configFingerprint, settingsFingerprint } from '../../src/replicas/config-fingerprint.ts';

const settingsOf = (content: SettingsInput) =>
  readSettings({ file: { name: 'the test', content: { vocabulary: 'neutral', ...content } } }).settings;
const usual = {
  version: '1.2.3',
  world: 'of 1200 people, seed 1',
  time: 'living',
  prices: '{}',
  vocabulary: 'neutral',
  cycle: '30d',
};

it.each<[SettingsInput, object]>([
  [{}, {}],
  [{ seed: 8 }, { world: 'of 1200 people, seed 8' }],
  [{ size: 61 }, { world: 'of 61 people, seed 1' }],
  [{ fixtures: 'a-folder' }, { world: 'of 1200 people, seed 1 and fixtures' }],
  [{ worldTime: 'still' }, { time: 'still' }],
  [{ prices: { 'tube/profile': 3, 'clip/profile': 4 } }, { prices: '{"clip/profile":4,"tube/profile":3}' }],
  [{ vocabulary: 'published' }, { vocabulary: 'published' }],
  [{ cycle: '7d' }, { cycle: '7d' }],
])('replicas that agree on %j say so', (content, differing) =>
  expect(settingsFingerprint(settingsOf(content), '1.2.3')).toEqual({ ...usual, ...differing }),
);

it('a world that is open has its own seed and size, and the beginning of its hash', () => {
  const info = { seed: 2, size: 70, hash: '0123456789abcdef' };
  expect(configFingerprint(settingsOf({ fixtures: 'a-folder' }), { info } as World, '1.2.3')).toEqual({
    ...usual,
    world: 'of 70 people, seed 2 and fixtures, hash 0123456789ab',
  });
});
