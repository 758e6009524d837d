import { Buffer } from 'node:buffer';
import { type Static, Type } from '@sinclair/typebox';
import { type Millicredits, toCredits } from '../../core/credits.ts';
import { Refusal } from '../../core/errors.ts';
import { platforms } from '../../core/platforms.ts';
import { closed } from '../../core/schema.ts';
import { yieldToLoop } from '../../core/yield-to-loop.ts';
import { replyTo } from '../../creators/language/advice.ts';
import { decisionsBehind, nlsDecisions } from '../../creators/language/decisions.ts';
import { type Lexicon, makeLexicon } from '../../creators/language/lexicon.ts';
import { maxResults, type Query, readDescription } from '../../creators/language/read.ts';
import type { UserReading } from '../../creators/language/user-readings.ts';
import { ChannelItem, CreatorItem } from '../../creators/records/creator-item.ts';
import { momentAt } from '../../creators/search/conditions.ts';
import { CommitFailed, HoldNotFound } from '../../ledger/errors.ts';
import type { Balance, Hold } from '../../ledger/ledger.ts';
import { noBalance } from '../../ledger/values.ts';
import { factBitsOf } from '../../report/reply-facts.ts';
import { noteDecision } from '../http/assumptions.ts';
import { note, type RecognisedCall } from '../http/call.ts';
import { countRefusal } from '../http/checks.ts';
import { applyMagic } from '../http/delayed.ts';
import type { Deps, OperationDeps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { DocumentSchemas, JsonObject } from '../http/generation-document.ts';
import type { streamedEvents } from '../http/latency.ts';
import { recordedDataOf } from '../http/recordings.ts';
import { clientLeft, eventFrame, eventStreamHeaders } from '../http/stream.ts';
import { itemIn } from './creator-items.ts';
import { NlsProgress, NlsResult } from './envelope.ts';
import { readByModel } from './nls-model.ts';
import { searchOf } from './nls-search.ts';
import { refusalKindOf } from './refusals.ts';
import { creditsAvailable, failure } from './replies.ts';
import { streamRoute } from './route.ts';

const Description = Type.Object({
  description: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The creators that are wanted, in plain words.',
  }),
});

/** The creators that a description finds, or advice if it is too broad to search by (observed). */
const Findings = Type.Union([
  Type.Object(
    {
      creatorList: Type.Array(Type.Union([CreatorItem, ChannelItem]), { maxItems: maxResults }),
      platform: Type.Union(platforms.map((platform) => Type.Literal(platform))),
    },
    closed,
  ),
  Type.Object({ message: Type.String(), suggestion: Type.Array(Type.String()) }, closed),
]);
export type Findings = Static<typeof Findings>;

/** The messages of the progress events, in their order (observed). */
const stages = [
  'Loading...',
  'Query validated...',
  'Analyzing intent...',
  'Processing request...',
  'Identifying filters...',
  'Working on it...',
  'Getting the right filters...',
  'Analysis complete...',
  'Putting it all together...',
  'Building query...',
  'Query ready...',
] as const satisfies { length: typeof streamedEvents };

/**
 * /nls: a search in plain words, answered as server-sent events (contract 4.2, 6). The query is derived before the first
 * byte, so the price is known and held: a key that cannot pay is refused as on any other call.
 */
export function nls(deps: OperationDeps): Endpoint {
  let lexicon: Lexicon | undefined;

  return streamRoute(
    { operation: 'nls', method: 'POST', parameters: Description, reply: Findings, about: aboutNls },
    ({ call, tx, parameters: { description } }) => {
      const search = (call.worked?.result as PricedSearch | undefined) ?? searchFor(call, description);
      // A slow identifier waits between the two, and the description is read once.
      call.worked = { result: search };
      const { caller, traceId, now } = call;
      tx.afford(caller, search.price, now);
      applyMagic(call);
      const rule = deps.prices.rule('nls');
      const hold = tx.hold(caller, { operation: 'nls', credits: search.price, rule, traceId, now });
      return {
        headers: headersOf(deps.settings),
        keepsAlive: true,
        mayCostLess: search.exactPrice !== undefined,
        pieces: (signal) => nlsEvents(deps, call, search, hold, signal),
      };
    },
  );

  /** A reading of the user's comes first, then a recording, then a model of the user's or the reader of English. */
  function searchFor(call: RecognisedCall, description: string): PricedSearch {
    const reading = deps.readings.find(description, call.caller.id);
    if (reading) note(call, `Read by reading ${reading.number}${reading.isOwn ? ' of the key' : ''}.`);
    if (reading?.answer) return readSearch(deps, description, reading, call.now);
    const recorded = recordedDataOf(call);
    if (recorded)
      return {
        find: () => Promise.resolve(recorded.data as Findings),
        price: reading?.tokens === undefined ? recorded.price : priceOf(deps, reading.tokens),
      };
    if (deps.askModel) return modelSearch(deps, call, description, reading?.tokens);
    lexicon ??= makeLexicon(deps.world);
    return builtInSearch(deps, call, description, lexicon, reading?.tokens);
  }
}

