import { expect, it } from 'vitest';
import { connect, createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { teams } from './tokens.ts';

const data = newFolder();

/** Works with a sandbox over the folder, which then closes. */
async function inSandbox<T>(
  work: (sandbox: Awaited<ReturnType<typeof createSandbox>>) => Promise<T>,
): Promise<T> {
  const sandbox = await createSandbox({ size: 60, logLevel: 'silent', data, adminTokens: teams });
  try {
    return await work(sandbox);
  } finally {
    await sandbox.close();
  }
}

it('a restart over the same folder changes neither whose keys they are nor the audit', async () => {
  const before = await inSandbox(async ({ url }) => {
    const team = await connect(url, { token: 'token-of-a' });
    const { id } = await team.key({ label: 'team-a-1', plan: 5 });
    await team.nameTest(id, 'a test');
    await team.nameTest(id, null);
    const gone = await team.key({ label: 'team-a-2', key: 'gone-and-back' });
    await team.removeKey(gone.id);
    const root = await connect(url, { token: 'token-of-root' });
    // Its label goes: nobody's key has none.
    await root.key({ key: 'gone-and-back' });
    return { id, audit: await root.audit() };
  });
  expect(before.audit.map(({ id, token, call }) => [id, token, call])).toEqual([
    [1, 'a', 'POST /keys'],
    [2, 'a', 'PUT /report/test'],
    [3, 'a', 'PUT /report/test'],
    [4, 'a', 'POST /keys'],
    [5, 'a', 'DELETE /keys/:key'],
    [6, 'root', 'POST /keys'],
  ]);
  await inSandbox(async ({ url }) => {
    const team = await connect(url, { token: 'token-of-a' });
    expect((await team.keys()).map(({ id, label }) => [id, label])).toEqual([[before.id, 'team-a-1']]);
    expect(await (await connect(url, { token: 'token-of-b' })).keys()).toEqual([]);
    await team.removeKey(before.id);
    const audit = await (await connect(url, { token: 'token-of-reader' })).audit();
    expect(audit.slice(0, -1)).toEqual(before.audit);
    expect(audit.at(-1)).toMatchObject({ id: 7, token: 'a', call: 'DELETE /keys/:key', keys: [before.id] });
  });
});

it('an agent acts with the token of its request, and the audit names it', async () => {
  await inSandbox(async ({ url, adminUrl }) => {
    const ask = async (token: string, budget: number) => {
      const reply = await fetch(`${adminUrl}/mcp?agent=one&budget=${budget}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer token-of-${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'open_key', arguments: { budget: 5 } },
        }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    for (const token of ['a', 'reader']) expect((await ask(token, 10)).status).toBe(403);
    const opened = await ask('root', 10);
    expect(opened.status).toBe(200);
    expect(opened.text).not.toContain('"isError":true');
    const root = await connect(url, { token: 'token-of-root' });
    const calls = (await root.audit('root')).map(({ call }) => call);
    expect(calls).toEqual(expect.arrayContaining(['POST /keys', 'POST /mcp']));
  });
});
