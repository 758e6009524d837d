import type { FastifyInstance } from 'fastify';
import type { Quote, QuoteRequest, Quoter } from '../../admin/report/quote.ts';
import { toCredits } from '../../core/credits.ts';
import { createFaults } from '../../faults/faults.ts';
import type { JournalInput } from '../../journal/entry.ts';
import { createEvents } from '../../journal/events.ts';
import { createJournal } from '../../journal/journal.ts';
import type { Caller, KeyState } from '../../ledger/ledger.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import type { Deps } from '../../service/http/deps.ts';
import { createRateWindows } from '../../service/http/rate-windows.ts';
import { createTracer } from '../../service/http/trace.ts';
import { buildApp, generations as servedGenerations } from '../app.ts';
import { sampleRequest } from '../openapi/samples.ts';
import { dryLedger, type QuoteTrial } from './dry-ledger.ts';
import { listedRange } from './listed-range.ts';
import { quoteMessage } from './message.ts';

/**
 * Prices requests: each runs through a second app over the same world and ledger, whose charges are undone. So a quote
 * and a charge cannot differ. Fault rules and waits do not apply to it.
 */
export function createQuoter(deps: Deps, makers = servedGenerations): Quoter {
  let trial: QuoteTrial = {};
  let app: Promise<FastifyInstance> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const open = () =>
    (app ??= buildApp(
      dryDeps(deps, () => trial),
      { service: true, admin: false, generations: makers },
    ));

  return {
    // One after another, because a trial belongs to one request.
    quote(request) {
      const quoted = last.then(() => priceRequest(request));
      last = quoted.catch(() => {});
      return quoted;
    },
    async close() {
      await last;
      await (await app)?.close();
    },
  };

  async function priceRequest({ key, secret, ...request }: QuoteRequest): Promise<Quote> {
    const asItStands = await run(request, key ? {} : { caller: everybody }, secret ?? anyKey);
    const { refusal, charged } = asItStands;
    if (charged !== undefined) return { credits: { least: toCredits(charged), most: toCredits(charged) } };
    return { credits: await rangeOf(request, key), ...(refusal && { refusal }) };
  }

  /** The price of a request that is refused: as if the key might do everything, and the ids were there. */
  async function rangeOf(
    { operation, method, parameters }: Omit<QuoteRequest, 'key' | 'secret'>,
    key: KeyState | undefined,
  ): Promise<Quote['credits']> {
    const route = deps.servedRoutes.find((each) => each.operation === operation);
    const sample = route ? (sampleRequest(route, deps.words) as Record<string, unknown>) : {};
    const caller = { ...everybody, clockOffsetMs: key?.clockOffsetMs ?? 0 };
    const complete = { operation, method, parameters: { ...identifiersOf(sample), ...parameters } };
    const { charged, estimate } = await run(complete, { caller }, anyKey);
    const listed = listedRange(deps.prices, operation, parameters);
    if (charged !== undefined) return { least: toCredits(charged), most: toCredits(charged) };
    if (estimate === undefined) return { least: toCredits(listed.least), most: toCredits(listed.most) };
    return {
      least: toCredits(Math.min(estimate, listed.countsItems ? listed.least : estimate)),
      most: toCredits(estimate),
    };
  }

  async function run(
    request: Pick<QuoteRequest, 'operation' | 'method' | 'parameters'>,
    terms: QuoteTrial,
    secret: string,
  ): Promise<QuoteTrial> {
    trial = terms;
    await (await open()).inject(quoteMessage(deps, request, secret));
    return trial;
  }
}

const anyKey = 'quote';

/** A caller to whom nothing is refused. */
const everybody: Caller = {
  id: 'quote',
  account: 'quote',
  fractional: true,
  testOnly: false,
  allow: null,
  rate: null,
  clockOffsetMs: 0,
  unlimited: true,
  limited: false,
};

/** Parameters that name a record: they do not change the price. */
const identifiersOf = (sample: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sample).filter(([name]) => /Ids?$/.test(name)));

function dryDeps(deps: Deps, trial: () => QuoteTrial): Deps {
  const { clock, decisions, ledger, operations, outcomes, settings, tally, windows, words } = deps;
  const wait = async () => {};
  // The journal knows the outcome of every request, whatever its generation.
  const note = ({ status, errorCode, decisions: reliedOn }: JournalInput): number => {
    const code = errorCode ?? (status === 200 ? undefined : reliedOn[0]);
    if (code !== undefined) trial().refusal = { status, code };
    return 0;
  };
  const recordStream = ({ body: _, ...entered }: JournalInput) => ({
    entry: { ...entered, id: 0, body: null },
    end() {},
  });
  return {
    ...deps,
    settings: { ...settings, admin: false, prefer: false, pace: 0 },
    ledger: dryLedger(ledger, trial),
    windows: {
      ...windows,
      admit({ id, rate }, now) {
        if (!rate) return true;
        const copy = createRateWindows();
        copy.restore({ [id]: windows.saved()[id] ?? [] });
        return copy.admit({ id, rate }, now);
      },
    },
    trace: createTracer(clock, settings.seed, () => '0'.repeat(32)),
    wait,
    journal: {
      ...createJournal({ maxEntries: 0 }),
      on: true,
      record: note,
      recordStream,
    },
    tally: { ...tally, on: false, countStream: () => ({ end() {} }), noteStreamFacts() {} },
    decisions: { ...decisions, count() {} },
    metrics: createMetrics(new Map()),
    events: createEvents(),
    servedRoutes: [],
    faults: createFaults({ now: () => clock.now(), wait, operations, outcomes, pathsOf: words.pathsOf }),
  };
}
