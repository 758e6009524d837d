import { describe, expect, it, onTestFinished } from 'vitest';
import { requestLine } from '../../../src/cli/request-lines.ts';
import { createSandbox } from '../../../src/library/index.ts';
import { adminOf } from '../../admin/admin.ts';
import { noon, testApp } from '../../harness.ts';

const app = await testApp();
const admin = adminOf(app);

/** Sends a request by the key, and returns its reply and what the journal notes. */
async function notesOn(key: string, path = '/clip/profile?uniqueId=sample.creator') {
  const reply = await app.get(path, key);
  const { body } = await admin('GET', '/requests?limit=1000');
  const request = (body['requests'] as { notes: string[] }[]).at(-1);
  return { reply, request, notes: request?.notes };
}

describe('a 402 in the journal', () => {
  it('says how much the plan and purchases had, the price, and what is missing', async () => {
    const { reply, notes, request } = await notesOn('sandbox:plan=100,used=99.5,purchased=1:short');
    expect(reply.status).toBe(402);
    expect(reply.body).toEqual({
      success: false,
      error: 'PaymentRequiredError',
      message: expect.any(String),
      errorCode: 'INSUFFICIENT_CREDITS',
      traceId: expect.any(String),
      timestamp: noon,
      details: [{ field: 'credits', message: 'Required 2, available 1.5.', required: 2, available: 1.5 }],
    });
    expect(notes).toEqual([
      'Not enough credits for this request.',
      'The plan is 100 credits, 99.5 spent, 1 purchased left; the price is at most 2: 0.5 credits missing.',
    ]);
    const line = requestLine(
      { ...(request as never as object), url: '', label: null } as never,
      (_, text) => text,
    );
    expect(line).toContain('0.5 credits missing.');
  });

  it('says what a spend limit leaves, and its reply stays without details', async () => {
    const { reply, notes } = await notesOn('sandbox:plan=100,limit=10,spent=9:capped');
    expect([reply.status, reply.body['errorCode'], reply.body['details']]).toEqual([
      402,
      'KEY_SPEND_THRESHOLD_EXCEEDED',
      undefined,
    ]);
    expect(notes).toEqual([
      'The spend limit of this API key would be exceeded.',
      "The key's spend limit is 10 credits, 9 spent; the price is at most 2: 1 credit missing.",
    ]);
  });

  it('says the same in generation 2, whose reply has the code alone', async () => {
    const reply = await app.getV2('/v2/clipBasic?clipId=sample.creator', 'sandbox:plan=0:old');
    const { body } = await admin('GET', '/requests?limit=1000');
    expect(reply.body['error']).toBe('QuotaNotEnough');
    expect((body['requests'] as { notes: string[] }[]).at(-1)?.notes).toEqual([
      'The plan is 0 credits, 0 spent, 0 purchased left; the price is at most 2: 2 credits missing.',
    ]);
  });

  it('says it for a URL that was answered before, which skips the routes', async () => {
    const sandbox = await createSandbox({ size: 60 });
    onTestFinished(() => sandbox.close());
    const { key } = await sandbox.key({ plan: 5 });
    for (let n = 0; n < 4; n++)
      await fetch(`${sandbox.url}/clip/profile?uniqueId=sample.creator`, { headers: { 'api-key': key } });
    const missing = [
      'Not enough credits for this request.',
      'The plan is 5 credits, 4 spent, 0 purchased left; the price is at most 2: 1 credit missing.',
    ];
    expect((await sandbox.requests()).map(({ notes }) => notes)).toEqual([[], [], missing, missing]);
  });

  it('says nothing where a test forced it', async () => {
    const { reply, notes } = await notesOn(
      'sandbox:plan=100:forced',
      '/clip/profile?uniqueId=sandbox-error-402',
    );
    expect([reply.status, notes]).toEqual([402, []]);
  });
});
