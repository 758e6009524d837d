import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../src/app/decisions.ts';
import { decisionView } from '../../src/core/decisions/decision.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;

const view = (counts: Record<string, number> = {}) =>
  allDecisions.map((decision) => ({
    ...decisionView(decision),
    requests: decision.reliedOnBy === 'general' ? null : (counts[decision.id] ?? 0),
  }));

describe('/__admin/decisions', () => {
  it('lists the register with the number of replies that relied on each decision, for all keys or one', async () => {
    expect((await admin('GET', '/decisions')).body).toEqual({ decisions: view() });
    await get(profile, 'demo-full');
    await get(`${profile}&fields=bio`, 'demo-full');
    await get(profile, 'demo-low');

    const always = { 'has-sponsors-clip': 2, 'second-language': 2 };
    const fields = { 'fields-get': 1, 'fields-prices': 1, 'fields-identifiers': 1 };
    expect((await admin('GET', '/decisions')).body).toEqual({ decisions: view({ ...always, ...fields }) });
    expect((await admin('GET', '/decisions?key=demo-low')).body).toEqual({
      decisions: view({ 'has-sponsors-clip': 1, 'second-language': 1 }),
    });
    expect((await admin('GET', '/decisions?tag=assumed')).body).toEqual({
      decisions: view({ ...always, ...fields }).filter(({ tag }) => tag === 'assumed'),
    });
  });

  it('tells a check that fails which decision a request does not rely on', async () => {
    const { body } = await admin('POST', '/verify', { match: {}, decision: 'search-fields', atLeast: 1 });
    expect(JSON.stringify(body)).toContain('it does not rely on the decision search-fields');
  });

  it('counts nothing without a journal', async () => {
    const off = await testApp({ journal: 0 });
    await off.get(profile, 'demo-full');
    const { body } = await adminOf(off)('GET', '/decisions');
    expect(new Set((body['decisions'] as { requests: unknown }[]).map(({ requests }) => requests))).toEqual(
      new Set([null]),
    );
  });

  it.each([
    ['/decisions?key=nobody', 404, 'There is no such key.'],
    ['/decisions?tag=sure', 400, "'tag' must be one of: observed, assumed."],
    ['/requests?decision=field-get', 422, 'There is no such decision; the nearest valid one is fields-get.'],
    [
      '/requests/count?decision=trace-id',
      422,
      'trace-id is general: it applies to the sandbox, not to single replies.',
    ],
  ])('refuses %s', async (path, status, detail) => {
    expect(await admin('GET', path)).toMatchObject({ status, body: problem(status, detail) });
  });
});
