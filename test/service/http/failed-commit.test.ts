import { describe, expect, it, onTestFinished, test } from 'vitest';
import { CommitFailed } from '../../../src/ledger/errors.ts';
import { ledgerOn } from '../../../src/ledger/ledger-on.ts';
import { openDatabase } from '../../../src/ledger/sqlite/database.ts';
import { sqliteStore } from '../../../src/ledger/sqlite/store.ts';
import { reportOf } from '../../../src/service/http/report.ts';
import { adminOf } from '../../admin/admin.ts';
import { noon, testApp } from '../../harness.ts';
import { call, callerOf, credits, settings, startAt } from '../../ledger/harness.ts';
import { newFolder } from '../../new-folder.ts';

test('a batch that cannot be kept answers 500 in the envelope, and costs nothing', async () => {
  const database = openDatabase(newFolder());
  const ledger = ledgerOn(sqliteStore(database), settings({ keys: { k: { plan: credits(1000) } } }));
  onTestFinished(() => ledger.close());
  const { app, deps } = await testApp({}, { ledger });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, name = 'api-key') => {
    const reply = await fetch(url + path, { headers: { [name]: 'k' } });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  // The second time the route of this URL is cached.
  const cachedUrl = '/clip/profile?uniqueId=sample.creator';
  expect(await ask(cachedUrl)).toMatchObject({ status: 200, body: { creditsAvailable: 998 } });

  // From now on the file cannot grow, so commits fail.
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
  const replies = [];
  for (let n = 0; n < 200; n++) replies.push(await ask(cachedUrl));
  const failed = replies.filter(({ status }) => status === 500);
  const charged = replies.length - failed.length;
  expect(failed.length).toBeGreaterThan(0);
  for (const { body } of failed)
    expect(body).toEqual({
      success: false,
      error: 'InternalServerError',
      message: expect.any(String),
      errorCode: 'INTERNAL_SERVER_ERROR',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: expect.any(Number),
    });
  expect(await ask('/tube/profile?uniqueId=sample.creator')).toMatchObject({ status: 500 });
  expect(await ask('/v2/clipBasic?clipId=sample.creator', 'apiId')).toMatchObject({
    body: { error: 'ServerError', quotaUsed: 0, success: false },
  });

  database.pragma('max_page_count = 1000000');
  expect(await ask(cachedUrl)).toMatchObject({
    status: 200,
    body: { creditsAvailable: 998 - 2 * charged - 2 },
  });
  const { credits: counted } = reportOf(deps).receipt;
  expect(counted).toBe(2 * charged + 4);
  for (const { status, credits: journalled } of deps.journal.all())
    expect(journalled).toBe(status === 200 ? 2_000 : 0);
});

test('a snapshot that cannot be written is refused with 503, and says why', async () => {
  const database = openDatabase(newFolder());
  const ledger = ledgerOn(sqliteStore(database), settings({ keys: { k: { plan: credits(1000) } } }));
  onTestFinished(() => ledger.close());
  const { app, deps, warnings } = await testApp({}, { ledger });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON snapshots BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  const reply = await fetch(`${url}/__admin/snapshots/one`, { method: 'PUT' });
  expect([reply.status, await reply.json()]).toEqual([
    503,
    {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The ledger cannot be written: database or disk is full.',
    },
  ]);
  expect([warnings, await deps.ledger.snapshots.list()]).toEqual([[], []]);
});

/** A folder whose ledger cannot keep calls of these operations. */
function unwritableFor(...operations: string[]): string {
  const folder = newFolder();
  const database = openDatabase(folder);
  for (const table of ['usage', 'holds'])
    database.exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} WHEN NEW.operation IN (${operations.map((id) => `'${id}'`)})
       BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
    );
  database.close();
  return folder;
}

