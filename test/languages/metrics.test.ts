import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { has } from './example.ts';

/** The pages of metrics, read by the programs that define their formats. */

const strictReader = `
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
print(len([sample for family in text_string_to_metric_families(sys.stdin.read()) for sample in family.samples]))
`;
const python = '/usr/bin/python3';

let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let operations: ReadonlySet<string>;
let routes: readonly { method: string; path: string; operation: string }[];
beforeAll(async () => {
  sandbox = await createSandbox({ size: 60, logLevel: 'silent', pace: 0, vocabulary: 'neutral' });
  ({ routes } = (await (await fetch(`${sandbox.adminUrl}/routes`)).json()) as { routes: typeof routes });
  operations = new Set(routes.map(({ operation }) => operation));
  const headers = { 'api-key': 'demo-full', apiId: 'demo-full', 'content-type': 'application/json' };
  for (const { method, path } of routes)
    await (
      await fetch(`${sandbox.url}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    ).text();
  for (let n = 0; n < 3; n++) await (await fetch(sandbox.exampleUrl, { headers })).text();
  const body = JSON.stringify({ description: 'creators from Spain' });
  await (await fetch(`${sandbox.url}/nls`, { method: 'POST', headers, body })).text();
});
afterAll(() => sandbox.close());

const page = async (accept: string): Promise<string> =>
  (await fetch(`${sandbox.adminUrl}/metrics`, { headers: { accept } })).text();

test('the page names every operation, also one that answered refusals only', async () => {
  const counted = new Set(
    [...(await page('text/plain')).matchAll(/requests_total\{operation="([^"]+)"/g)].map(([, name]) => name),
  );
  expect([...operations].filter((operation) => !counted.has(operation))).toEqual([]);
});

test.skipIf(!has('promtool', '--version'))(
  'promtool finds nothing wrong with the page, whichever operation was called last',
  async () => {
    const headers = { 'api-key': 'demo-full', apiId: 'demo-full', 'content-type': 'application/json' };
    for (const { method, path } of routes) {
      const init = { method, headers, ...(method === 'POST' && { body: '{}' }) };
      await (await fetch(`${sandbox.url}${path}`, init)).text();
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: await page('text/plain'),
        encoding: 'utf8',
      });
      expect({ path, status, output: stdout + stderr }).toEqual({ path, status: 0, output: '' });
    }
  },
);

test.skipIf(!has(python, '-c', 'import prometheus_client'))(
  'a strict reader of OpenMetrics reads every sample',
  async () => {
    await page('text/plain');
    const text = await page('application/openmetrics-text');
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const { stdout, stderr } = spawnSync(python, ['-c', strictReader], { input: text, encoding: 'utf8' });
    expect({ read: Number(stdout), stderr }).toEqual({ read: samples.length, stderr: '' });
  },
);
