import { isObject } from '../core/values.ts';
import { leftIn, usedIn } from './balances.ts';
import { compareReply } from './compare.ts';
import type { Difference } from './difference.ts';
import { parseReplyJson } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { invariantDifferences } from './invariants.ts';
import { pagesDifferences, searchPageOf } from './pages.ts';
import { priceOf } from './prices.ts';
import { failed, replySchemaOf } from './reply-schema.ts';
import { meetsRateLimit, type Prepared, type Run } from './run.ts';
import { learnSubjects } from './subjects.ts';
import { type Incoming, NoAnswer, outgoing } from './wire.ts';

/** Replays one exchange at the target. @returns how the target differs */
export async function replayExchange(
  run: Run,
  exchange: Exchange,
  prepared: Prepared,
): Promise<Difference[]> {
  const { elsewhere, request, checked } = prepared;
  let incoming: Incoming;
  try {
    incoming = await answerTo(run, exchange, prepared);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (checked) await run.balances.unanswered(checked.account, checked.maxCost);
    const expected = String(exchange.reply.status);
    return [{ kind: 'status', place: 'status', expected, actual: error.message }];
  }
  const schema = replySchemaOf(exchange, run.served);
  const { differences, body } = compareReply(exchange, schema, incoming, run.words);
  if (!failed(body)) learnSubjects(elsewhere, body, run.known);
  return [
    ...differences,
    ...invariantDifferences(run.book, request, body),
    ...traceDifferences(run, body),
    ...pageDifferences(run, exchange.name, prepared, body),
    ...(await creditDifferences(run, exchange, prepared, incoming)),
  ];
}

async function answerTo(
  run: Run,
  exchange: Exchange,
  { request, key, checked }: Prepared,
): Promise<Incoming> {
  const { balances, words } = run;
  const send = meetsRateLimit(exchange) ? run.send : run.sendWithRetry;
  if (checked) await balances.of(checked.account);
  for (const before of exchange.before ?? []) await send(outgoing(words.request(before), key));
  return send(outgoing(words.request(request), key));
}

/** Checks the credits by what the reply itself reports, whether or not it is the expected reply. */
async function creditDifferences(
  { balances, book }: Run,
  { operation }: Exchange,
  { request, checked }: Prepared,
  { status, text, headers }: Incoming,
): Promise<Difference[]> {
  if (!checked) return [];
  const { account, maxCost } = checked;
  const streamed = headers['content-type']?.startsWith('text/event-stream');
  const body = parseReplyJson(streamed ? text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length) : text);
  // A file has no envelope to report its cost.
  const file = operation === 'tube/subtitles/download' && status === 200;
  const used = file ? priceOf(book, request, body) : costIn(body, status);
  return [
    ...balances.checkCycle(account, body),
    ...(await balances.check(account, used, maxCost, leftIn(body))),
  ];
}

/** The reported cost; a refusal is free and reports none (contract 7.2(8)). */
const costIn = (body: unknown, status: number): number | undefined =>
  usedIn(body) ?? (failed(body) || status >= 400 ? 0 : undefined);

function traceDifferences({ traces }: Run, body: unknown): Difference[] {
  const traceId = isObject(body) ? body['traceId'] : undefined;
  if (typeof traceId !== 'string') return [];
  const repeated = traces.has(traceId);
  traces.add(traceId);
  return repeated
    ? [{ kind: 'invariant', place: '/traceId', expected: 'one of its own', actual: traceId }]
    : [];
}

function pageDifferences(
  { pages }: Run,
  name: string,
  { elsewhere: { sameSearch }, request }: Prepared,
  body: unknown,
): Difference[] {
  const page = isObject(body) && !failed(body) ? searchPageOf(request, body['data']) : undefined;
  if (!page) return [];
  pages.set(name, page);
  const other = sameSearch === undefined ? undefined : pages.get(sameSearch);
  return other ? pagesDifferences(page, other) : [];
}
