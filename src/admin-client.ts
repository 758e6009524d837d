import type { Static } from '@sinclair/typebox';
import type { DecisionView } from './control/decisions.ts';
import type { ChangedKey, KeyView, NewKey } from './control/keys/key-schemas.ts';
import type { Quote } from './control/report/quote.ts';
import type { Criteria } from './control/requests/criteria.ts';
import type { RequestView } from './control/requests/request-view.ts';
import type { FaultView } from './faults/compiled-rule.ts';
import type { FaultRule } from './faults/rule.ts';
import type { Gates } from './report/gates.ts';
import type { GateResult, Report } from './report/model.ts';
import type { creatorTerms } from './search/creator-terms.ts';
import type { FoundCreator } from './search/find-creators.ts';

export type {
  Criteria,
  DecisionView,
  FaultRule,
  FaultView,
  FoundCreator,
  GateResult,
  Gates,
  Quote,
  Report,
  RequestView,
};
export type KeyTerms = Static<typeof NewKey>;
export type KeyChanges = Static<typeof ChangedKey>;
export type Key = Static<typeof KeyView>;

/** Selects requests: the terms of a match and the conditions on the answer in one object. */
export type RequestFilter = Criteria['match'] & Omit<Criteria, 'match'>;

/** The terms of a search for creators: `{ country: 'ITA', minFollowers: 100_000, odd: true }`. */
export type CreatorFilter = { [Term in keyof typeof creatorTerms]?: string | number | boolean };

/** A new key; only this object holds the whole key. */
export interface MadeKey extends Key {
  /** The headers that send the key, for both generations. */
  readonly headers: { readonly 'api-key': string; readonly apiId: string };
}

export interface PlacedFault extends FaultView {
  /** Releases the requests that the rule holds. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

export interface Renewed {
  what: string;
  account: string;
  at: number;
  credits: number;
}

export interface Bounds {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

export interface CreditBounds {
  exactly?: number;
  atMost?: number;
}

export interface QuotedRequest {
  operation: string;
  method?: 'GET' | 'POST';
  /** As the client would send them. */
  parameters: Record<string, unknown>;
  /** The key itself; a key without limits when absent. */
  key?: string;
}

/** A client of the admin surface, for tests: each function is one call. */
export interface Admin {
  /** Creates a key with an account of its own: `await sandbox.key({ plan: 100, fractional: true })`. */
  key(terms?: KeyTerms): Promise<MadeKey>;
  /** Finds a key by itself or its id. */
  findKey(key: string): Promise<Key>;
  /** Changes only the given properties. */
  changeKey(key: string, changes: KeyChanges): Promise<Key>;
  removeKey(key: string): Promise<void>;
  topUp(key: string, credits: { plan?: number; purchased?: number }): Promise<Key>;
  /** Adds a fault rule: `await sandbox.fault({ match: { key }, respond: { status: 503 }, times: 2 })`. */
  fault(rule: FaultRule): Promise<PlacedFault>;
  /** Advances the clock, with a key only that of its account. @returns the renewals that ran */
  advance(by: number | string, key?: string): Promise<Renewed[]>;
  /** The recorded requests, oldest first. */
  requests(filter?: RequestFilter): Promise<RequestView[]>;
  /** Resolves when `count` requests (1 when absent) match, earlier ones included. @returns the latest 10 of them */
  waitFor(filter: RequestFilter, count?: number, timeoutMs?: number): Promise<RequestView[]>;
  /**
   * Checks how many requests match, and what they cost together. @throws AdminError with the expected and actual figures
   * and the nearest requests
   */
  verify(filter: RequestFilter, bounds: Bounds & { credits?: CreditBounds }): Promise<void>;
  /**
   * Checks that requests came one after the other: each filter is met, first by a request after the first of the filter
   * before. With bounds: how often they follow each other. @throws AdminError
   */
  verifyOrder(order: readonly Criteria['match'][], bounds?: Bounds): Promise<void>;
  /** The credits that a key has ever spent. */
  spent(key: string): Promise<number>;
  /** The price of a request; nothing is charged, nothing recorded. */
  quote(request: QuotedRequest): Promise<Quote>;
  /** The report on the requests so far. */
  report(): Promise<Report>;
  /** Judges the requests so far. Gates that are absent are those of the settings. @throws AdminError if one does not hold */
  gates(gates?: Gates): Promise<GateResult[]>;
  /** Names the test that uses a key from now on; null = none. */
  nameTest(key: string, test: string | null): Promise<void>;
  /** Behaviours that the specification leaves open, with the number of replies (to one key) that relied on each. */
  decisions(key?: string): Promise<DecisionView[]>;
  /** Creators of the world that meet all terms, those with most followers first. Free of charge. */
  creators(filter?: CreatorFilter): Promise<FoundCreator[]>;
  /** Resets everything, or one key, to its start. */
  reset(key?: string): Promise<void>;
}

