import { expect, onTestFinished, test } from 'vitest';
import { reportOf } from '../../src/http/report.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';
import { sqliteStore } from '../../src/ledger/sqlite/store.ts';
import { testApp } from '../harness.ts';
import { credits, settings, temporaryFolder } from '../ledger/harness.ts';

test('a batch that cannot be kept answers 500 in the envelope, and costs nothing', async () => {
  const database = openDatabase(temporaryFolder());
  const ledger = ledgerOn(sqliteStore(database), settings({ keys: { k: { plan: credits(1000) } } }));
  onTestFinished(() => ledger.close());
  const { app, deps } = await testApp({}, { ledger });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, name = 'api-key') => {
    const reply = await fetch(url + path, { headers: { [name]: 'k' } });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  // The second time this URL is remembered.
  const remembered = '/clip/profile?uniqueId=sample.creator';
  expect(await ask(remembered)).toMatchObject({ status: 200, body: { creditsAvailable: 998 } });

  // From now on the file cannot grow, so commits fail.
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`);
  const replies = [];
  for (let n = 0; n < 200; n++) replies.push(await ask(remembered));
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
  expect(await ask(remembered)).toMatchObject({
    status: 200,
    body: { creditsAvailable: 998 - 2 * charged - 2 },
  });
  const { credits: counted } = reportOf(deps).receipt;
  expect(counted).toBe(2 * charged + 4);
  for (const { status, credits: journalled } of deps.journal.all())
    expect(journalled).toBe(status === 200 ? 2_000 : 0);
});
