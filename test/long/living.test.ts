import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readFixtures } from '../../seed/fixtures/fixtures.ts';
import { dayMs } from '../../src/core/durations.ts';
import type { Platform } from '../../src/core/platforms.ts';
import { growth } from '../../src/core/statistics.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { fixturesFolder } from '../../src/system/package-root.ts';
import { newFolder } from '../new-folder.ts';
import { startReplicaProcess } from '../postgres/replica-process.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';
import { startProcess } from '../process.ts';

/**
 * A client that looks accounts up every day, stores what it sees and follows new contents by their instant, while the
 * clock jumps, goes back and the sandbox restarts. What it stored must never contradict what comes later.
 */

/** The client looks up so many accounts, on so many days after the epoch. */
const maxAccounts = Number(process.env['LIVING_ACCOUNTS'] ?? 200);
const maxDays = Number(process.env['LIVING_DAYS'] ?? 120);

const epoch = '2026-03-01';
const epochAt = Date.parse(epoch);
const world = ['--size', '100', '--pace', '0'];
const key = 'sandbox:unlimited:client';
const connections = 8;

let server: Server;
beforeAll(async () => {
  server = await createPostgres();
});
afterAll(() => server.remove());

/** A process that ends with the test. */
async function start(...args: string[]) {
  const started = await startProcess([...args, ...world]);
  let ended: Promise<unknown> | undefined;
  const end = (signal: NodeJS.Signals) => (ended ??= started.end(signal));
  onTestFinished(async () => void (await end('SIGKILL')));
  return { ...started, end };
}

interface Target {
  readonly url: string;
}

interface Subject {
  platform: Platform;
  id: string;
}

interface Item {
  contentId: string;
  publishTime: number;
  likes: number;
  views?: number;
}

interface Reply {
  status: number;
  data: Record<string, unknown>;
}

