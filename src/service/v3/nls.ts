import { Buffer } from 'node:buffer';
import { type Static, Type } from '@sinclair/typebox';
import { type Millicredits, toCredits } from '../../core/credits.ts';
import { Refusal } from '../../core/errors.ts';
import { platforms } from '../../core/platforms.ts';
import { closed } from '../../core/schema.ts';
import { inSlices } from '../../core/steps.ts';
import { replyTo } from '../../creators/language/advice.ts';
import { decisionsBehind, nlsDecisions } from '../../creators/language/decisions.ts';
import { type Lexicon, makeLexicon } from '../../creators/language/lexicon.ts';
import { maxResults, type Query, readDescription } from '../../creators/language/read.ts';
import type { UserReading } from '../../creators/language/user-readings.ts';
import { ChannelItem, CreatorItem } from '../../creators/records/creator-item.ts';
import { momentAt } from '../../creators/search/instants.ts';
import { CommitFailed, HoldNotFound } from '../../ledger/errors.ts';
import type { Balance } from '../../ledger/ledger.ts';
import { noBalance } from '../../ledger/values.ts';
import { factMaskOf } from '../../report/reply-facts.ts';
import { noteDecision } from '../http/assumptions.ts';
import { note, type RecognisedCall } from '../http/call.ts';
import { countRefusal } from '../http/checks.ts';
import type { Deps, OperationDeps } from '../http/deps.ts';
import type { DocumentSchemas, JsonObject } from '../http/generation-document.ts';
import { answerInBatch, awaitMagic } from '../http/in-batch.ts';
import type { streamedEvents } from '../http/latency.ts';
import { recordedDataOf } from '../http/recordings.ts';
import type { Scope } from '../http/scope.ts';
import { clientLeft, eventFrame, eventStreamHeaders, streamsOf } from '../http/stream.ts';
import { itemIn } from './creator-items.ts';
import { NlsProgress, NlsResult } from './envelope.ts';
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
 * /nls: a search in plain words, answered as server-sent events (contract 4.2, 6). The query is derived
 * before the first byte, so the price is known and held: a key that cannot pay is refused as on any other call.
 */
export function nls(app: Scope, deps: OperationDeps): void {
  const beginStream = streamsOf(app, deps);
  let lexicon: Lexicon | undefined;

  streamRoute(
    app,
    deps,
    { operation: 'nls', method: 'POST', parameters: Description, reply: Findings, about: aboutNls },
    async ({ call, parameters: { description } }, reply) => {
      const reading = deps.readings.find(description);
      if (reading) note(call, `Read by reading ${reading.number}.`);
      const search = searchFor(call, description, reading);
      return beginStream(reply, {
        headers: headersOf(deps.settings),
        keepsAlive: true,
        pieces: (signal) => nlsEvents(deps, call, search, signal),
      });
    },
  );

  /** A reading of the user's comes first, then a recording, then the reader of English. */
  function searchFor(
    call: RecognisedCall,
    description: string,
    reading: UserReading | undefined,
  ): PricedSearch {
    if (reading?.answer) return readSearch(deps, description, reading, call.now);
    const recorded = recordedDataOf(call);
    if (recorded)
      return {
        find: () => Promise.resolve(recorded.data as Findings),
        price: reading?.tokens === undefined ? recorded.price : priceOf(deps, reading.tokens),
      };
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
  { answer, tokens }: UserReading,
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
  /** @param signal ends a wait for an index */
  find: (signal: AbortSignal) => Promise<Findings>;
  price: Millicredits;
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
  { find, price }: PricedSearch,
  signal: AbortSignal,
): AsyncGenerator<string, string | undefined> {
  const { clock, ledger, prices, settings, wait } = deps;
  const { caller, traceId } = call;
  const now = () => clock.now() + caller.clockOffsetMs;
  const charge = {
    operation: 'nls',
    credits: price,
    rule: prices.rule('nls'),
    traceId,
    now: call.now,
  };
  const hold = await answerInBatch(deps, call, (tx) => tx.hold(caller, charge));
  let begun = false;
  let settled = false;
  try {
    await awaitMagic(call);
    begun = true;
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
    deps.tally.noteStreamFacts('nls', factMaskOf(found), traceId);
    const data = call.toWire ? call.toWire(found) : found;
    const balance = await ledger.settle(hold, price, now);
    settled = true;
    call.charged = price;
    call.isAnswered = true;
    return eventFrame('result', { data, ...outcome(call, balance, price) });
  } catch (reason) {
    if (!begun) throw reason;
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

/** The findings of a query. The first search of a world makes its index, while the stream is open. */
async function findingsOf(
  { world: anyDay, indexes, turns }: Pick<Deps, 'world' | 'indexes' | 'turns'>,
  query: Pick<Query, 'platform' | 'body'>,
  now: number,
  signal: AbortSignal,
): Promise<Findings> {
  const { platform } = query;
  const world = anyDay.on(now);
  await world.ready();
  const creators = indexes.of(world).creators(platform);
  await inSlices(creators.open(), { turns, signal });
  const { ids } = await inSlices(creators.find(searchOf(query), momentAt(world, now)), { turns });
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
