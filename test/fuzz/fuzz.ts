import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parseReplyJson } from '../../src/contract/event-stream.ts';
import { toCredits } from '../../src/core/credits.ts';
import { cpuOfParse, timesOf } from '../effort.ts';
import type { TestApp } from '../harness.ts';
import { watchSlices } from '../loop-slices.ts';
import { bytesOverTheWire, type WireReply } from '../wire.ts';
import { seedOf } from './choose.ts';
import type { FuzzOperation } from './operations.ts';
import { replyChecks } from './reply-checks.ts';
import { type FuzzRequest, requestOf } from './requests.ts';

export interface FuzzReport {
  /** Replies by status; NaN where there was none. */
  statuses: Map<number, number>;
  findings: Finding[];
  /** In parses of the heaviest body: the longest piece that was not longer than a further try. */
  longestPiece: number;
}

export interface Finding {
  seed: number;
  request: string;
  problems: string[];
}

/** The most CPU that one request may take in one piece, in parses of the heaviest body. */
const maxPiece = 1.5;

const maxFindings = 20;
/** Ends a request that hangs. */
const replyTimeoutMs = 600_000;

/** Sends the requests of consecutive seeds one after the other, and checks each reply, its charge, its record and its work. */
export async function fuzz(
  app: TestApp,
  operations: readonly FuzzOperation[],
  { run, from = 0, count }: { run: number; from?: number; count: number },
): Promise<FuzzReport> {
  if (!app.app.server.listening) await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const check = await replyChecks(app);
  const slices = watchSlices();
  let recorded = 0;
  // Requests of clients that left, whose answer may wait for a thread: their entries may come during later ones.
  const late: string[] = [];
  let current = '';
  const unwatch = app.deps.journal.watch(({ method, url }) => {
    const name = `${method} ${url.split('?')[0]}`;
    const at = name === current ? -1 : late.indexOf(name);
    if (at < 0) recorded += 1;
    else late.splice(at, 1);
  });
  const report: FuzzReport = { statuses: new Map(), findings: [], longestPiece: 0 };

  const pieceOf = async (request: FuzzRequest): Promise<{ reply: WireReply; piece: number }> => {
    await slices.longest();
    const reply = await sent(port, request);
    return { reply, piece: await slices.longest() };
  };
  /** A piece that is short compared with a parse from before the requests needs no further tries. */
  const parse = await cpuOfParse();
  const leastPieceOf = async (request: FuzzRequest, first: number): Promise<number> =>
    first <= parse ? first / parse : timesOf(async () => (await pieceOf(request)).piece, maxPiece);

  for (let n = from; n < from + count && report.findings.length < maxFindings; n++) {
    const seed = seedOf(run, n);
    const request = requestOf(operations, seed);
    const before = await spentOf(app, request);
    recorded = 0;
    current = `${request.method} ${request.target.split('?')[0]}`;
    const { reply, piece } = await pieceOf(request);
    if (!request.whole || request.leaves) await connectionsEnd(app);
    const entries = recorded;
    if (entries === 0 && request.surface !== 'admin') late.push(current);
    const charged = (await spentOf(app, request)) - before;
    const { problems, cost } = check(request, reply);
    const least = await leastPieceOf(request, piece);
    report.statuses.set(reply.status, (report.statuses.get(reply.status) ?? 0) + 1);
    report.longestPiece = Math.max(report.longestPiece, least);
    const all = [
      ...problems,
      ...app.warnings.filter((line) => line.includes('unexpected failure')),
      ...(least > maxPiece ? [`it takes ${least.toFixed(1)} parses in one piece`] : []),
      ...chargeProblems(request, reply, toCredits(charged), cost),
      ...entryProblems(request, reply, entries),
    ];
    app.warnings.length = 0;
    if (all.length > 0) report.findings.push({ seed, request: shownStart(request), problems: all });
  }
  unwatch();
  slices.stop();
  return report;
}

async function sent(port: number, request: FuzzRequest): Promise<WireReply> {
  const done = new AbortController();
  const reply = await bytesOverTheWire(port, request.bytes, (socket) => {
    if (request.leaves) return socket.destroy();
    if (!request.whole) socket.end();
    return sleep(request.endless ? 20 : replyTimeoutMs, undefined, { signal: done.signal }).then(
      () => socket.destroy(),
      () => {},
    );
  });
  done.abort();
  // The server notices it before the next request.
  if (request.leaves || request.endless) await sleep(2);
  return reply;
}

/** What the key of a request has spent, in thousandths. Requests of the admin surface may set it to anything. */
async function spentOf({ ledger, deps }: TestApp, { key, surface }: FuzzRequest): Promise<number> {
  if (key === undefined || surface === 'admin' || surface === 'agent') return 0;
  return (await ledger.keys.find(key, deps.clock.now()))?.spent ?? 0;
}

function chargeProblems(
  { key, surface, leaves, whole }: FuzzRequest,
  { status }: WireReply,
  charged: number,
  cost: number | undefined,
): string[] {
  if (key === undefined || surface === 'admin' || surface === 'agent' || leaves) return [];
  const expected = status === 200 ? cost : 0;
  if (expected === undefined || charged === expected || (!whole && Number.isNaN(status))) return [];
  return [`its ${status} says ${expected} credits, and ${charged} are charged`];
}

/** A request is in the journal once. Of bytes that show no method nothing is. An agent makes a call in each message. */
function entryProblems(
  { surface, whole, leaves, body }: FuzzRequest,
  { status }: WireReply,
  entries: number,
): string[] {
  if (surface === 'admin') return [];
  if (surface === 'agent')
    return entries > Math.max(1, messagesIn(body)) ? [`${entries} calls are in the journal`] : [];
  const isAnswered = whole && !leaves && !Number.isNaN(status);
  if (entries === 1 || (entries === 0 && !isAnswered)) return [];
  return [`it is in the journal ${entries} times`];
}

/** The number of messages in the JSON of a list. */
function messagesIn(body: string): number {
  const messages = parseReplyJson(body.replace(/^\ufeff/, ''));
  return Array.isArray(messages) ? messages.length : 1;
}

/** An entry of a connection that broke off comes with its end. Agents keep connections of their own. */
async function connectionsEnd({ app: { server }, ledger, deps }: TestApp): Promise<void> {
  // The batches of a stream whose reader left: one that holds, one that releases.
  for (let batch = 0; batch < 3; batch++) await ledger.keys.find('none', deps.clock.now());
  const count = promisify(server.getConnections.bind(server));
  for (let turn = 0; turn < 100 && (await count()) > 0; turn++) await nextTurn();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

const shownStart = ({ bytes }: FuzzRequest): string => JSON.stringify(bytes.toString('latin1', 0, 700));
