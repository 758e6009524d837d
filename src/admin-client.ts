import type { Static } from '@sinclair/typebox';
import type { DecisionView } from './control/decisions.ts';
import type { ChangedKey, KeyView, NewKey } from './control/keys/key-schemas.ts';
import type { Criteria } from './control/requests/criteria.ts';
import type { RequestView } from './control/requests/request-view.ts';
import type { FaultRule } from './faults/rule.ts';
import type { FaultView } from './faults/written-rule.ts';

export type { Criteria, DecisionView, FaultRule, FaultView, RequestView };
export type KeyTerms = Static<typeof NewKey>;
export type KeyChanges = Static<typeof ChangedKey>;
export type Key = Static<typeof KeyView>;

/** Which requests are meant, in short: the terms of a match and of the answer side by side. */
export type Meant = Criteria['match'] & Omit<Criteria, 'match'>;

/** A key that was just made: the only time that it is seen whole. */
export interface MadeKey extends Key {
  /** Headers that send the key, of both generations. */
  readonly headers: { readonly 'api-key': string; readonly apiId: string };
}

export interface PlacedFault extends FaultView {
  /** Lets go the requests that it holds. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

export interface Renewed {
  what: string;
  account: string;
  at: number;
  credits: number;
}

/** What a test says to a sandbox, as functions: each is one call of the admin surface. */
export interface Admin {
  /** Makes a key with an account of its own: `await sandbox.key({ plan: 100, fractional: true })`. */
  key(terms?: KeyTerms): Promise<MadeKey>;
  /** A key as it stands, by itself or its id. */
  findKey(key: string): Promise<Key>;
  /** Changes what is given and nothing else. */
  changeKey(key: string, changes: KeyChanges): Promise<Key>;
  removeKey(key: string): Promise<void>;
  topUp(key: string, credits: { plan?: number; purchased?: number }): Promise<Key>;
  /** Places a fault rule: `await sandbox.fault({ match: { key }, respond: { status: 503 }, times: 2 })`. */
  fault(rule: FaultRule): Promise<PlacedFault>;
  /** Moves the clock, of one account when a key is named, and tells the renewals that ran. */
  advance(by: number | string, key?: string): Promise<Renewed[]>;
  /** What clients did, the newest last; at most 1,000. */
  requests(meant?: Meant): Promise<RequestView[]>;
  /** Resolves when so many requests match, those of the past included. */
  waitFor(meant: Meant, count?: number, timeoutMs?: number): Promise<RequestView[]>;
  /** @throws AdminError that tells what was expected, what is there and what is near */
  verify(meant: Meant, bounds: { exactly?: number; atLeast?: number; atMost?: number }): Promise<void>;
  /** What the sandbox does that the specification does not say, and how many requests (of one key) leaned on each. */
  decisions(key?: string): Promise<DecisionView[]>;
  /** Everything, or one key, back to its start. */
  reset(key?: string): Promise<void>;
}

/** What the admin surface refused: its problem details. */
export class AdminError extends Error {
  readonly status: number;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Record<string, unknown>) {
    super(sentence(problem));
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
  const named = (key: string) => `/keys/${encodeURIComponent(key)}`;

  return {
    async key(terms = {}) {
      const made = await call<Key>('POST', '/keys', terms);
      return { ...made, headers: { 'api-key': made.key, apiId: made.key } };
    },
    findKey: (key) => call('GET', named(key)),
    changeKey: (key, changes) => call('PATCH', named(key), changes),
    removeKey: (key) => call('DELETE', named(key)),
    topUp: (key, credits) => call('POST', `${named(key)}/credits`, credits),
    async fault(rule) {
      const placed = await call<FaultView>('POST', '/faults', rule);
      return {
        ...placed,
        release: () => call('POST', `/faults/${placed.id}/release`, {}),
        remove: () => call('DELETE', `/faults/${placed.id}`),
      };
    },
    async advance(by, key) {
      return (
        await call<{ ran: Renewed[] }>('POST', '/clock/advance', { by, ...(key !== undefined && { key }) })
      ).ran;
    },
    async requests(meant = {}) {
      const all: RequestView[] = [];
      let cursor: string | null = '0';
      while (cursor !== null) {
        const query = `${queryOf(meant)}&limit=1000&cursor=${cursor}`;
        const page: RequestPage = await call('GET', `/requests?${query}`);
        all.push(...page.requests);
        cursor = page.cursor;
      }
      return all;
    },
    async waitFor(meant, count = 1, timeoutMs = 5_000) {
      const waited = { ...criteriaOf(meant), count, timeoutMs };
      return (await call<{ latest: RequestView[] }>('POST', '/requests/wait', waited)).latest;
    },
    async verify(meant, bounds) {
      await call('POST', '/verify', { ...criteriaOf(meant), ...bounds });
    },
    async decisions(key) {
      const query = key === undefined ? '' : `?${new URLSearchParams({ key })}`;
      return (await call<{ decisions: DecisionView[] }>('GET', `/decisions${query}`)).decisions;
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

/** As it is sent: what is undefined stands in no JSON. */
const criteriaOf = ({ status, errorCode, decision, since, ...match }: Meant) => ({
  match,
  status,
  errorCode,
  decision,
  since,
});

const queryOf = (meant: Meant): URLSearchParams =>
  new URLSearchParams(
    Object.entries(meant).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

/** The detail, and for an unmet expectation the figures and the requests that came closest. */
function sentence({ title, detail, expected, actual, nearest }: Record<string, unknown>): string {
  if (expected === undefined) return String(detail ?? title);
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
