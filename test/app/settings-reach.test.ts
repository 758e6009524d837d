import { expect, it } from 'vitest';
import { checkSettings } from '../../src/app/deps.ts';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { UsageError } from '../../src/core/errors.ts';
import { readSettings } from '../../src/core/settings.ts';
import { testApp } from '../harness.ts';

const look = '/clip/profile?uniqueId=sample.creator';

it('maxKeys bounds the self-describing keys: one more is unknown, and the warning names the setting', async () => {
  const app = await testApp({ maxKeys: 1 });
  const statuses = [];
  for (const key of ['sandbox:plan=5:one', 'sandbox:plan=5:two', 'sandbox:plan=5:one', 'demo-full'])
    statuses.push((await app.get(look, key)).status);
  expect(statuses).toEqual([200, 401, 200, 200]);
  expect(app.warnings.join()).toContain('as many as maxKeys allows');
});

const checked = (content: SettingsInput) => () =>
  checkSettings(readSettings({ file: { name: 'the test', content } }).settings);

it.each<[SettingsInput, string]>([
  [
    { prices: { 'clip/profil': 1 } },
    "prices: 'clip/profil' is not an operation; the nearest valid one is clip/profile.",
  ],
  [
    { recordingsOnly: true },
    '"recordingsOnly" and "recordingsMaxAge" need "recordings", the folder of the recordings.',
  ],
  [
    { recordingsMaxAge: '1d' },
    '"recordingsOnly" and "recordingsMaxAge" need "recordings", the folder of the recordings.',
  ],
])('%j cannot work, which shows before a world is built', (settings, sentence) => {
  expect(checked(settings)).toThrow(new UsageError(sentence));
  const { recordingsOnly: _, recordingsMaxAge: __, prices: ___, ...others } = settings;
  expect(checked(others)).not.toThrow();
});

it('recordings with their settings can work', () =>
  expect(checked({ recordings: 'theirs', recordingsOnly: true, recordingsMaxAge: '1d' })).not.toThrow());
