import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';
import { createOutcomes } from './crash-points/points.ts';
import {
  answerOfBatch,
  chargeFirst,
  messageSettings,
  type Spent,
  spentAfter,
  spentBefore,
  spentIn,
} from './messages/batch.ts';
import { countingProxy, type MessageProxy, type WireMessage } from './messages/message-proxy.ts';

/** How many ledgers are tried side by side. */
const sideBySide = 8;

let server: Server;
let messages: readonly WireMessage[];
beforeAll(async () => {
  server = await createPostgres(['fsync=off', 'max_connections=500']);
});
afterAll(() => server.remove());

/** A ledger with a replica that reads what came of a batch, and a way to it for one that takes the batch. */
interface Watched {
  reader: Ledger;
  proxy: MessageProxy;
  /** Opens a replica behind the proxy. */
  open(): Promise<Ledger>;
}

async function watched(tryOne: (ledger: Watched) => Promise<string>): Promise<string> {
  await using open = new AsyncDisposableStack();
  const url = newSchema(server.url);
  const proxy = open.adopt(await countingProxy(url), ({ close }) => close());
  const opened = async (by: string): Promise<Ledger> =>
    open.adopt(await openSharedLedger(by, {}, messageSettings), (ledger) => ledger.close());
  const reader = await opened(url);
  return await tryOne({
    reader,
    proxy,
    async open() {
      const replica = await opened(proxy.url);
      await chargeFirst(replica);
      return replica;
    },
  });
}

beforeAll(async () => {
  const proxy = await countingProxy(`${server.url}?schema=counted`);
  const replica = await openSharedLedger(proxy.url, {}, messageSettings);
  await chargeFirst(replica);
  void proxy.watchBatch();
  expect(await answerOfBatch(replica)).toBe('committed');
  messages = [...proxy.messages];
  await replica.close();
  await proxy.close();
  const back = messages.filter(({ from }) => from === 'server').length;
  console.log(`A batch has ${messages.length} messages, ${back} of them of the server.`);
});

/** Tries every message, some side by side, and tells what came of it. */
async function tryEach(
  count: number,
  tryOne: (at: number, ledger: Watched) => Promise<string>,
): Promise<void> {
  const outcomes = createOutcomes();
  const numbers = messages.keys();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const at of numbers) {
        const { from, name } = messages[at] as WireMessage;
        const outcome = await watched((ledger) => tryOne(at, ledger)).catch((error: unknown) => {
          throw new Error(`at message ${at} of the ${from}, ${name}`, { cause: error });
        });
        outcomes.count(outcome);
      }
    }),
  );
  console.log(`${messages.length} messages: ${outcomes.shown()}`);
}

/** What was spent, once the database can be read again: connections break one after the other. */
async function spentOnceUp(ledger: Ledger): Promise<Spent> {
  const read = () => spentIn(ledger).catch(() => undefined);
  await expect.poll(async () => (await read()) !== undefined).toBe(true);
  return (await read()) ?? spentOnceUp(ledger);
}

/** The replica answers what is so, and goes on. */
async function expectAnswered(replica: Ledger, reader: Ledger, answer: string): Promise<void> {
  const isCommitted = answer === 'committed';
  const spent = isCommitted ? spentAfter : spentBefore;
  expect({ answer, spent: await spentOnceUp(reader) }).toEqual({
    answer: isCommitted ? 'committed' : 'unavailable',
    spent,
  });
  const chargesAgain = () =>
    chargeFirst(replica).then(
      () => true,
      () => false,
    );
  await expect.poll(chargesAgain).toBe(true);
  const charged = spent.map((key, n) => (n === 1 ? { ...key, used: key.used + 1_000 } : key));
  expect(await spentOnceUp(reader)).toEqual(charged);
  expect(await spentOnceUp(replica)).toEqual(charged);
}

test('a connection that is cut at any message of a batch: all of it is committed and answered, or none', () =>
  tryEach(sideBySide, async (at, { reader, proxy, open }) => {
    const replica = await open();
    const struck = proxy.watchBatch(at);
    const answered = answerOfBatch(replica);
    (await struck).cut();
    const answer = await answered;
    await expectAnswered(replica, reader, answer);
    return answer;
  }));

test('a message of a batch that arrives beyond every limit changes nothing that was answered', () =>
  tryEach(messages.length, async (at, { reader, proxy, open }) => {
    const replica = await open();
    const struck = proxy.watchBatch(at);
    const answered = answerOfBatch(replica);
    const late = (await struck).deliverLate();
    const answer = await answered;
    await late;
    await expectAnswered(replica, reader, answer);
    return answer;
  }));

/** A process of its own, which ends with the test. */
async function spawnBehind({ url }: MessageProxy) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'messages/take-batch.ts'), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return { child, exited: once(child, 'exit') };
}

test('a replica that is killed at any message of a batch leaves all of it or none', async () => {
  const found: Spent[] = [];
  await tryEach(sideBySide, async (at, { reader, proxy }) => {
    const { child, exited } = await spawnBehind(proxy);
    const struck = proxy.watchBatch(at);
    child.stdin.write('\n');
    const { cut } = await struck;
    child.kill('SIGKILL');
    await exited;
    cut();
    const spent = await spentIn(reader);
    expect([spentBefore, spentAfter]).toContainEqual(spent);
    found[at] = spent;
    return spent.length === spentAfter.length ? 'all' : 'nothing';
  });
  // What is sent behind the COMMIT comes too late to undo it.
  const isCommitted = found.map((spent) => spent.length === spentAfter.length);
  expect(isCommitted).toEqual(isCommitted.toSorted((one, other) => Number(one) - Number(other)));
});

test('a server that is killed at any message of a batch has all of it or none when it is there again', () =>
  tryEach(1, async (at, { reader, proxy, open }) => {
    const replica = await open();
    const struck = proxy.watchBatch(at);
    const answered = answerOfBatch(replica);
    const { cut } = await struck;
    await server.kill();
    cut();
    await server.start();
    const answer = await answered;
    await expectAnswered(replica, reader, answer);
    return answer;
  }));
