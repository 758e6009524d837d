import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness.ts';
import { type Admin, adminOf } from './admin.ts';

const epochOf = async (admin: Admin) => (await admin('GET', '/health')).body['epoch'];
const freeze = (admin: Admin, at: string) => admin('PUT', '/clock', { mode: 'frozen', at });
const call = ({ get }: TestApp) => get('/clip/profile?uniqueId=sample.creator', 'demo-full');

async function started(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options);
  return { app, admin: adminOf(app) };
}

test('the day of the start is the epoch, and stays it when the clock moves after a call', async () => {
  const { app, admin } = await started({ clock: '2026-06-01T23:59:59Z' });
  expect(await epochOf(admin)).toBe('2026-06-01');
  expect((await call(app)).status).toBe(200);
  for (const at of ['2027-01-01', '2025-01-01']) await freeze(admin, at);
  await admin('POST', '/clock/advance', { by: '40d' });
  expect(await epochOf(admin)).toBe('2026-06-01');
  expect((await admin('GET', '/report')).body['epoch']).toBe('2026-06-01');
});

test('the last move of the clock before the first call decides', async () => {
  const { app, admin } = await started();
  await freeze(admin, '2031-02-03T23:00:00Z');
  expect(await epochOf(admin)).toBe('2031-02-03');
  await admin('POST', '/clock/advance', { by: '2h' });
  expect(await epochOf(admin)).toBe('2031-02-04');
  // Neither the admin surface, a quote, an unknown path nor an unknown key is a call.
  await admin('POST', '/quote', { operation: 'clip/profile', parameters: { uniqueId: 'sample.creator' } });
  await admin('GET', '/world/creators?limit=1');
  expect((await app.get('/nothing', 'demo-full')).status).toBe(404);
  expect((await app.get('/usage', 'unknown')).status).toBe(401);
  await freeze(admin, '2032-02-04');
  expect(await epochOf(admin)).toBe('2032-02-04');
  // A call that is refused is one.
  expect((await app.get('/clip/profile?uniqueId=nobody', 'demo-full')).status).toBe(404);
  await freeze(admin, '2033-02-04');
  expect(await epochOf(admin)).toBe('2032-02-04');
});

test("the clock of one account moves no one's epoch", async () => {
  const { admin } = await started();
  await admin('POST', '/clock/advance', { by: '90d', key: 'demo-full' });
  expect(await epochOf(admin)).toBe('2026-06-01');
});

test('the setting decides before clock and calls, and after a reset', async () => {
  const { app, admin } = await started({ epoch: '2024-02-29' });
  await freeze(admin, '2031-02-03');
  expect(await epochOf(admin)).toBe('2024-02-29');
  await call(app);
  await admin('POST', '/reset');
  expect(await epochOf(admin)).toBe('2024-02-29');
});

test('a reset of everything chooses anew, one of a key does not', async () => {
  const { app, admin } = await started();
  await freeze(admin, '2031-02-03');
  await call(app);
  await admin('POST', '/reset', { key: 'demo-full' });
  await freeze(admin, '2032-02-03');
  expect(await epochOf(admin)).toBe('2031-02-03');
  await admin('POST', '/reset');
  expect(await epochOf(admin)).toBe('2026-06-01');
  await freeze(admin, '2033-02-03');
  await call(app);
  await freeze(admin, '2034-02-03');
  expect(await epochOf(admin)).toBe('2033-02-03');
});

test('a snapshot restores its epoch', async () => {
  const { app, admin } = await started();
  await call(app);
  await admin('PUT', '/snapshots/first');
  expect((await admin('GET', '/snapshots/first')).body['epoch']).toBe('2026-06-01');
  await admin('POST', '/reset');
  await freeze(admin, '2031-02-03');
  await call(app);
  await admin('POST', '/snapshots/first/restore');
  expect(await epochOf(admin)).toBe('2026-06-01');
  await freeze(admin, '2040-02-03');
  expect(await epochOf(admin)).toBe('2026-06-01');

  const other = await started({ epoch: '2024-02-29' });
  await other.admin('PUT', '/snapshots/copy', (await admin('GET', '/snapshots/first')).body);
  await other.admin('POST', '/snapshots/copy/restore');
  expect(await epochOf(other.admin)).toBe('2026-06-01');
});

test('a snapshot without an epoch begins on the day on which it was taken, and leaves it open', async () => {
  const { app, admin } = await started();
  await freeze(admin, '2031-02-03T10:00:00Z');
  await admin('PUT', '/snapshots/before');
  const { body: content } = await admin('GET', '/snapshots/before');
  expect(content).not.toHaveProperty('epoch');
  await admin('PUT', '/snapshots/real', { ...content, clock: { mode: 'real' } });
  await call(app);
  for (const name of ['before', 'real']) {
    await freeze(admin, '2050-01-01');
    await admin('POST', `/snapshots/${name}/restore`);
    expect(await epochOf(admin), name).toBe('2031-02-03');
  }
  await freeze(admin, '2032-02-03');
  expect(await epochOf(admin)).toBe('2032-02-03');
});