/** A refusal of the admin surface, with its problem details. */
export class AdminError extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Record<string, unknown>) {
    super(messageOf(problem));
    this.status = status;
    this.problem = problem;
  }
}

/** @param adminUrl base URL of the admin surface, `…/__admin`; null when it is off */
export function adminClient(adminUrl: string | null, token?: string): Admin {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (adminUrl === null) throw new Error('The admin surface of this sandbox is off.');
    const reply = await fetch(`${adminUrl}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as T;
    if (!reply.ok) throw new AdminError(reply.status, answer as Record<string, unknown>);
    return answer;
  }
  const pathOf = (key: string) => `/keys/${encodeURIComponent(key)}`;

  return {
    async key(terms = {}) {
      const created = await call<Key>('POST', '/keys', terms);
      return { ...created, headers: { 'api-key': created.key, apiId: created.key } };
    },
    findKey: (key) => call('GET', pathOf(key)),
    changeKey: (key, changes) => call('PATCH', pathOf(key), changes),
    removeKey: (key) => call('DELETE', pathOf(key)),
    topUp: (key, credits) => call('POST', `${pathOf(key)}/credits`, credits),
    async fault(rule) {
      const added = await call<FaultView>('POST', '/faults', rule);
      return {
        ...added,
        release: () => call('POST', `/faults/${added.id}/release`, {}),
        remove: () => call('DELETE', `/faults/${added.id}`),
      };
    },
    async advance(by, key) {
      return (
        await call<{ ran: Renewed[] }>('POST', '/clock/advance', { by, ...(key !== undefined && { key }) })
      ).ran;
    },
    async requests(filter = {}) {
      const all: RequestView[] = [];
      let cursor: string | null = '0';
      while (cursor !== null) {
        const query = `${queryOf(filter)}&limit=1000&cursor=${cursor}`;
        const page: RequestPage = await call('GET', `/requests?${query}`);
        all.push(...page.requests);
        cursor = page.cursor;
      }
      return all;
    },
    async waitFor(filter, count = 1, timeoutMs = 5_000) {
      const wait = { ...criteriaOf(filter), count, timeoutMs };
      return (await call<{ latest: RequestView[] }>('POST', '/requests/wait', wait)).latest;
    },
    async verify(filter, bounds) {
      await call('POST', '/verify', { ...criteriaOf(filter), ...bounds });
    },
    async verifyOrder(order, bounds = {}) {
      await call('POST', '/verify', { order, ...bounds });
    },
    async spent(key) {
      return (await call<Key>('GET', pathOf(key))).spent;
    },
    quote: (request) => call('POST', '/quote', request),
    report: () => call('GET', '/report'),
    async gates(gates = {}) {
      return (await call<{ gates: GateResult[] }>('POST', '/report/gates', gates)).gates;
    },
    nameTest: (key, test) => call('PUT', '/report/test', { key, test }),
    async decisions(key) {
      const query = key === undefined ? '' : `?${new URLSearchParams({ key })}`;
      return (await call<{ decisions: DecisionView[] }>('GET', `/decisions${query}`)).decisions;
    },
    async creators(filter = {}) {
      return (await call<{ creators: FoundCreator[] }>('GET', `/world/creators?${queryOf(filter)}`)).creators;
    },
    async reset(key) {
      await call('POST', '/reset', key === undefined ? {} : { key });
    },
  };
}

interface RequestPage {
  requests: RequestView[];
  cursor: string | null;
}

/** The body of a wait or a check; JSON leaves out what is undefined. */
const criteriaOf = ({ status, errorCode, decision, since, ...match }: RequestFilter) => ({
  match,
  status,
  errorCode,
  decision,
  since,
});

const queryOf = (filter: RequestFilter | CreatorFilter): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

/** The detail; for an unmet expectation the numbers and the nearest requests. */
function messageOf({ title, detail, expected, actual, nearest }: Record<string, unknown>): string {
  const { credits, order } = (expected ?? {}) as { credits?: unknown; order?: unknown };
  if (expected === undefined || credits !== undefined || order !== undefined) return String(detail ?? title);
  const near = (Array.isArray(nearest) ? nearest : []) as {
    method: string;
    path: string;
    differs: string[];
  }[];
  return [
    `Expected ${JSON.stringify(expected)} requests, found ${actual}.`,
    ...near.map(
      ({ method, path, differs }) => `  near: ${method} ${path}, which differs in ${differs.join(', ')}`,
    ),
  ].join('\n');
}
