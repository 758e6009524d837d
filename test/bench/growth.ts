import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Case, clipIds, requestFor, requestsOf } from './cases.ts';
import { growthPicture } from './growth-picture.ts';
import { load, startMs } from './load.ts';
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
 * How the cost grows with the world. Makes the worlds that the cache does not have (100,000 people take minutes and
 * 3.3 GB), then measures all sizes in turn, round by round. Prints and writes JSON, and draws it.
 *
 *     npm run bench:growth                          1,000, 10,000 and 100,000 people
 *     npm run bench:growth -- --sizes 1000,10000    fewer
 *     npm run bench:growth -- --record              the same, and the picture goes into docs/
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
  /** Microseconds of processor time: a look-up, a sorted page with a filter, a search of texts. */
  lookUp: number;
  page: number;
  text: number;
  /** Milliseconds of the first search. */
  firstSearch: number;
}

const searchOf = (path: string, body: object, count: number): Case => ({
  name: path,
  title: path,
  method: 'POST',
  paths: [path],
  body: { pageSize: 20, offset: 0, ...body },
  count,
});
const followers = { filterName: 'totalFollowers', op: '>', value: 100 };
const page = searchOf('/clip/search', { filters: [followers], sortBy: 'totalFollowers', desc: true }, 100);
const text = searchOf(
  '/clip/content-search',
  { filters: [{ filterName: 'description', op: '=', value: 'new' }] },
  20,
);

const grown: Grown[] = [];
const running = [];
for (const people of flags.sizes.split(',').map(Number)) {
  execFileSync(process.execPath, [main, 'world', 'build', '--size', String(people)], { stdio: 'inherit' });
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
  running.push({ people, starts, server, resident, firstSearch, cases: { lookUp, page, text } });
}

const costs = new Map(running.map(({ people }) => [people, { lookUp: [], page: [], text: [] } as Costs]));
// Case by case: a search of texts leaves garbage, whose collection is no part of the cost of a look-up.
for (const name of ['lookUp', 'page', 'text'] as const)
  for (let round = -1; round < rounds; round++)
    for (const { people, server, cases } of running) {
      const cost = await costOf(server, cases[name]);
      if (round >= 0) costs.get(people)?.[name].push(cost);
    }
for (const { people, starts, server, resident, firstSearch } of running) {
  await stopServer(server.child);
  const { lookUp = [], page = [], text = [] } = costs.get(people) ?? {};
  grown.push({
    people,
    start: Math.round(medianOf(starts)),
    resident: Math.round(resident),
    lookUp: Math.round(medianOf(lookUp)),
    page: Math.round(medianOf(page)),
    text: Math.round(medianOf(text)),
    firstSearch: Math.round(firstSearch),
  });
}
console.table(grown);
mkdirSync(`${root}.cache`, { recursive: true });
writeFileSync(`${root}.cache/growth.json`, `${JSON.stringify(grown, null, 2)}\n`);
writeFileSync(`${root}${flags.record ? 'docs' : '.cache'}/growth.svg`, growthPicture(grown));

type Costs = Record<'lookUp' | 'page' | 'text', number[]>;

async function costOf({ child, line }: Server, each: Case): Promise<number> {
  const before = (await usageOf(child)).cpuMicroseconds;
  await load(portOf({ child, line }), requestsOf(each), each.count);
  return ((await usageOf(child)).cpuMicroseconds - before) / each.count;
}