describe('a ledger that cannot be written', () => {
  const trouble = 'The ledger cannot be written: database or disk is full.';
  const internal = {
    success: false,
    error: 'InternalServerError',
    message: 'Internal server error. Please try again later.',
    errorCode: 'INTERNAL_SERVER_ERROR',
    traceId: expect.any(String),
    timestamp: noon,
  };

  it('answers 500 in the envelope of each generation where a refusal was due', async () => {
    const { get, getV2, post, ask } = await testApp({
      data: unwritableFor('clip/profile', 'clip/search', 'tube/subtitles/download', 'nls', 'v2/clipBasic'),
    });
    const refused = [
      get('/clip/profile?uniqueId=', 'demo-full'),
      get('/clip/profile?uniqueId=no.such.creator', 'demo-full'),
      get('/clip/profile?uniqueId=sample.creator', 'demo-empty'),
      get('/clip/profile?uniqueId=sample.creator&fields=country', 'demo-standard'),
      get('/clip/profile?uniqueId=sample.creator', 'demo-forbidden'),
      post('/clip/search', {}, 'demo-full'),
      post('/tube/subtitles/download', { videoId: 'nosuchvideo', vssId: '.en' }, 'demo-full'),
      post('/nls', { description: '' }, 'demo-full'),
      post('/nls', { description: 'cats' }, 'demo-full'),
      ask({
        method: 'POST',
        url: '/clip/search',
        payload: '{',
        headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      }),
    ];
    for (const { status, body } of await Promise.all(refused)) {
      expect(status).toBe(500);
      expect(body).toEqual(internal);
    }
    for (const url of [
      '/v2/clipBasic',
      '/v2/clipBasic?clipId=no.such.creator',
      '/v2/clipBasic?clipId=sample.creator',
    ])
      expect(await getV2(url, 'demo-full')).toMatchObject({
        status: 403,
        body: { data: null, quotaUsed: 0, remainingPlanCredit: 0, error: 'ServerError', success: false },
      });
    // No key, no account, nothing to count.
    expect(await get('/clip/profile?uniqueId=')).toMatchObject({ status: 401 });
    expect(await get('/clip/nothing', 'demo-full')).toMatchObject({ status: 404 });
  });

  it('is logged once, and shown by health until it can be written again', async () => {
    const app = await testApp({ data: unwritableFor('clip/profile') });
    const { get, warnings } = app;
    const health = () => adminOf(app)('GET', '/health');
    expect(await health()).toMatchObject({ status: 200 });
    for (let n = 0; n < 5; n++) {
      expect((await get('/clip/profile?uniqueId=sample.creator', 'demo-full')).status).toBe(500);
      expect((await get('/clip/profile?uniqueId=', 'demo-full')).status).toBe(500);
    }
    expect(await health()).toMatchObject({ status: 503, body: { status: 503, detail: trouble } });
    expect(warnings.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      `${trouble} Until it can, calls that change it are refused.`,
    ]);

    expect((await get('/gram/profile?uniqueId=sample.creator', 'demo-full')).status).toBe(200);
    expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(warnings).toHaveLength(2);
    expect(warnings[1]).toContain('The ledger can be written again.');
  });

  it('refuses changes of the admin surface with 503, and says why', async () => {
    const folder = newFolder();
    const database = openDatabase(folder);
    database.exec(
      `CREATE TRIGGER full BEFORE INSERT ON keys WHEN NEW.secret = 'new-key' BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
    );
    database.close();
    const { ask, warnings } = await testApp({ data: folder });
    const reply = await ask({ method: 'POST', url: '/__admin/keys', payload: { key: 'new-key', plan: 1 } });
    expect(reply).toMatchObject({ status: 503, body: { status: 503, detail: trouble } });
    expect(warnings).toHaveLength(1);
  });
});

test('a hold whose release is not kept is given back when the ledger can be written again', async () => {
  const database = openDatabase(newFolder());
  const ledger = ledgerOn(sqliteStore(database), settings({ keys: { k: { plan: credits(100) } } }));
  onTestFinished(() => ledger.close());
  const caller = await callerOf(ledger, 'k');
  const hold = await ledger.hold(caller, call(5, startAt, 'nls'));
  database.exec(`CREATE TRIGGER full BEFORE DELETE ON holds BEGIN SELECT RAISE(FAIL, 'full'); END`);
  let now = startAt;
  await expect(ledger.release(hold, () => now)).rejects.toBeInstanceOf(CommitFailed);
  expect(await ledger.balance(caller, now)).toMatchObject({ held: 5000 });

  database.exec('DROP TRIGGER full');
  now += 1000;
  await ledger.charge(caller, call(1, now));
  await expect.poll(() => ledger.balance(caller, now)).toMatchObject({ held: 0, planUsed: 1000 });
  // It is given back now, not before the charge that stands above it.
  expect((await ledger.entries(caller)).slice(-2)).toMatchObject([
    { kind: 'charge', at: now },
    { kind: 'release', at: now },
  ]);
});
