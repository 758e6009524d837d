import { expect } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import type { TestApp } from '../harness.ts';
import type { Method } from './admin.ts';

/** A key as the model knows it. Everything that belongs to it bears its canary. */
interface ModelKey {
  readonly canary: string;
  readonly text: string;
  readonly label: string | null;
  readonly account: string;
  readonly isSelfDescribing: boolean;
  id: string;
  isAlive: boolean;
  requests: string[];
  rules: Set<string>;
}

type TokenName = 'a' | 'b' | 'reader' | 'root';
type Call = readonly [method: Method, path: string, body?: unknown];

/** The calls that each scope is refused, whatever they name. */
const wholeReads: readonly Call[] = [
  ['GET', '/metrics'],
  ['GET', '/report'],
  ['GET', '/bill'],
  ['GET', '/audit?limit=1000'],
  ['GET', '/replicas'],
  ['GET', '/snapshots'],
  ['POST', '/report/gates', {}],
  ['POST', '/forecast', { runsPerDay: 1, plan: 1 }],
];
const wholeChanges: readonly Call[] = [
  ['POST', '/reset', {}],
  ['PUT', '/clock', { mode: 'real' }],
  ['POST', '/clock/advance', { by: '1d' }],
  ['PUT', '/snapshots/stolen'],
  ['DELETE', '/report'],
  ['POST', '/mcp', {}],
  ['POST', '/faults', { match: {}, respond: { status: 500 } }],
];
const harmlessReads: readonly Call[] = [
  ['GET', '/decisions'],
  ['GET', '/settings'],
  ['GET', '/token'],
  ['GET', '/requests.har'],
  ['GET', '/requests/unmatched'],
  ['GET', '/report/keys'],
  ['GET', '/clock'],
  ['POST', '/verify', { match: { path: '/nothing' }, atLeast: 1 }],
  ['POST', '/requests/wait', { match: { path: '/nothing' }, timeoutMs: 0 }],
  ['GET', '/keys/team'],
];

/** More keys are not alive at once, so that lists stay short. */
const maxAlive = 40;

/** Random calls by four tokens, judged by a model of the scopes. */
export class ScopeModel {
  readonly #app: TestApp;
  readonly #random: () => number;
  readonly #keys: ModelKey[] = [];
  readonly #byCanary = new Map<string, ModelKey>();
  readonly #byId = new Map<string, ModelKey>();
  /** What each team could see at some time. */
  readonly #seen = { a: new Set<ModelKey>(), b: new Set<ModelKey>() };
  #made = 0;
  /** How often each outcome came, to show that the calls reach all of them. */
  readonly outcomes = new Map<string, number>();

  constructor(app: TestApp, seed: number) {
    this.#app = app;
    this.#random = createRandom(seed);
  }

  async run(calls: number): Promise<void> {
    for (let n = 0; n < calls; n += 1) {
      await this.#step();
      this.#noteSight();
    }
  }

  /** Checks what a team heard: nothing of a key that it could never see. @returns the canaries in it */
  assertHeard(team: 'a' | 'b', text: string): Set<string> {
    const canaries = new Set(text.match(canaryPattern));
    const unseen = [...canaries].filter((canary) => {
      const key = this.#byCanary.get(canary);
      return key && !this.#seen[team].has(key);
    });
    expect(unseen).toEqual([]);
    const ids = new Set(text.match(/\b[0-9a-f]{16}\b/g));
    expect(
      [...ids].filter((id) => this.#byId.has(id) && !this.#seen[team].has(this.#byId.get(id) as ModelKey)),
    ).toEqual([]);
    return canaries;
  }

  #noteSight(): void {
    for (const team of ['a', 'b'] as const)
      for (const key of this.#alive()) if (this.#isOwn(team, key)) this.#seen[team].add(key);
  }

  #alive(): ModelKey[] {
    return this.#keys.filter(({ isAlive }) => isAlive);
  }

