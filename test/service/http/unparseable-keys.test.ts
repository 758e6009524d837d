import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { bytesOverTheWire } from '../../wire.ts';

const secret = 'hush-hush-nobody-knows';
const known = 'summer.holiday.2026';
const { app, deps, post } = await testApp();
await post('/__admin/keys', { key: known, plan: 5 });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

it('relies on what answers unreadable HTTP, and on nothing about its path', async () => {
  await bytesOverTheWire(port, Buffer.from('GET /clip/profile HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n'));
  expect([...deps.journal.all()].at(-1)?.decisions).toEqual([
    'details-shape',
    'details-words',
    'details-words-observed',
    'error-message',
    'transport-errors',
  ]);
});

it.each([
  ['a header without a colon', `/clip/profile?uniqueId=${secret}`, `api-key: ${secret}\r\nBad Header`],
  ['the key behind it', `/clip/profile?uniqueId=${secret}`, `Bad Header\r\nAPI-Key:${secret} `],
  ['the key of generation 2', `/v2/clipBasic?clipId=${secret}`, `apiId: ${secret}\r\nBad Header`],
  ['a known key', `/clip/profile?uniqueId=${known}`, 'Bad Header'],
  ['a path of broken escapes', `/clip/%zz?uniqueId=${secret}`, `api-key: ${secret}`],
  ['a path with the key', `/clip/%zz/${secret}`, `api-key: ${secret}`],
  ['a known key in a path', `/clip/%zz/${known}?q=${known}`, 'a: b'],
  ['a query of broken escapes', `/clip/profile?uniqueId=${secret}%zz`, `api-key: ${secret}`],
  ['a written letter', `/clip/%zz?uniqueId=hush%2Dhush-nobody-knows`, `api-key: ${secret}`],
  [
    'a body that breaks off',
    `/clip/profile?a=${secret}`,
    `api-key: ${secret}\r\nTransfer-Encoding: chunked\r\n\r\nzz`,
  ],
])('the journal shows no key of a URL with %s', async (_what, url, headers) => {
  await bytesOverTheWire(
    port,
    Buffer.from(`POST ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n`),
  );
  const shown = JSON.stringify([...deps.journal.all()]);
  expect(shown).toMatch(/"method":"POST"/);
  expect(decodeURIComponent(shown.replaceAll('%zz', ''))).not.toMatch(/nobody-knows|holiday/);
});
