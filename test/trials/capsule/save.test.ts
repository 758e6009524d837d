import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { launch } from '../../../src/app/sandbox/sandbox.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { commandIn } from '../../cli/io.ts';
import { newFolder } from '../../new-folder.ts';

it('a capsule shows no key, wherever the run sent or named it, and repeats', async () => {
  const { settings } = readSettings({
    file: { name: 'the run', content: { size: 60, recordCapsule: true } },
  });
  const sandbox = await launch({ ...settings, port: 0 }, { log: pino({ level: 'silent' }) });
  const ask = async (path: string, body?: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const reply = await fetch(`${sandbox.url}${path}`, {
      ...(body === undefined ? {} : { method, body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    await reply.text();
    return reply.status;
  };
  const lookUp = '/clip/profile?uniqueId=sample.creator';
  const odd = 'hidden"odd\\key/5?';
  await ask('/__admin/keys', { key: 'hidden-key-1', plan: 9 });
  const longer = 'hidden-key-1.hidden-end';
  const shortest = 'hushed';
  const limited = 'sandbox:plan=2,rate=9/10s:hidden-9';
  for (const key of [odd, longer, shortest]) await ask('/__admin/keys', { key, plan: 9 });
  const statuses = [
    await ask(lookUp, undefined, { 'api-key': 'hidden-key-1' }),
    await ask(lookUp, undefined, { 'api-key': odd }),
    await ask(lookUp, undefined, { 'api-key': longer }),
    await ask(lookUp, undefined, { 'api-key': shortest }),
    // too short to be told from other texts, and an escape that hides none
    await ask(`${lookUp}&note=%7e`, undefined, { 'api-key': 'creat' }),
    await ask(`${lookUp}&api-key=hidden-unknown-2`),
    await ask(`${lookUp}&note=%68idden-key-1%26uniqueId%3Dsomebody`, undefined, {
      'api-key': 'hidden-key-1',
    }),
    await ask('/clip/hidden-key-1'),
    await ask('/clip/profile', { uniqueId: 'sample.creator', note: 'sandbox:plan=3:hidden-6' }),
    await ask('/clip/profile', '{"uniqueId":"sample.creator","apiKey":"\\u0068idden-unknown-7"}'),
    await ask('/clip/profile', '{"uniqueId":"\\', { 'api-key': 'hidden-key-1' }),
    await ask('/__admin/faults', { match: { key: 'hidden-key-1' }, respond: { status: 503 }, times: 1 }),
    await ask('/__admin/keys/hidden-key-1/credits', { plan: 1 }),
    await ask(`/__admin/keys/${encodeURIComponent(odd)}/credits`, { plan: 1 }),
    await ask('/__admin/clock/advance', { by: '1h', key: 'hidden-key-1' }),
    await ask('/__admin/reset', { key: 'hidden-unknown-8' }),
    await ask(lookUp, undefined, { 'api-key': limited }),
    await ask(`/__admin/keys/${encodeURIComponent(limited)}/credits`, { plan: 2 }),
    await ask(lookUp, undefined, { 'api-key': limited }),
    // A body where HTTP expects none: without it the rule would stay.
    await ask('/__admin/faults', { match: { key: limited }, respond: { status: 500 } }),
    await ask(`/__admin/faults?key=${encodeURIComponent(limited)}`, {}, {}, 'DELETE'),
    await ask(lookUp, undefined, { 'api-key': limited }),
  ];
  expect(statuses).toEqual([
    ...[200, 200, 200, 200, 401, 401, 200, 404, 401, 401, 400, 201, 200, 200, 200, 404],
    ...[200, 200, 200, 201, 200, 402],
  ]);
  const text = await (await fetch(`${sandbox.adminUrl}/capsule`)).text();
  await sandbox.close();
  expect(text).toContain('/clip/profile?uniqueId=sample.creator&note=%7e');
  expect(text.match(/.{0,60}(?:hidden|\\u0068idden|%68idden|hushed).{0,30}/g) ?? []).toEqual([]);

  const folder = newFolder();
  writeFileSync(join(folder, 'c.json'), text);
  expect(await commandIn(folder, ['replay', 'c.json'])).toEqual({
    code: 0,
    out: '',
    err: 'creator-sandbox: All 14 replies are equal, byte for byte.\n',
  });
});
