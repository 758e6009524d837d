import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createSandbox } from '../../src/library/index.ts';

/** Draws the pictures of docs/dashboard.md, over a sandbox in the middle of some work. */
const sandbox = await createSandbox({ clock: '2026-06-01T12:00:00Z' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const call = async (path: string, key = 'demo-full', headers: Record<string, string> = {}) =>
  (await fetch(sandbox.url + path, { headers: { 'api-key': key, ...headers } })).text();

const sample = 'uniqueId=sample.creator';
const checkout = 'sandbox:plan=80,limit=60,fractional:checkout';
for (const path of [
  'clip/profile',
  'clip/audience',
  'gram/performance',
  'clip/profile',
  'gram/contact',
  'clip/performance',
  'gram/sponsorship',
]) {
  await call(`/${path}?${sample}`, checkout);
  await sandbox.advance('50m');
}
await fetch(`${sandbox.adminUrl}/keys/${(await sandbox.findKey(checkout)).id}/credits`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ purchased: 20 }),
});
for (const name of ['before-checkout', 'plan-used-up'])
  await fetch(`${sandbox.adminUrl}/snapshots/${name}`, { method: 'PUT' });
await sandbox.advance('3h');
await call(`/clip/profile?${sample}&fields=country&fields=bio`, checkout);
await call('/clip/profil', 'demo-standard');
await call(`/clip/content-detail?${sample}`, 'demo-empty');
await call('/usage', 'sandbox:plam=5:mistyped');
await call(`/clip/profile?${sample}`, 'demo-low');
await call(`/clip/audience?${sample}`, checkout);
await call(`/gram/profile?${sample}`, checkout, { prefer: 'code=503' });
await call('/tube/topics');
await sandbox.advance('2h');
await sandbox.fault({ match: { operation: 'clip/audience' }, respond: { status: 402 }, times: 1 });
const { id } = await sandbox.findKey(checkout);

const wide = { width: 1280, height: 700 };
const narrow = { width: 400, height: 760 };
for (const [name, place, colorScheme, viewport] of [
  ['live', 'live/8', 'light', wide],
  ['money', `money/${id}`, 'dark', wide],
  ['faults', 'faults', 'light', wide],
  ['api', 'api/3/GET/clip/profile', 'dark', wide],
  ['world', 'world/clip/sample.creator', 'light', wide],
  ['report', 'report', 'light', wide],
  ['state', 'state', 'dark', wide],
  ['narrow', 'live', 'light', narrow],
  ['narrow-dark', 'live/8', 'dark', narrow],
] as const) {
  const page = await browser.newPage({ colorScheme, viewport });
  await page.goto(`${sandbox.adminUrl}/#/${place}`);
  await page.locator('.dot.on').waitFor();
  // The documents of the API are made when they are first asked for.
  await page.waitForTimeout(1_500);
  await page.screenshot({
    path: fileURLToPath(new URL(`../../docs/dashboard-${name}.png`, import.meta.url)),
  });
  await page.close();
}
await browser.close();
await sandbox.close();
