import type { Quote, QuoteRequest, Quoter } from '../../admin/report/quote.ts';
import { type Millicredits, toCredits } from '../../core/credits.ts';
import { createFaults } from '../../faults/faults.ts';
import type { Balance, Caller, KeyState, LedgerTransaction } from '../../ledger/ledger.ts';
import { noBalance } from '../../ledger/values.ts';
import { outcomeOf } from '../../service/http/answer.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Route, RoutedRequest } from '../../service/http/generation.ts';
import { createRateWindows } from '../../service/http/rate-windows.ts';
import { routesOf } from '../../service/http/serve-generation.ts';
import { problemsIn } from '../../service/http/validation.ts';
import { generations as servedGenerations } from '../app.ts';
import { faultContext } from '../fault-context.ts';
import { sampleRequest } from '../openapi/samples.ts';
import { listedRange } from './listed-range.ts';

/**
 * Prices requests: each is the same call as that of a client, in a transaction that is undone. So a quote and a charge cannot
 * differ. Fault rules, preferences and waits do not apply to it, and nothing records it.
 */
export function createQuoter(deps: Deps, makers = servedGenerations): Quoter {
  const dry = withoutTraces(deps);
  const routes = makers.flatMap((make) => routesOf(dry, make(deps.settings)));
  return async ({ key, secret, ...request }) => {
    const asItStands = await tryCall(request, secret ?? anyKey, key ? undefined : everybody);
    const { refusal, charged } = asItStands;
    if (charged !== undefined) return { credits: { least: toCredits(charged), most: toCredits(charged) } };
    return { credits: await rangeOf(request, key), ...(refusal && { refusal }) };
  };

  /** The price of a request that is refused: as if the key might do everything, and the ids were there. */
  async function rangeOf(
    { operation, method, parameters }: PricedRequest,
    key: KeyState | undefined,
  ): Promise<Quote['credits']> {
    const caller = { ...everybody, clockOffsetMs: key?.clockOffsetMs ?? 0 };
    const sample = sampleRequest(routeOf({ operation, method }), deps.words) as Record<string, unknown>;
    const complete = { operation, method, parameters: { ...identifiersOf(sample), ...parameters } };
    const { charged, estimate } = await tryCall(complete, anyKey, caller);
    const listed = listedRange(deps.prices, operation, parameters);
    if (charged !== undefined) return { least: toCredits(charged), most: toCredits(charged) };
    if (estimate === undefined) return { least: toCredits(listed.least), most: toCredits(listed.most) };
    return {
      least: toCredits(Math.min(estimate, listed.dependsOnReply ? listed.least : estimate)),
      most: toCredits(estimate),
    };
  }

  /** @param privileged the caller, in place of that of the key */
  async function tryCall(asked: PricedRequest, secret: string, privileged?: Caller): Promise<Trial> {
    const request = requestOf(routeOf(asked), asked, secret);
    let trial: Trial = {};
    const outcome = await outcomeOf(
      dry,
      request,
      () => neverAborted,
      (tx, work) => {
        trial = {};
        return tx.tryOut(() => work(trialTransaction(tx, trial, privileged)));
      },
    );
    // A stream holds what it costs, or the most that it may.
    if ('streamed' in outcome)
      return outcome.streamed.mayCostLess ? trial : { ...trial, charged: trial.charged ?? trial.estimate };
    const code = request.call?.errorCode ?? request.call?.undecided;
    return code === undefined ? trial : { ...trial, refusal: { status: outcome.reply.status, code } };
  }

  function routeOf({ operation, method }: Pick<PricedRequest, 'operation' | 'method'>): Route {
    const route = routes.find((each) => each.operation === operation && each.method === method);
    if (!route) throw new Error(`${operation} is not served with ${method}`);
    return route;
  }
}

type PricedRequest = Pick<QuoteRequest, 'operation' | 'method' | 'parameters'>;

/** The money of a call that is undone. */
interface Trial {
  /** The most that it may cost, once it is known. */
  estimate?: Millicredits | undefined;
  /** The charge, once it succeeded. */
  charged?: Millicredits | undefined;
  refusal?: Quote['refusal'];
}

const anyKey = 'quote';
const neverAborted = new AbortController().signal;

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
  words: null,
};

/** Parameters that name a record: they do not change the price. */
const identifiersOf = (sample: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sample).filter(([name]) => /Ids?$/.test(name)));

/** A request as if Fastify had read it. */
function requestOf(route: Route, { method, parameters }: PricedRequest, secret: string): RoutedRequest {
  const { generation, operation, path, readWords } = route;
  const sent: unknown = method === 'GET' ? inQuery(parameters) : parameters;
  const { value: given, vocabulary = route.vocabulary } = readWords?.(sent) ?? { value: sent };
  return {
    generation,
    route,
    operation,
    method,
    url: path,
    headers: { [generation.header.toLowerCase()]: secret },
    given,
    body: method === 'GET' ? undefined : sent,
    problems: problemsIn(route, given),
    vocabulary,
    arrivedAt: undefined,
    call: null,
  };
}

/** As a query has them: all are texts, a list repeats its name, an object is JSON. */
const inQuery = (parameters: Readonly<Record<string, unknown>>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      const texts = [value]
        .flat()
        .map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)));
      return texts.length === 0 ? [] : [[name, texts.length === 1 ? (texts[0] as string) : texts]];
    }),
  );

/** A transaction that notes what a call costs. */
const trialTransaction = (
  tx: LedgerTransaction,
  trial: Trial,
  privileged: Caller | undefined,
): LedgerTransaction => ({
  ...tx,
  identify: (key, now) => privileged ?? tx.identify(key, now),
  afford(caller, estimate, now) {
    trial.estimate = estimate;
    if (!privileged) tx.afford(caller, estimate, now);
  },
  hold: (caller, charge) => (privileged ? { id: 0, credits: charge.credits } : tx.hold(caller, charge)),
  charge(caller, charge) {
    const balance = privileged ? unlimited : tx.charge(caller, charge);
    trial.charged = charge.credits;
    return balance;
  },
  submit(caller, submission) {
    trial.estimate = submission.credits;
    const submitted = tx.submit(caller, submission);
    trial.charged = submitted.charged;
    return submitted;
  },
  balance: (caller, now) => (privileged ? unlimited : tx.balance(caller, now)),
  usage: (caller, from, to) => (privileged ? [] : tx.usage(caller, from, to)),
});

const unlimited: Balance = { ...noBalance, unlimited: true };

/** Dependencies in which a call waits for nothing on purpose, and leaves nothing outside of its transaction. */
function withoutTraces(deps: Deps): Deps {
  const { settings, windows } = deps;
  const wait = async () => {};
  return {
    ...deps,
    settings: { ...settings, prefer: false },
    latency: undefined,
    wait,
    windows: {
      ...windows,
      admit({ id, rate }, now) {
        if (!rate) return true;
        const copy = createRateWindows();
        copy.restore({ [id]: windows.saved()[id] ?? [] });
        return copy.admit({ id, rate }, now);
      },
    },
    trace: Object.assign(() => '0'.repeat(32), {
      clear() {},
      saved: () => ({}),
      restore() {},
    }),
    faults: createFaults(faultContext({ ...deps, wait })),
  };
}
