import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StreamedEvent } from '../../src/admin/requests/event-schemas.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;
const url = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/__admin/events`;
const leaving = new AbortController();
afterAll(() => leaving.abort());

const isDocumented = new Ajv({ strict: false }).compile(StreamedEvent);

interface Event {
  name: string;
  data: Record<string, unknown>;
}

/** Yields the frames of an event stream. */
async function* watch(query = '', signal = leaving.signal): AsyncGenerator<Event, void> {
  const reply = await fetch(`${url}${query}`, { signal });
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [first = '', second = ''] = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      if (first.startsWith('event: '))
        yield { name: first.slice(7), data: JSON.parse(second.slice(6)) as Event['data'] };
      // the first comment: the stream has begun
      else if (first === ': watching') yield { name: 'watching', data: {} };
    }
  }
}

async function next(events: AsyncGenerator<Event, void>): Promise<Event> {
  const { value } = await events.next();
  if (!value) throw new Error('the events ended');
  if (value.name !== 'watching')
    expect(isDocumented({ event: value.name, data: value.data }), JSON.stringify(isDocumented.errors)).toBe(
      true,
    );
  return value;
}

describe('the event stream', () => {
  it('sends requests, charges, renewals and faults as they happen', async () => {
    const key = 'sandbox:plan=4:events';
    const { id, account } = (await admin('GET', `/keys/${key}`)).body;
    const events = watch();
    expect((await next(events)).name).toBe('watching');

    const answer = await get(profile, key);
    const about = { key: id, operation: 'clip/profile', credits: 2 };
    expect(await next(events)).toEqual({
      name: 'charge',
      data: { ...about, account, at: expect.any(Number), traceId: answer.body['traceId'] },
    });
    expect(await next(events)).toEqual({
      name: 'request',
      data: {
        ...about,
        id: 1,
        label: 'events',
        at: expect.any(Number),
        realAt: expect.any(Number),
        about: world.example.clip,
        durationMs: expect.any(Number),
        method: 'GET',
        url: profile,
        status: 200,
        errorCode: null,
        injected: null,
        notes: [],
        decisions: expect.any(Array),
      },
    });
    await app.ask({
      url: profile,
      headers: { 'api-key': key, prefer: 'code=503', 'x-sandbox-call-site': 'a.ts:7' },
    });
    expect(await next(events)).toEqual({
      name: 'fault',
      data: { by: 'Prefer', key: id, operation: 'clip/profile', request: 2 },
    });
    expect(await next(events)).toMatchObject({
      name: 'request',
      data: { status: 503, credits: 0, callSite: { file: 'a.ts', line: 7 } },
    });
    await admin('POST', '/clock/advance', { by: '30d' });
    expect(await next(events)).toEqual({
      name: 'renewal',
      data: { account, at: expect.any(Number), credits: 2 },
    });
    const headers = { 'api-key': 'demo-full' };
    await app.app.inject({ method: 'POST', url: '/nls', headers, payload: { description: 'yoga' } });
    expect([await next(events), await next(events)]).toMatchObject([
      { name: 'charge', data: { operation: 'nls' } },
      { name: 'request', data: { operation: 'nls', credits: expect.any(Number) } },
    ]);
    await events.return();
  });

  it('of one key sends no event of another key, of its account neither, but those of the account', async () => {
    const create = async (terms: object) =>
      (await admin('POST', '/keys', { account: 'siblings', ...terms })).body;
    const [mine, theirs] = [await create({ plan: 100 }), await create({})];
    const events = watch(`?key=${mine['id']}`);
    await next(events);
    expect((await get(profile, String(theirs['key']))).status).toBe(200);
    for (const stranger of ['sandbox:plan=4:theirs', 'nobody']) await get(profile, stranger);
    await get(profile, String(mine['key']));
    expect([await next(events), await next(events)]).toMatchObject([
      { name: 'charge', data: { key: mine['id'] } },
      { name: 'request', data: { key: mine['id'] } },
    ]);
    await admin('POST', '/clock/advance', { by: '40d' });
    await get(profile, String(theirs['key']));
    expect(await next(events)).toMatchObject({ name: 'renewal', data: { account: mine['account'] } });
    expect((await admin('GET', '/events?key=nobody')).body).toEqual(problem(404, 'There is no such key.'));
  });

  it('sends only the requests that match further terms', async () => {
    const events = watch('?key=demo-full&status=404');
    await next(events);
    await get(profile, 'demo-full');
    await get('/clip/profile?uniqueId=no.one', 'demo-full');
    expect(await next(events)).toMatchObject({ name: 'request', data: { label: 'demo-full', status: 404 } });
    await events.return();
    expect((await admin('GET', '/events?status=4')).status).toBe(400);
    expect((await admin('GET', '/events?operation=clip/profil')).status).toBe(422);
  });

  it('tells a slow reader how many events it lost', async () => {
    const events = watch('?key=demo-full');
    await next(events);
    const emit = (id: number) =>
      app.deps.events.emit({
        name: 'request',
        keyId: null,
        account: 'x',
        data: { id, fill: 'x'.repeat(100) },
      });
    const { account } = (await admin('GET', '/keys/demo-full')).body;
    // all in one turn of the event loop, so that nothing is read in between
    for (let id = 0; id < 1_500; id++)
      app.deps.events.emit({ name: 'request', keyId: null, account: String(account), data: { id } });
    emit(-1);
    expect(await next(events)).toEqual({ name: 'lost', data: { events: 500 } });
    expect((await events.next()).value).toEqual({ name: 'request', data: { id: 500 } });
  });

  it('sends an empty comment after 15 seconds without an event, to keep the connection', async () => {
    const quiet = await testApp();
    const base = await quiet.app.listen({ port: 0, host: '127.0.0.1' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = request(`${base}/__admin/events`).end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    const pieces = reply.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>;
    const emit = () => quiet.deps.events.emit({ name: 'request', keyId: null, data: { id: 1 } });
    /** Reads up to the end of the next event. */
    const untilEvent = async () => {
      let text = '';
      while (!text.includes('event: ')) text += (await pieces.next()).value as string;
      return text.replace('event: request\ndata: {"id":1}\n\n', 'event');
    };
    const untilSilent = async () => {
      while (vi.getTimerCount() === 0) await setImmediate();
    };
    await untilSilent();
    vi.advanceTimersByTime(14_999);
    emit();
    expect(await untilEvent()).toBe(': watching\n\nevent');
    for (let silence = 0; silence < 2; silence++) {
      await untilSilent();
      vi.advanceTimersByTime(15_000);
    }
    await untilSilent();
    emit();
    expect(await untilEvent()).toBe(':\n\n:\n\nevent');
    asked.destroy();
  });

  it('is open to fifty clients at once and releases those that leave', async () => {
    const many = new AbortController();
    const full = await testApp();
    const base = await full.app.listen({ port: 0, host: '127.0.0.1' });
    const open = () => fetch(`${base}/__admin/events`, { signal: many.signal });
    await Promise.all(Array.from({ length: 50 }, open));
    const refused = await open();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      problem(503, '50 event streams are open already.'),
    ]);
    many.abort();
    await expect.poll(() => full.deps.events.heard).toBe(false);
    expect((await fetch(`${base}/__admin/events`)).status).toBe(200);
  });

  it('ends properly when the sandbox closes', async () => {
    const closing = await testApp();
    const base = await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${base}/__admin/events`);
    await closing.app.close();
    expect(await reply.text()).toBe(': watching\n\n');
    expect(closing.deps.events.heard).toBe(false);
  });
});
