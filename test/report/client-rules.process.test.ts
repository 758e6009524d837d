import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { type ClientRuleName, clientRuleNames, clientRules, wasteRuleNames } from '../../src/report/rules.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { badClients } from './bad-clients.ts';
import { goodClients } from './good-clients.ts';
import { brokenIn, reportFrom } from './reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sandbox = await createSandbox({ size: 60, pace: 5 });
afterAll(() => sandbox.close());

/** Runs a client with a key of its own. @returns the rules that it broke */
async function rulesBrokenBy(client: (typeof goodClients)[string]): Promise<Record<string, number>> {
  const key = await sandbox.key({ plan: 1_000, fractional: true });
  await fetch(`${sandbox.adminUrl}/report`, { method: 'DELETE' });
  await client({ url: sandbox.url, sandbox, key });
  return brokenIn(await sandbox.report());
}

describe('a bad client', () => {
  it('is there for each of the 16 rules', () => {
    expect(clientRuleNames).toHaveLength(16);
    for (const rule of clientRuleNames) expect(clientRules[rule].sentence).toMatch(/^[A-Z0-9`].*\.$/s);
  });

  it.each(Object.entries(badClients))('breaks %s and no other rule', async (rule, client) => {
    const key = await sandbox.key({ plan: 1_000, fractional: true });
    await fetch(`${sandbox.adminUrl}/report`, { method: 'DELETE' });
    await client({ url: sandbox.url, sandbox, key });
    // The sandbox learns a little later that a client left.
    await expect.poll(async () => Object.keys(brokenIn(await sandbox.report()))).toEqual([rule]);
    const [broken] = (await sandbox.report()).clientRules;
    const { severity, sentence } = clientRules[rule as ClientRuleName];
    expect(broken).toMatchObject({ rule, severity, sentence });
    // The evidence is in the journal.
    for (const { id } of broken?.requests ?? [])
      expect((await fetch(`${sandbox.adminUrl}/requests/${id}`)).status).toBe(200);
  });
});

describe('a 503 that nobody asked again', () => {
  it('stays in the report when the sandbox is reset', async () => {
    const app = await testApp();
    const ask = (name: string) => app.get(`/clip/${name}?uniqueId=sample.creator`, 'demo-full');
    await adminOf(app)('POST', '/faults', { match: {}, respond: { status: 503 }, times: 1 });
    for (const name of ['profile', 'contact']) await ask(name);
    await adminOf(app)('POST', '/reset', {});
    expect(brokenIn(await reportFrom(app))).toEqual({ 'no-retry-after-503': 1 });
    await ask('profile');
    expect(brokenIn(await reportFrom(app))).toEqual({ 'no-retry-after-503': 1 });
    await adminOf(app)('POST', '/faults', { match: {}, respond: { status: 503 }, times: 1 });
    for (const name of ['contact', 'profile']) await ask(name);
    // to read a report changes nothing in the next
    const { clientRules: broken } = await reportFrom(app);
    expect(broken).toMatchObject([{ requestCount: 2, requests: [{ id: 1 }, { id: 2 }] }]);
    expect((await reportFrom(app)).clientRules).toEqual(broken);
  });
});

describe('no rule is broken', () => {
  it('by a 503 that is asked again after another call, and by a handle that has capitals', async () => {
    const app = await testApp();
    const ask = (platform: string, name: string) =>
      app.get(`/${platform}/profile?uniqueId=${name}`, 'demo-full');
    await adminOf(app)('POST', '/faults', { match: {}, respond: { status: 503 }, times: 1 });
    for (const name of ['sample.creator', 'sample.friend', 'sample.creator']) await ask('clip', name);
    await ask('tube', 'Mixed-Case_Handle');
    // It has no fields to save.
    await app.get('/clip/niches?fields=name', 'demo-full');
    const statuses = [...app.deps.journal.all()].map(({ status }) => status);
    expect([statuses, brokenIn(await reportFrom(app))]).toEqual([[503, 200, 200, 200, 400], {}]);
  });

  it.each(['/faults', '/faults?key=demo-full', '/faults/fault-1'])(
    'by a retry after the rule that forced a 402 was removed at %s',
    async (path) => {
      const app = await testApp();
      const ask = () => app.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
      await adminOf(app)('POST', '/faults', { match: { key: 'demo-full' }, respond: { status: 402 } });
      await ask();
      await adminOf(app)('DELETE', path);
      await ask();
      const statuses = [...app.deps.journal.all()].map(({ status }) => status);
      expect([statuses, brokenIn(await reportFrom(app))]).toEqual([[402, 200], {}]);
    },
  );
});

describe('the page about reports', () => {
  it('has every rule', () => {
    const page = readFileSync(`${root}/docs/report.md`, 'utf8');
    for (const [rule, { severity, sentence }] of Object.entries(clientRules))
      expect(page).toContain(`| \`${rule}\` | ${severity} | ${sentence} |`);
    for (const rule of wasteRuleNames) expect(page).toContain(`| \`${rule}\` |`);
  });
});

describe('a good client', () => {
  it.each(Object.entries(goodClients))('breaks none: %s', async (_name, client) => {
    expect(await rulesBrokenBy(client)).toEqual({});
  });
});
