import { expect, it } from 'vitest';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';

const app = await testApp();
const admin = adminOf(app);
const match = { operation: 'nls' };
const rules = async () => (await admin('GET', '/faults')).body['faults'];

/** A snapshot as it was written while the member `profile` was called `torture`. */
async function formerSnapshot() {
  await admin('POST', '/faults', { match, profile: 'crlf' });
  await admin('PUT', '/snapshots/present');
  const { body } = await admin('GET', '/snapshots/present');
  await admin('POST', '/reset');
  const text = JSON.stringify(body).replace('"profile":"crlf"', '"torture":"crlf"');
  expect(text).toContain('"torture"');
  return JSON.parse(text) as { takenAt: number };
}

it('a rule of a former snapshot is read in the present names, imported or stored', async () => {
  const former = await formerSnapshot();
  expect((await admin('PUT', '/snapshots/imported', former)).status).toBe(200);
  await app.deps.ledger.snapshots.put('stored', JSON.stringify(former), former.takenAt);

  for (const name of ['imported', 'stored']) {
    await admin('POST', '/reset');
    expect((await admin('POST', `/snapshots/${name}/restore`)).body).toMatchObject({ faults: 1 });
    expect(await rules()).toMatchObject([{ match, profile: 'crlf' }]);
    expect((await admin('GET', `/snapshots/${name}`)).body['faults']).toEqual([{ match, profile: 'crlf' }]);
  }
});

it('requests of a former capsule mean the same: a rule, and a preference', async () => {
  await admin('POST', '/reset');
  const added = await admin('POST', '/faults', { match, torture: 'crlf' });
  expect(added).toMatchObject({ status: 201, body: { match, profile: 'crlf' } });
  expect(added.body).not.toHaveProperty('torture');
  await admin('DELETE', '/faults');
  for (const refused of [{ match, torture: 'crlf', profile: 'lf' }, []])
    expect((await admin('POST', '/faults', refused)).status).toBe(400);

  const asked = async (prefer: string) => {
    const headers = { prefer, 'api-key': 'demo-full', 'content-type': 'application/json' };
    const payload = { description: 'creators in Canada' };
    return (await app.app.inject({ method: 'POST', url: '/nls', headers, payload })).body;
  };
  for (const prefer of ['torture=crlf', 'profile=crlf']) expect(await asked(prefer)).toContain('\r\n');
});
