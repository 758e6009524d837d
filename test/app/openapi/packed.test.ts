import { expect, it } from 'vitest';
import { ensureWorld } from '../../../seed/build.ts';
import { openDocuments } from '../../../src/app/openapi/documents.ts';
import { documentsOf, packDocuments, packedKey, settingsNotShown } from '../../../src/app/openapi/packed.ts';
import type { SettingsInput } from '../../../src/client/sandbox-interface.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { openWorld } from '../../../src/creators/world/world.ts';
import { newFolder } from '../../new-folder.ts';
import { worldCache } from '../../world-cache.ts';

const world = openWorld(await ensureWorld({ seed: 1, size: 60, cacheDir: worldCache }));
const settingsOf = (content: SettingsInput) => readSettings({ file: { name: 'the test', content } }).settings;

/** Another value of every setting that no document shows; the world is the same in both. */
const others = {
  budget: 1,
  minCoverage: 1,
  require: ['402'],
  maxWaste: 1,
  maxRuleBreaks: 1,
  refuseAssumptions: true,
  allowNoRequests: true,
  ignoreRules: { 'pages-of-one': 'a reason' },
  guard: true,
  serviceHosts: ['https://api.example.com'],
  host: '127.0.0.2',
  port: 1,
  adminPort: 2,
  admin: false,
  adminToken: 'token',
  adminHosts: ['box.example'],
  cors: ['*'],
  tls: true,
  tlsCert: 'a.pem',
  tlsKey: 'a.key',
  data: '/nowhere',
  size: 61,
  clock: '2026-06-01T12:00:00Z',
  epoch: '2025-06-01',
  worldTime: 'still',
  prefer: false,
  strict: true,
  pace: 1,
  maxKeys: 1,
  journal: 1,
  quiet: true,
  logRequests: true,
  logLevel: 'silent',
} satisfies SettingsInput;

it('the settings that no document shows change none', async () => {
  expect(new Set(Object.keys(others))).toEqual(settingsNotShown);
  const before = settingsOf({});
  const after = settingsOf(others);
  expect(packedKey({ settings: after, world })).toBe(packedKey({ settings: before, world }));
  const documents = await Promise.all([before, after].map((settings) => openDocuments({ settings, world })));
  for (const generation of [2, 3])
    expect(documents[1]?.(generation, 'http://sandbox.example')).toEqual(
      documents[0]?.(generation, 'http://sandbox.example'),
    );
});

it.each([
  { vocabulary: 'published' },
  { seed: 2 },
  { lookups: 'get' },
  { prices: { usage: 1 } },
  { v2Status: 200 },
  { fixtures: 'anywhere' },
  { pictures: 'sandbox' },
] as const)('%j is not served with the documents of the defaults', (changed) => {
  expect(packedKey({ settings: settingsOf(changed), world })).not.toBe(
    packedKey({ settings: settingsOf({}), world }),
  );
});

it('packed documents are served for their settings alone, with the address of the request', async () => {
  const folder = newFolder();
  const settings = settingsOf({});
  packDocuments(folder, { settings, world }, (number, url) => ({
    number,
    servers: [{ url: `${url}/v${number}` }],
  }));
  const served = documentsOf({ settings, world }, folder);
  for (const number of [2, 3])
    expect(await served(number, 'http://sandbox.example')).toEqual({
      number,
      servers: [{ url: `http://sandbox.example/v${number}` }],
    });
  const made = documentsOf({ settings: settingsOf({ lookups: 'get' }), world }, folder);
  for (const url of ['http://one.example', 'http://other.example'])
    expect(await made(3, url)).toMatchObject({ openapi: '3.1.0', servers: [{ url }] });
  await expect(made(4, 'http://one.example')).rejects.toThrow('there is no generation 4');
});