  #isOwn(team: string, key: ModelKey): boolean {
    return (
      key.isAlive &&
      this.#alive()
        .filter(({ account }) => account === key.account)
        .every(({ label }) => label?.startsWith(`team-${team}-`) ?? false)
    );
  }

  #sees(token: TokenName, key: ModelKey): boolean {
    return key.isAlive && (token === 'reader' || token === 'root' || this.#isOwn(token, key));
  }

  #pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)] as T;
  }

  async #step(): Promise<void> {
    const token = this.#pick(['a', 'a', 'b', 'b', 'reader', 'root'] as const);
    const steps = [
      () => this.#create(token),
      () => this.#create(token),
      () => this.#openByName(token),
      () => this.#useService(),
      () => this.#useService(),
      () => this.#useService(),
      () => this.#onKey(token),
      () => this.#onKey(token),
      () => this.#onKey(token),
      () => this.#lists(token),
      () => this.#lists(token),
      () => this.#placeRule(token),
      () => this.#onRule(token),
      () => this.#whole(token),
      () => this.#send(token),
      () => this.#harmless(token),
    ];
    if (this.#alive().length > maxAlive) await this.#remove('root', this.#pick(this.#alive()));
    else await this.#pick(steps)();
  }

  /** Calls as a token, and searches the whole reply for what the token may not see. */
  async #call(token: TokenName, [method, path, body]: Call) {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const reply = await this.#app.app.inject({
      method,
      url: `/__admin${path}`,
      headers: {
        host: 'localhost',
        authorization: `Bearer token-of-${token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    });
    const bytes = `${JSON.stringify(reply.headers)}${reply.body}`;
    if (token === 'a' || token === 'b') this.#assertSeen(token, bytes, `${path} ${payload ?? ''}`);
    this.#count(`${token} ${method} ${path.split(/[/?]/)[1]} ${reply.statusCode}`);
    return {
      status: reply.statusCode,
      body: (reply.headers['content-type']?.toString().includes('json') && reply.body !== ''
        ? JSON.parse(reply.body)
        : {}) as Record<string, unknown>,
    };
  }

  #count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** @param sent by the caller itself, so that it may come back */
  #assertSeen(team: 'a' | 'b', bytes: string, sent: string): void {
    const strange = (bytes.match(canaryPattern) ?? []).filter((canary) => {
      const key = this.#byCanary.get(canary);
      // The report has rows of keys that are gone.
      return (
        key && !sent.includes(canary) && (key.isAlive ? !this.#isOwn(team, key) : !this.#seen[team].has(key))
      );
    });
    expect(strange).toEqual([]);
    const ids = (bytes.match(/\b[0-9a-f]{16}\b/g) ?? []).filter((id) => {
      const key = this.#byId.get(id);
      return (
        key && !sent.includes(id) && (key.isAlive ? !this.#isOwn(team, key) : !this.#seen[team].has(key))
      );
    });
    expect(ids).toEqual([]);
    const accounts = (bytes.match(/acct\d+x/g) ?? []).filter(
      (name) =>
        !sent.includes(name) &&
        !this.#alive().some((key) => key.account.endsWith(name) && this.#isOwn(team, key)),
    );
    expect(accounts).toEqual([]);
    // Names of tokens and patterns of other teams stand in the settings.
    expect(bytes).not.toContain(`team-${team === 'a' ? 'b' : 'a'}-*`);
  }

  #newKey(label: string | null, isSelfDescribing = false): ModelKey {
    this.#made += 1;
    const canary = `canary-${this.#made}-`;
    const ending = label === null ? null : `${label}${canary}x`;
    return {
      canary,
      text: isSelfDescribing ? `sandbox:plan=1000:${ending}` : `text-${canary}k`,
      label: ending,
      account: `own ${this.#made}`,
      isSelfDescribing,
      id: '',
      isAlive: true,
      requests: [],
      rules: new Set(),
    };
  }

  async #add(key: ModelKey): Promise<void> {
    this.#keys.push(key);
    this.#byCanary.set(key.canary, key);
    key.id = (await this.#app.ledger.keys.find(key.text, this.#app.deps.clock.now()))?.id ?? '';
    this.#byId.set(key.id, key);
  }

  async #create(token: TokenName): Promise<void> {
    const label =
      this.#random() < 0.5 ? `team-${token}-` : this.#pick(['team-a-', 'team-b-', 'team-c-', null]);
    const made = this.#newKey(label);
    const named = this.#alive().filter(({ account }) => !account.startsWith('own '));
    const account =
      this.#random() < 0.5
        ? this.#pick(named)?.account
        : this.#random() < 0.5
          ? `${this.#pick(['team-a-', 'team-b-', 'other-'])}account-acct${this.#made}x`
          : undefined;
    const key = { ...made, ...(account !== undefined && { account }) };
    const body = {
      key: key.text,
      ...(key.label !== null && { label: key.label }),
      ...(account === undefined ? { plan: 1000 } : { account }),
    };
    const { status } = await this.#call(token, ['POST', '/keys', body]);
    expect(`${token} creates: ${status}`).toBe(
      `${token} creates: ${this.#statusOfCreate(token, key, account)}`,
    );
    if (status === 201) await this.#add(key);
  }

  #statusOfCreate(token: TokenName, key: ModelKey, account: string | undefined): number {
    if (token === 'reader') return 403;
    if (token === 'root') return 201;
    const prefix = `team-${token}-`;
    if (!key.label?.startsWith(prefix) || (account !== undefined && !account.startsWith(prefix))) return 403;
    const beside = this.#alive().filter((each) => each.account === account);
    return beside.every((each) => this.#isOwn(token, each)) ? 201 : 409;
  }

  /** A key that describes itself: whoever may have it opens it by naming it. */
  async #openByName(token: TokenName): Promise<void> {
    const key = this.#newKey(this.#pick(['team-a-', 'team-b-', 'team-c-']), true);
    const mayOpen = token === 'root' || (key.label?.startsWith(`team-${token}-`) ?? false);
    const { status } = await this.#call(token, ['GET', `/keys/${encodeURIComponent(key.text)}`]);
    expect([token, key.label, status]).toEqual([token, key.label, mayOpen ? 200 : 404]);
    expect(this.#app.ledger.originOf(key.text) !== undefined).toBe(mayOpen);
    if (mayOpen) await this.#add(key);
  }

  async #useService(): Promise<void> {
    const isNew = this.#random() < 0.2;
    const key = isNew
      ? this.#newKey(this.#pick(['team-a-', 'team-b-', 'team-c-']), true)
      : this.#pick(this.#alive());
    if (!key) return;
    this.#made += 1;
    const request = `${key.canary}request-${this.#made}`;
    await this.#app.get(`/clip/profile?uniqueId=${request}`, key.text);
    if (isNew) await this.#add(key);
    key.requests.push(request);
  }

  async #onKey(token: TokenName): Promise<void> {
    const key = this.#pick(this.#keys);
    if (!key) return;
    const names = [key.id, key.text, ...(key.label === null ? [] : [key.label])];
    // Naming the text of a key that describes itself opens it again.
    const name = this.#pick(key.isSelfDescribing ? [key.id] : names);
    const at = `/keys/${encodeURIComponent(name)}`;
    const read: Call[] = [
      ['GET', at],
      ['GET', `${at}/entries`],
      ['GET', `/requests?key=${encodeURIComponent(name)}&limit=1000`],
      ['GET', `/requests/count?key=${encodeURIComponent(name)}`],
      ['GET', `/faults?key=${encodeURIComponent(name)}`],
      ['POST', '/quote', { operation: 'clip/profile', parameters: { uniqueId: 'x' }, key: name }],
    ];
    const change: Call[] = [
      ['PATCH', at, { limit: 500 }],
      ['POST', `${at}/credits`, { purchased: 1 }],
      ['PUT', '/report/test', { key: name, test: `test of ${key.canary}` }],
      ['POST', '/clock/advance', { by: '1s', key: name }],
      ['DELETE', `/faults?key=${encodeURIComponent(name)}`],
    ];
    const kind = this.#random();
    if (kind < 0.1) return this.#remove(token, key, at);
    if (kind < 0.2) return this.#reset(token, key, name);
    const isChange = kind < 0.6;
    const call = this.#pick(isChange ? change : read);
    const { status, body } = await this.#call(token, call);
    const isRefused = isChange && token === 'reader';
    // Requests of a key that is gone are named by its id only where they are known.
    const isSeen = this.#sees(token, key);
    expect([token, ...call, status < 300]).toEqual([token, ...call, !isRefused && isSeen]);
    if (status >= 300) expect([token, ...call, status]).toEqual([token, ...call, isRefused ? 403 : 404]);
    else if (call[1].startsWith('/requests/count')) expect(body['count']).toBe(key.requests.length);
    else if (call[0] === 'DELETE') key.rules.clear();
  }

  async #remove(token: TokenName, key: ModelKey, at = `/keys/${key.id}`): Promise<void> {
    const { status } = await this.#call(token, ['DELETE', at]);
    const isSeen = this.#sees(token, key);
    expect(status).toBe(token === 'reader' ? 403 : isSeen ? 204 : 404);
    if (status === 204) Object.assign(key, { isAlive: false, requests: [], rules: new Set() });
  }

  async #reset(token: TokenName, key: ModelKey, name: string): Promise<void> {
    const { status } = await this.#call(token, ['POST', '/reset', { key: name }]);
    expect(status).toBe(token === 'reader' ? 403 : this.#sees(token, key) ? 200 : 404);
    if (status !== 200) return;
    for (const each of this.#alive().filter(({ account }) => account === key.account))
      Object.assign(each, { requests: [], rules: new Set(), isAlive: !each.isSelfDescribing });
  }

  async #lists(token: TokenName): Promise<void> {
    const visible = this.#alive().filter((key) => this.#sees(token, key));
    const { body: keys } = await this.#call(token, ['GET', '/keys?limit=1000']);
    const listed = (keys['keys'] as { id: string; origin: string }[]).filter(
      ({ origin }) => origin !== 'demo',
    );
    expect(listed.map(({ id }) => id).sort()).toEqual(visible.map(({ id }) => id).sort());
    const { body: journal } = await this.#call(token, ['GET', '/requests?limit=1000']);
    const requests = (journal['requests'] as { query: { uniqueId: string } }[]).map(
      ({ query }) => query.uniqueId,
    );
    expect(requests.sort()).toEqual(visible.flatMap((key) => key.requests).sort());
    const { body: counted } = await this.#call(token, ['GET', '/requests/count']);
    expect(counted).toEqual({ count: requests.length, forgotten: 0 });
    const { body: rules } = await this.#call(token, ['GET', '/faults']);
    expect((rules['faults'] as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      visible.flatMap((key) => [...key.rules]).sort(),
    );
    await this.#oneRequest(token);
  }

  /** A request is named by its id, which the one who reads all tells. */
  async #oneRequest(token: TokenName): Promise<void> {
    const { body } = await this.#call('reader', ['GET', '/requests?limit=1000']);
    const request = this.#pick(body['requests'] as { id: number; key: string }[]);
    const key = request && this.#byId.get(request.key);
    if (!key) return;
    const seen = this.#sees(token, key);
    const entry = await this.#call(token, ['GET', `/requests/${request.id}`]);
    expect(entry.status).toBe(seen ? 200 : 404);
    const reply = await this.#call(token, ['GET', `/requests/${request.id}/reply`]);
    // of many requests in a second not every reply is kept
    if (seen && reply.status === 404) expect(reply.body['detail']).toMatch(/^This reply is not kept/);
    else expect(reply.status).toBe(seen ? 200 : 404);
    if (!seen) expect(reply.body['detail']).toBe('The journal has no request with this id.');
  }

  async #placeRule(token: TokenName): Promise<void> {
    const key = this.#pick(this.#alive());
    if (!key) return;
    const rule = { match: { key: key.id, operation: 'tube/profile' }, respond: { status: 500 } };
    const { status, body } = await this.#call(token, ['POST', '/faults', rule]);
    expect(status).toBe(token === 'reader' ? 403 : this.#sees(token, key) ? 201 : 404);
    if (status === 201) key.rules.add(body['id'] as string);
  }

  async #onRule(token: TokenName): Promise<void> {
    const key = this.#pick(this.#alive().filter(({ rules }) => rules.size > 0));
    if (!key) return;
    const id = this.#pick([...key.rules]);
    const isRelease = this.#random() < 0.5;
    const { status } = await this.#call(
      token,
      isRelease ? ['POST', `/faults/${id}/release`] : ['DELETE', `/faults/${id}`],
    );
    expect(status).toBe(token === 'reader' ? 403 : this.#sees(token, key) ? 200 : 404);
    if (status === 200 && !isRelease) key.rules.delete(id);
  }

  async #whole(token: TokenName): Promise<void> {
    const isChange = this.#random() < 0.5;
    if (isChange && token === 'root') return;
    const call = this.#pick(isChange ? wholeChanges : wholeReads);
    const { status } = await this.#call(token, call);
    const isRefused = isChange || token === 'a' || token === 'b';
    // Nothing can be foretold before a call was paid.
    const isUnpaid = call[1] === '/forecast' && status === 409;
    expect([token, ...call, status]).toEqual([token, ...call, isRefused ? 403 : isUnpaid ? 409 : 200]);
  }

  async #send(token: TokenName): Promise<void> {
    const key = this.#pick(this.#keys);
    if (!key) return;
    this.#made += 1;
    const request = `${key.canary}sent-${this.#made}`;
    const { status } = await this.#call(token, [
      'POST',
      '/send',
      { path: `/clip/profile?uniqueId=${request}`, key: key.id },
    ]);
    const refusal = token === 'root' ? 404 : 403;
    expect([token, status]).toEqual([token, token !== 'reader' && this.#sees(token, key) ? 200 : refusal]);
    if (status === 200) key.requests.push(request);
  }

  async #harmless(token: TokenName): Promise<void> {
    const call = this.#pick(harmlessReads);
    const { status } = await this.#call(token, call);
    expect([...call, status]).not.toEqual([...call, 403]);
  }
}

const canaryPattern = /canary-\d+-/g;
