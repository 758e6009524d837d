import { isObject } from '../core/values.ts';
import { leftIn, usedIn } from './balances.ts';
import { compareReply } from './compare.ts';
import type { Difference } from './difference.ts';
import { parsed } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { invariantDifferences } from './invariants.ts';
import { pageOf, pagesDifferences } from './pages.ts';
import type { Plan } from './prepare.ts';
import { mayCost, priceOf } from './prices.ts';
import { failed, replySchemaOf } from './reply-schema.ts';
import { meetsRateLimit } from './retry.ts';
import type { Run } from './run.ts';
import { learn } from './subjects.ts';
import { type Incoming, NoAnswer, outgoing } from './wire.ts';

/** Plays one exchange at the target. @returns what the target does otherwise */
export async function play(run: Run, exchange: Exchange, plan: Plan): Promise<Difference[]> {
  const { elsewhere, request, account, most } = plan;
  let incoming: Incoming;
  try {
    incoming = await answerTo(run, exchange, plan);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (account !== undefined) await run.balances.unanswered(account, most);
    const expected = String(exchange.reply.status);
    return [{ kind: 'status', place: 'status', expected, actual: error.message }];
  }
  const schema = replySchemaOf(exchange, run.served);
  const { differences, body } = compareReply(exchange, schema, incoming, run.words);
  if (!failed(body)) learn(elsewhere, body, run.known);
  return [
    ...differences,
    ...invariantDifferences(run.book, request, body),
    ...traceDifferences(run, body),
    ...pageDifferences(run, exchange.name, plan, body),
    ...(await moneyDifferences(run, exchange, plan, incoming)),
  ];
}

async function answerTo(run: Run, exchange: Exchange, { request, key, account }: Plan): Promise<Incoming> {
  const { balances, words } = run;
  const send = meetsRateLimit(exchange) ? run.send : run.patiently;
  if (account !== undefined) await balances.of(account);
  for (const before of exchange.before ?? []) {
    const { status, text } = await send(outgoing(words.request(before), key));
    const told = parsed(text);
    if (account !== undefined)
      await balances.check(account, costIn(told, status), mayCost(run.book, before), leftIn(told));
  }
  return send(outgoing(words.request(request), key));
}

/** Of whatever came, expected or not: its own words on its costs count. */
async function moneyDifferences(
  { balances, book }: Run,
  { operation, reply }: Exchange,
  { request, account, most }: Plan,
  { status, text, headers }: Incoming,
): Promise<Difference[]> {
  if (account === undefined) return [];
  const streamed = headers['content-type']?.startsWith('text/event-stream');
  const told = parsed(streamed ? text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length) : text);
  // A file does not tell what it cost.
  const file = operation === 'tube/subtitles/download' && reply.status === 200 && status === 200;
  const used = file ? priceOf(book, request, told) : costIn(told, status);
  return [
    ...balances.checkCycle(account, told),
    ...(await balances.check(account, used, most, leftIn(told))),
  ];
}

/** What a reply says to have cost; a refusal costs nothing and says nothing (specification 7.2(8)). */
const costIn = (told: unknown, status: number): number | undefined =>
  usedIn(told) ?? (failed(told) || status >= 400 ? 0 : undefined);

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
  { elsewhere: { sameSearch }, request }: Plan,
  body: unknown,
): Difference[] {
  const page = isObject(body) && !failed(body) ? pageOf(request, body['data']) : undefined;
  if (!page) return [];
  pages.set(name, page);
  const other = sameSearch === undefined ? undefined : pages.get(sameSearch);
  return other ? pagesDifferences(page, other) : [];
}
