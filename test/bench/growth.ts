import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Case,
  casesOf,
  clipIds,
  pagesInAnyCase,
  requestFor,
  requestsOf,
  wordsOfTitles,
} from './cases.ts';
import { growthPicture } from './growth-picture.ts';
import { load, startMs } from './load.ts';
import { recordGrowth } from './report.ts';
import {
  main,
  medianOf,
  portOf,
  root,
  type Server,
  startServer,
  stopServer,
  urlOf,
  usageOf,
} from './servers.ts';

/**
 * How the cost grows with the world. Makes the worlds in a temporary folder (100,000 people take minutes and 4.7 GB),
 * then measures all sizes in turn, round by round. Prints and writes JSON, and draws it. Linux only.
 *
 *     npm run bench:growth                          1,000, 10,000 and 100,000 people
 *     npm run bench:growth -- --sizes 1000,10000    fewer
 *     npm run bench:growth -- --record              the same, and the picture and a table go into docs/
 */
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '5' },
    record: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);

/** Medians of one size. */
export interface Grown {
  people: number;
  /** Milliseconds from the start of the process to the first reply. */
  start: number;
  /** MiB after the start. */
  resident: number;
  /**
   * Microseconds of processor time: a look-up, a page of creators, a search of texts, of a part of a name, of a word in a
   * title.
   */
  lookUp: number;
  page: number;
  text: number;
  names: number;
  titles: number;
  /** To make the world: seconds of processor time, and the most memory in MiB. */
  making: number;
  makingMiB: number;
  /** Milliseconds of the first search. */
  firstSearch: number;
}

/** Searches of which no two are one, because pages that were asked before are cached. */
const [page, names, titles] = ['searchNew', 'namesNew', 'titlesNew'].map((name) => ({
  ...(casesOf([]).find((each) => each.name === name) as Case),
  count: 200,
})) as [Case, Case, Case];
const text: Case = {
  name: 'text',
  title: 'a word in a description',
  method: 'POST',
  paths: ['/clip/content-search'],
  bodies: pagesInAnyCase(wordsOfTitles, (value) => ({ filterName: 'description', op: '=', value })),
  count: 100,
};

const cache = mkdtempSync(join(tmpdir(), 'creator-sandbox-growth-'));
process.env['XDG_CACHE_HOME'] = cache;
process.once('exit', () => rmSync(cache, { recursive: true }));
const grown: Grown[] = [];
const running = [];
for (const people of flags.sizes.split(',').map(Number)) {
  const made = await makeWorld(people);
  const args = [main, 'start', '--port', '0', '--size', String(people)];
  const starts: number[] = [];
  for (let round = 0; round < rounds; round++)
    starts.push(await startMs(args, requestFor('/clip/profile?uniqueId=sample.creator')));
  const server = await startServer(args);
  const resident = (await usageOf(server.child)).residentMiB;
  const startedAt = performance.now();
  await load(portOf(server), requestsOf(page), 1);
  const firstSearch = performance.now() - startedAt;
  const ids = await clipIds(urlOf(server), 900);
  const lookUp: Case = {
    name: 'lookUp',
    title: 'a look-up',
    method: 'GET',
    paths: ids.map((id) => `/clip/profile?uniqueId=${id}`),
    count: 3000,
  };
  const cases = { lookUp, page, text, names, titles };
  running.push({ people, made, starts, server, resident, firstSearch, cases });
}

const measuredCases = ['lookUp', 'page', 'text', 'names', 'titles'] as const;
const noCosts = (): Costs => ({ lookUp: [], page: [], text: [], names: [], titles: [] });
const costs = new Map(running.map(({ people }) => [people, noCosts()]));
// Case by case: a search of texts leaves garbage, whose collection is no part of the cost of a look-up.
for (const name of measuredCases)
  for (let round = -1; round < rounds; round++)
    for (const { people, server, cases } of running) {
      const cost = await costOf(server, cases[name], round + 1);
      if (round >= 0) costs.get(people)?.[name].push(cost);
    }
for (const { people, made, starts, server, resident, firstSearch } of running) {
  await stopServer(server.child);
  const { lookUp, page, text, names, titles } = costs.get(people) ?? noCosts();
  grown.push({
    people,
    start: Math.round(medianOf(starts)),
    resident: Math.round(resident),
    lookUp: Math.round(medianOf(lookUp)),
    page: Math.round(medianOf(page)),
    text: Math.round(medianOf(text)),
    names: Math.round(medianOf(names)),
    titles: Math.round(medianOf(titles)),
    making: made.seconds,
    makingMiB: made.mebibytes,
    firstSearch: Math.round(firstSearch),
  });
}
console.table(grown);
mkdirSync(`${root}.cache`, { recursive: true });
writeFileSync(`${root}.cache/growth.json`, `${JSON.stringify(grown, null, 2)}\n`);
writeFileSync(`${root}${flags.record ? 'docs' : '.cache'}/growth.svg`, growthPicture(grown));

if (flags.record) recordGrowth(`${root}docs/performance.md`, grown);

/** The cost of a new world, of all threads that make it. */
async function makeWorld(people: number): Promise<{ seconds: number; mebibytes: number }> {
  const args = [main, 'world', 'build', '--size', String(people)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const made = { seconds: 0, mebibytes: 0 };
  const look = setInterval(() => {
    // user and system time in hundredths of a second, of threads that ended too
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const most = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    if (most === undefined) return;
    made.seconds = Math.round((Number(fields[11]) + Number(fields[12])) / 10) / 10;
    made.mebibytes = Math.round(Number(most) / 1024);
  }, 50);
  const [code] = await ended;
  clearInterval(look);
  if (code !== 0) throw new Error(`the world of ${people} people was not made`);
  return made;
}

type Costs = Record<'lookUp' | 'page' | 'text' | 'names' | 'titles', number[]>;

/** Each round asks other requests, as long as there are others. */
async function costOf({ child, line }: Server, each: Case, round: number): Promise<number> {
  const all = requestsOf(each);
  const from = (round * each.count) % all.length;
  const requests = [...all.slice(from), ...all.slice(0, from)];
  const before = (await usageOf(child)).cpuMicroseconds;
  await load(portOf({ child, line }), requests, each.count);
  return ((await usageOf(child)).cpuMicroseconds - before) / each.count;
}
