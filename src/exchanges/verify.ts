import type { PriceBook } from '../core/prices.ts';
import type { Served } from '../http/served.ts';
import { type Balances, createBalances, leftIn, usedIn } from './balances.ts';
import { compareReply } from './compare.ts';
import type { Difference } from './difference.ts';
import { parsed } from './event-stream.ts';
import type { Elsewhere, Exchange, ExchangeRequest, Role } from './exchange.ts';
import { invariantDifferences } from './invariants.ts';
import { inOrder } from './order.ts';
import { type Page, pageOf, pagesDifferences } from './pages.ts';
import { mayCost, priceOf } from './prices.ts';
import { failed, replySchemaOf } from './reply-schema.ts';
import { learn, neededBy, type Subjects, withSubjects } from './subjects.ts';
import { type Incoming, NoAnswer, outgoing, type Send } from './wire.ts';
import type { TargetWords } from './words.ts';

export interface Verification {
  send: Send;
  wait: (ms: number) => Promise<unknown>;
  /** How long one call is asked again where the target answers 429. */
  patienceMs: number;
  /** The key of the run. */
  key: string;
  /** Further keys, for what only their accounts can meet. */
  roleKeys: Partial<Record<Role, string>>;
  /** Credits that the run may spend, of all keys together. */
  spend: number;
  /** What is known to exist at the target; what is missing is found on the way. */
  subjects: ReadonlyMap<string, string>;
  book: PriceBook;
  served: readonly Served[];
  words: TargetWords;
  /** The free operation that tells a balance. */
  probe: '/usage' | '/v2/apiStatus';
}

export interface Report {
  /** Names of exchanges. */
  compared: string[];
  skipped: { exchange: string; reason: string }[];
  differences: ({ exchange: string } & Difference)[];
  creditsSpent: number;
}

/** The key of the run is not recognised, so nothing can be said of the target. */
export class KeyRefused extends Error {}

/**
 * Replays exchanges at a target and tells what it does otherwise.
 * @throws NoAnswer when the target cannot be reached, KeyRefused
 */
export async function verify(exchanges: readonly Exchange[], about: Verification): Promise<Report> {
  const send = patient(about);
  await recognise(send, about);
  const run: Run = {
    ...about,
    patiently: send,
    fractional: await takesFields(send, about),
    balances: createBalances(send, about.probe),
    known: new Map(about.subjects),
    pages: new Map(),
    traces: new Set(),
  };
  const report: Report = { compared: [], skipped: [], differences: [], creditsSpent: 0 };
  for (const exchange of inOrder(exchanges)) {
    const { name } = exchange;
    const planned = planOf(run, exchange);
    if ('reason' in planned) {
      report.skipped.push({ exchange: name, ...planned });
      continue;
    }
    const differences = await play(run, exchange, planned);
    report.compared.push(name);
    report.differences.push(...differences.map((each) => ({ exchange: name, ...each })));
  }
  return { ...report, creditsSpent: run.balances.spent };
}

/** What a run knows so far. */
interface Run extends Verification {
  patiently: Send;
  /** Whether the key of the run may use `fields`. */
  fractional: boolean;
  balances: Balances;
  known: Subjects;
  /** By exchange. */
  pages: Map<string, Page>;
  /** Every trace id that came. */
  traces: Set<string>;
}

interface Planned {
  elsewhere: Elsewhere;
  request: ExchangeRequest;
  key: string | undefined;
  /** The key again where there is an account behind it. */
  account: string | undefined;
}

/** How an exchange is played at this target, or why it is not. */
function planOf(run: Run, exchange: Exchange): Planned | { reason: string } {
  const { elsewhere, account, before = [] } = exchange;
  if (typeof elsewhere === 'string') return { reason: elsewhere };
  const { role } = elsewhere;
  const own = role === undefined || role === (run.fractional ? 'fractional' : 'standard');
  const payer = own ? run.key : run.roleKeys[role];
  if (account !== undefined && payer === undefined)
    return { reason: `no key of an account that is ${role} (--as ${role}=<key>)` };
  if (neededBy(elsewhere).some((subject) => !run.known.has(subject)))
    return { reason: 'nothing was found there that it could ask about (--subject)' };
  const request = withSubjects(exchange.request, elsewhere, run.known);
  if (account === undefined) return { elsewhere, request, key: exchange.key, account: undefined };
  const most = [...before, request].reduce((sum, each) => sum + mayCost(run.book, each), 0);
  if (run.balances.spent + most > run.spend)
    return { reason: 'the spending cap leaves too little (--spend)' };
  return { elsewhere, request, key: payer, account: meetsRate(exchange) ? undefined : payer };
}