/** The search of the reader of English. */
function builtInSearch(
  deps: OperationDeps,
  call: RecognisedCall,
  description: string,
  lexicon: Lexicon,
  tokens: number | undefined,
): PricedSearch {
  const query = readDescription(description, lexicon, call.now);
  for (const decision of decisionsBehind(query)) noteDecision(deps, call, decision);
  for (const remark of query.notes) note(call, remark);
  return {
    find: (signal) =>
      query.advice
        ? Promise.resolve(replyTo(lexicon, query.advice))
        : findingsOf(deps, query, call.now, signal),
    price: priceOf(deps, tokens ?? tokensOf(description, query)),
  };
}

/** The answer of a reading of the user's. Without a search, the description alone has tokens. */
function readSearch(
  deps: OperationDeps,
  description: string,
  { answer, tokens }: Pick<UserReading, 'answer' | 'tokens'>,
  now: number,
): PricedSearch {
  if (answer && 'search' in answer)
    return {
      find: (signal) => findingsOf(deps, answer.search, now, signal),
      price: priceOf(deps, tokens ?? tokensOf(description, answer.search)),
    };
  return {
    find: async () => {
      if (!answer || 'message' in answer)
        return { message: answer?.message ?? '', suggestion: [...(answer?.suggestion ?? [])] };
      const world = deps.world.on(now);
      await world.ready();
      const { platform, ids } = answer;
      return { creatorList: ids.map((id) => itemIn[platform](world, id)), platform };
    },
    price: priceOf(deps, tokens ?? tokensOf(description)),
  };
}

/**
 * The search that the model of the user derives while the stream is open. The most that a description may cost is held,
 * and the exact price settled.
 */
function modelSearch(
  deps: OperationDeps,
  call: RecognisedCall,
  description: string,
  tokens: number | undefined,
): PricedSearch {
  const most = priceOf(deps, tokens ?? 1e9);
  let exact = most;
  return {
    async find(signal) {
      const reading = await readByModel(deps, call, description, signal);
      const { find, price } = readSearch(deps, description, reading, call.now);
      if (tokens === undefined) exact = price;
      return find(signal);
    },
    price: most,
    exactPrice: () => exact,
  };
}

const priceOf = ({ prices }: Pick<Deps, 'prices'>, tokens: number): Millicredits =>
  prices.full('nls', { tokens });

const aboutNls = {
  summary: 'Search of creators in plain words',
  sample: { description: 'short video creators from the USA with more than 1000 followers' },
  notes: [
    'A token is four bytes of the description and of the query that it becomes. Refusals before the stream begins are ordinary JSON replies; a failure after that is a last `result` with `success` false.',
  ],
  streamed: (schemas: DocumentSchemas) => ({
    description: 'A stream of events: `progress` several times, then `result` once.',
    type: 'text/event-stream',
    schema: {
      type: 'string',
      description: 'Per event a line `event:` with its name, a line `data:` with JSON, and an empty one.',
      contentMediaType: 'text/event-stream',
      contentSchema: {
        type: 'array',
        items: {
          anyOf: [
            eventOf('progress', schemas.named('NlsProgress', NlsProgress)),
            eventOf('result', schemas.named('NlsResult', NlsResult(Findings))),
          ],
        },
      },
    },
  }),
};

const eventOf = (name: string, data: JsonObject): JsonObject => ({
  type: 'object',
  properties: { event: { const: name }, data },
  required: ['event', 'data'],
});

/** With a charset, because some clients read an event stream in another one without it (assumed: nls-charset). */
const headersOf = ({ nlsCharset }: Deps['settings']) =>
  nlsCharset === 'none'
    ? eventStreamHeaders
    : {
        ...eventStreamHeaders,
        'content-type': `${eventStreamHeaders['content-type']}; charset=${nlsCharset}`,
      };

interface PricedSearch {
  /** @param signal ends the work */
  find: (signal: AbortSignal) => Promise<Findings>;
  /** It is held until the result. */
  price: Millicredits;
  /** Once something is found; by default what was held. */
  exactPrice?: () => Millicredits;
}

/** A token is four bytes of UTF-8 of the description and of the body of `/{platform}/search` (assumed: nls-price). */
export const tokensOf = (description: string, query?: Pick<Query, 'body'>): number =>
  Math.ceil(
    (Buffer.byteLength(description) + Buffer.byteLength(query ? JSON.stringify(query.body) : '')) / 4,
  );

const progressFrames = stages.map((message) => eventFrame('progress', { message }));

/**
 * The price is held before the first event and charged with the result. A client that disconnects earlier, and a search
 * that fails, pay nothing.
 */