async function admin({ url }: Target, method: string, path: string, body?: object) {
  const reply = await fetch(`${url}/__admin${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(reply.status, path).toBe(200);
  return (await reply.json()) as Record<string, unknown>;
}

/** A different hour each day, because figures are those of 00:00 UTC. */
const freezeOn = (target: Target, day: number) =>
  admin(target, 'PUT', '/clock', {
    mode: 'frozen',
    at: epochAt + day * dayMs + ((Math.abs(day) * 7 + 11) % 24) * 3_600_000,
  });

async function look({ url }: Target, path: string): Promise<Reply> {
  const read = () => fetch(url + path, { headers: { 'api-key': key, apiId: key } });
  // a server may close an idle connection just as it is used again
  const reply = await read().catch(read);
  const { data = {} } = (await reply.json()) as { data?: Record<string, unknown> };
  return { status: reply.status, data };
}

const pathsOf = ({ platform, id }: Subject) => {
  const given = platform === 'tube' ? `channelId=${id}` : `uniqueId=${id}`;
  return {
    profile: `/${platform}/profile?${given}`,
    contents: `/${platform}/content-detail?${given}`,
    history: `/${platform}/performance-history?${given}&pastDayRange=14`,
  };
};

/** Accounts that are no fixtures: those that become known meanwhile, then those of the epoch, of all platforms in turn. */
async function subjectsOf(target: Target): Promise<Subject[]> {
  const atEpoch = await subjectsOn(target, 0);
  // the first call of a key keeps the epoch where it is
  expect((await look(target, '/usage')).status).toBe(200);
  const known = new Set(atEpoch.map(({ platform, id }) => `${platform} ${id}`));
  const later = (await subjectsOn(target, maxDays)).filter(
    ({ platform, id }) => !known.has(`${platform} ${id}`),
  );
  // in a world of 100 people the first is found on the 88th day
  expect(later.length > 0).toBe(maxDays >= 88);
  return [...later, ...atEpoch].slice(0, maxAccounts);
}

async function subjectsOn(target: Target, day: number): Promise<Subject[]> {
  await freezeOn(target, day);
  const fixtures = new Set(
    readFixtures(fixturesFolder).people.flatMap(({ accounts }) =>
      accounts.map((account) => `${account.platform} ${accountId(account)}`),
    ),
  );
  const lists = await Promise.all(
    (['clip', 'gram', 'tube'] as const).map(async (platform) => {
      const { creators } = await admin(target, 'GET', `/world/creators?platform=${platform}&limit=1000`);
      return (creators as Subject[]).filter(({ id }) => !fixtures.has(`${platform} ${id}`));
    }),
  );
  return Array.from({ length: 1_000 }, (_, n) => lists.flatMap((list) => list[n] ?? []))
    .flat()
    .map(({ platform, id }) => ({ platform, id }));
}

async function forEach<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const each of left) await work(each);
    }),
  );
}

/** The days of the client, most of them the next one: jumps ahead by up to a week, and back by up to 40 days. */
function* walk(): Generator<number> {
  let state = 7;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  for (let day = 0; day <= maxDays; ) {
    yield day;
    const chance = random();
    if (chance < 0.12) yield day - 1 - Math.floor(random() * 40);
    day += chance > 0.9 ? 2 + Math.floor(random() * 6) : 1;
  }
}

/** The figures and contents that the client knows, and the replies that contradict them. */
function createStore() {
  const figures = new Map<string, string>();
  const instants = new Map<string, number>();
  const views = new Map<string, Map<number, number>>();
  const newest = new Map<string, number>();
  /** Of the first look. */
  const oldest = new Map<string, number>();
  const contradictions: string[] = [];
  const note = (sentence: string) => void contradictions.push(sentence);

  return {
    contradictions,
    get counts() {
      return { figures: figures.size, contents: instants.size };
    },
    /** @param figure JSON of what is known of a date */
    figure(name: string, figure: string) {
      const known = figures.get(name) ?? figure;
      if (known !== figure) note(`${name}: ${known.slice(0, 300)}, now ${figure.slice(0, 300)}`);
      figures.set(name, known);
    },
    followersOf: (account: string, date: number) => figures.get(`${account} followers ${date}`),
    content(account: string, day: number, { contentId, publishTime, likes, views: seen = likes }: Item) {
      const name = `${account} ${contentId}`;
      const at = instants.get(name) ?? publishTime;
      if (at !== publishTime) note(`${name} was published ${at}, now ${publishTime}`);
      instants.set(name, at);
      const byDay = views.get(name) ?? new Map<number, number>();
      views.set(name, byDay.set(day, seen));
    },
    /** Views of a content by day never fall. */
    checkViews() {
      for (const [name, byDay] of views) {
        const inOrder = [...byDay].sort(([one], [other]) => one - other).map(([, seen]) => seen);
        if (inOrder.some((seen, n) => seen < (inOrder[n - 1] ?? 0))) note(`${name} lost views: ${inOrder}`);
      }
    },
    /**
     * A client that follows by instant takes what is newer than the newest that it has: nothing older may come new, but
     * what was older than its first look. The end of a page shows that when another content is deleted.
     */
    sync(account: string, items: readonly Item[]) {
      const last = newest.get(account);
      const first = oldest.get(account) ?? Math.min(...items.map(({ publishTime }) => publishTime));
      oldest.set(account, first);
      for (const { contentId, publishTime } of items) {
        const isPassed = last !== undefined && publishTime >= first && publishTime <= last;
        if (isPassed && !instants.has(`${account} ${contentId}`))
          note(`${account} ${contentId} came late: ${publishTime}, after ${last}`);
        newest.set(account, Math.max(newest.get(account) ?? 0, publishTime));
      }
    },
  };
}

const digestOf = (reply: Reply) => createHash('sha256').update(JSON.stringify(reply)).digest('base64');

test('nothing that a client stores is ever contradicted, over jumps, restarts, replicas and runs', async () => {
  const folder = newFolder();
  const ledger = newSchema(server.url);
  let sandbox = await start('--data', folder);
  const subjects = await subjectsOf(sandbox);
  const store = createStore();
  const digests = new Map<string, string>();
  let highest = Number.NEGATIVE_INFINITY;
  let visits = 0;

  for (const day of walk()) {
    if (++visits % 30 === 0) {
      await sandbox.end(visits % 60 === 0 ? 'SIGKILL' : 'SIGTERM');
      sandbox = await start('--data', folder);
    }
    await freezeOn(sandbox, day);
    const isNew = day > highest;
    highest = Math.max(highest, day);
    await forEach(subjects, (subject) => visit(sandbox, subject, day, isNew));
  }
  store.checkViews();
  expect((await admin(sandbox, 'GET', '/health'))['epoch']).toBe(epoch);
  await sandbox.end('SIGTERM');
  console.log(JSON.stringify({ accounts: subjects.length, visits, ...store.counts }));
  expect(store.contradictions.slice(0, 20)).toEqual([]);
  expect(store.counts.figures).toBeGreaterThan(subjects.length * maxDays);

  const sample = [...digests].filter(([name]) => digestOf({ status: name.length, data: {} }) < '3');
  const days = Map.groupBy(sample, ([name]) => Number(name.split(' ', 1)));
  const replicas = await Promise.all(
    [1, 2, 3].map(() => startReplicaProcess(ledger, ['--epoch', epoch, ...world])),
  );
  const other = await start('--epoch', epoch);
  for (const [day, replies] of [...days].reverse()) {
    await freezeOn(replicas[day % 2 === 0 ? 0 : 2] as Target, day);
    await freezeOn(other, day);
    await forEach(replies, async ([name, digest]) => {
      const path = name.slice(name.indexOf(' ') + 1);
      for (const target of [...replicas, other])
        expect([name, digestOf(await look(target, path))]).toEqual([name, digest]);
    });
  }

  async function visit(target: Target, subject: Subject, day: number, isNew: boolean): Promise<void> {
    const account = `${subject.platform} ${subject.id}`;
    const paths = pathsOf(subject);
    const replies = {
      profile: await look(target, paths.profile),
      contents: await look(target, paths.contents),
      history: await look(target, paths.history),
    };
    for (const name of ['profile', 'contents', 'history'] as const)
      store.figure(`${day} ${paths[name]}`, digestOf(replies[name]));
    for (const name of ['profile', 'contents', 'history'] as const)
      digests.set(`${day} ${paths[name]}`, digestOf(replies[name]));
    const { profile, contents, history } = replies;
    if (profile.status !== 200) return;
    const date = epochAt + day * dayMs;
    store.figure(`${account} followers ${date}`, JSON.stringify(followersIn(profile.data)));
    for (const { timestamp, ...row } of (history.data['histories'] ?? []) as Record<string, unknown>[]) {
      store.figure(`${account} ${timestamp}`, JSON.stringify(row));
      store.figure(`${account} followers ${timestamp}`, JSON.stringify(followersIn(row)));
    }
    const items = Object.values(contents.data).flat() as Item[];
    if (isNew) store.sync(account, items);
    for (const item of items) store.content(account, day, item);
    if (subject.platform === 'clip' && day % 10 === 0) await checkGrowth(target, subject, date);
  }

  /** The growth that the service shows is that of the figures that it showed 30 days ago. */
  async function checkGrowth(target: Target, { platform, id }: Subject, date: number): Promise<void> {
    const account = `${platform} ${id}`;
    const [now, then] = [date, date - 30 * dayMs].map((at) => store.followersOf(account, at));
    if (now === undefined || then === undefined) return;
    const { data } = await look(target, `/v2/clipBasic?clipId=${id}`);
    const { gRateFollowers } = (data['basicClip'] ?? data) as Record<string, unknown>;
    store.figure(`${account} growth ${date}`, JSON.stringify(growth(Number(now), Number(then))));
    store.figure(`${account} growth ${date}`, JSON.stringify(gRateFollowers));
  }
});

const followersIn = (record: Record<string, unknown>) =>
  record['totalFollowers'] ?? record['totalSubscribers'];