/** Whether it wants the rate limit: then asking for a balance would be one request too many. */
const meetsRate = ({ reply }: Exchange): boolean => isRateLimit(reply.status, JSON.stringify(reply.body));

const isRateLimit = (status: number, body = ''): boolean => status === 429 || body.includes('"QuotaRate"');

async function play(run: Run, exchange: Exchange, planned: Planned): Promise<Difference[]> {
  const { elsewhere, request, account } = planned;
  let incoming: Incoming;
  try {
    incoming = await answerTo(run, exchange, planned);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const expected = String(exchange.reply.status);
    return [{ kind: 'status', place: 'status', expected, actual: error.message }];
  }
  const schema = replySchemaOf(exchange, run.served);
  const { differences, body } = compareReply(exchange, schema, incoming, run.words);
  differences.push(...traceDifferences(run, body), ...invariantDifferences(run.book, request, body));
  if (!failed(body)) {
    learn(elsewhere, body, run.known);
    differences.push(...pageDifferences(run, exchange.name, planned, body));
  }
  if (account !== undefined)
    differences.push(...(await moneyDifferences(run, exchange, request, account, incoming)));
  return differences;
}

async function answerTo(run: Run, exchange: Exchange, { request, key, account }: Planned): Promise<Incoming> {
  const { balances, words } = run;
  const send = meetsRate(exchange) ? run.send : run.patiently;
  if (account !== undefined) await balances.of(account);
  for (const before of exchange.before ?? []) {
    const reply = parsed((await send(outgoing(words.request(before), key))).text);
    if (account !== undefined) await balances.check(account, usedIn(reply) ?? 0, leftIn(reply));
  }
  return send(outgoing(words.request(request), key));
}

/** Whatever came, expected or not: its own words on its costs count. */
async function moneyDifferences(
  { balances, book }: Run,
  { operation, reply }: Exchange,
  request: ExchangeRequest,
  account: string,
  { status, text, headers }: Incoming,
): Promise<Difference[]> {
  const lastLine = text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length);
  const told = parsed(headers['content-type']?.startsWith('text/event-stream') ? lastLine : text);
  const file = operation === 'tube/subtitles/download' && reply.status === 200 && status === 200;
  const used = file ? priceOf(book, request, told) : usedIn(told);
  return balances.check(account, used ?? 0, leftIn(told));
}

function traceDifferences({ traces }: Run, body: unknown): Difference[] {
  const traceId = (body as { traceId?: unknown } | undefined)?.traceId;
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
  { elsewhere: { sameSearch }, request }: Planned,
  body: unknown,
): Difference[] {
  const page = pageOf(request, (body as { data?: unknown } | undefined)?.data);
  if (!page) return [];
  pages.set(name, page);
  const other = sameSearch === undefined ? undefined : pages.get(sameSearch);
  return other ? pagesDifferences(page, other) : [];
}

/** @throws NoAnswer, KeyRefused */
async function recognise(send: Send, { key, probe }: Verification): Promise<void> {
  const { status, text } = await send(outgoing({ method: 'GET', path: probe }, key));
  const { error } = (parsed(text) ?? {}) as { error?: unknown };
  if (status === 401 || error === 'QuotaKey' || error === 'AuthFailed') throw new KeyRefused();
}

/** Refused either way, and so free: without the permission `fields` is refused before it is looked at (specification 4.3(1)). */
async function takesFields(send: Send, { key, probe }: Verification): Promise<boolean> {
  // In generation 2 nothing takes fields, and generation 3 may not be there.
  if (probe !== '/usage') return false;
  const { text } = await send(outgoing({ method: 'GET', path: probe, query: { fields: 'none' } }, key));
  return (parsed(text) as { errorCode?: unknown } | undefined)?.errorCode !== 'FRACTIONAL_CALLS_NOT_ENABLED';
}

/** Whoever asks too fast waits, longer each time, and asks again (specification 7.1). */
const patient =
  ({ send, wait, patienceMs }: Verification): Send =>
  async (request) => {
    let waitedMs = 0;
    for (let pauseMs = 500; ; pauseMs *= 2) {
      const reply = await send(request);
      if (waitedMs + pauseMs > patienceMs || !isRateLimit(reply.status, reply.text)) return reply;
      await wait(pauseMs);
      waitedMs += pauseMs;
    }
  };