async function* nlsEvents(
  deps: OperationDeps,
  call: RecognisedCall,
  { find, price, exactPrice = () => price }: PricedSearch,
  hold: Hold,
  signal: AbortSignal,
): AsyncGenerator<string, string | undefined> {
  const { clock, ledger, settings, wait } = deps;
  const { caller, traceId } = call;
  const now = () => clock.now() + caller.clockOffsetMs;
  let settled = false;
  try {
    let frames = '';
    for (const [index, frame] of progressFrames.entries()) {
      const ms = call.waits?.eventsMs[index] ?? settings.pace;
      frames += frame;
      // without a pause, the next event may leave in the same piece (assumed: reply-pieces)
      if (ms === 0 && !call.profile && index < stages.length - 1) continue;
      yield frames;
      frames = '';
      await wait(ms, signal);
    }
    // A fault that ends the stream before its result charges nothing.
    if (call.profile?.sends?.('result', stages.length) === false) return undefined;
    if (call.profile?.fails) throw new Refusal(refusalKindOf(call.profile.fails));
    const found = await find(signal);
    deps.tally.noteStreamFacts('nls', factBitsOf(found), traceId);
    const data = call.toWire ? call.toWire(found) : found;
    const exact = exactPrice();
    const balance = await ledger.settle(hold, exact, now);
    settled = true;
    call.charged = exact;
    call.isAnswered = true;
    return eventFrame('result', { data, ...outcome(call, balance, exact) });
  } catch (reason) {
    if (reason === clientLeft) return undefined;
    const wasHeld = !settled;
    settled = true;
    const result = await failed(deps, call, reason, () => balanceAfter(wasHeld));
    call.isAnswered = true;
    return eventFrame('result', result);
  } finally {
    if (!settled) await ledger.release(hold, now).catch(rethrowUnlessCommitFailed);
  }

  async function balanceAfter(held: boolean): Promise<Balance> {
    if (held) await ledger.release(hold, now);
    return ledger.balance(caller, now());
  }
}

/** The ledger itself releases the hold once it can be written again. */
function rethrowUnlessCommitFailed(error: unknown): void {
  if (!(error instanceof CommitFailed)) throw error;
}

/** The findings of a query. The first search of another day makes its columns, while the stream is open. */
async function findingsOf(
  { world: anyDay, searches, loopShare }: Pick<Deps, 'world' | 'searches' | 'loopShare'>,
  query: Pick<Query, 'platform' | 'body'>,
  now: number,
  signal: AbortSignal,
): Promise<Findings> {
  const { platform } = query;
  const world = anyDay.on(now);
  await world.ready();
  const search = searches.of(world).creators(platform).find(searchOf(query), momentAt(world, now));
  const { ids } = await yieldToLoop(search, { loopShare, signal });
  return { creatorList: ids.map((id) => itemIn[platform](world, id)), platform };
}

/** The result beside its data (contract 4.2; `keyCreditsAvailable` is assumed: key-credits-available). */
const outcome = ({ now, traceId }: RecognisedCall, balance: Balance, used: Millicredits) => ({
  creditsUsed: toCredits(used),
  creditsAvailable: creditsAvailable(balance),
  planCreditsAvailable: balance.unlimited ? -1 : toCredits(balance.plan - balance.planUsed),
  purchasedCreditsAvailable: toCredits(balance.purchased),
  ...(balance.keyRemaining !== null && { keyCreditsAvailable: toCredits(balance.keyRemaining) }),
  traceId,
  timestamp: now,
  errorCode: '',
  errorDescription: '',
  success: true,
});

/**
 * After the start only the result can report a failure, without data like every error reply (assumed: nls-failed). It
 * is sent in any case: a key may be deleted or reset while its stream is open.
 */
async function failed(
  deps: OperationDeps,
  call: RecognisedCall,
  reason: unknown,
  readBalance: () => Promise<Balance>,
): Promise<object> {
  noteDecision(deps, call, nlsDecisions['nls-failed']);
  const { status, body } = failure(deps, call, reason);
  call.errorCode = body.errorCode;
  deps.journal.failed(call.traceId, body.errorCode);
  deps.tally.addStreamFailure(call.traceId, body.errorCode);
  deps.metrics.countFailedStream(call.operation);
  // A ledger that cannot be written is logged once for all calls.
  const log = (level: 'warn' | 'error', err: unknown, message: string): void => {
    if (!(err instanceof CommitFailed)) deps.log[level]({ err, traceId: call.traceId }, message);
  };
  if (reason instanceof HoldNotFound) log('warn', reason, 'a stream lost its hold');
  else if (status === 500 && !(reason instanceof Refusal)) log('error', reason, 'unexpected failure');
  const balance = await readBalance().catch((err: unknown) => {
    log('warn', err, 'a stream ended without a balance');
    return noBalance;
  });
  await countRefusal(deps.ledger, call)?.catch((err: unknown) =>
    log('warn', err, 'a failed stream was not counted'),
  );
  return {
    ...outcome(call, balance, 0),
    errorCode: body.errorCode,
    errorDescription: body.message,
    success: false,
  };
}
