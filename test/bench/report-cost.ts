/**
 * Measures what the counting of the report costs: processor time per request with it against without it, in pairs that
 * take turns. Prints one line per case; ends with 1 where the median ratio is over the limit. `npm run bench:report`
 */
import { casesOf, clipIds, requestsOf } from './cases.ts';
import { load } from './load.ts';
import {
  medianOf,
  portOf,
  root,
  type Server,
  spread,
  startServer,
  stopServer,
  urlOf,
  usageOf,
} from './servers.ts';

const pairs = Number(process.argv[2] ?? 20);
const limit = 1.03;
/** Long turns, so that a busy machine disturbs both of a pair alike. */
const share = 4;

const server = (counting: 'on' | 'off') => startServer([`${root}test/bench/report-server.ts`, counting]);
const [on, off] = [await server('on'), await server('off')];
const cases = casesOf(await clipIds(urlOf(off))).filter(({ name }) =>
  ['hot', 'many', 'search'].includes(name),
);

let isOver = false;
for (const each of cases) {
  const requests = requestsOf(each);
  const cpuOf = async ({ child, ...rest }: Server) => {
    const before = (await usageOf(child)).cpuMicroseconds;
    await load(portOf({ child, ...rest }), requests, each.count * share);
    return ((await usageOf(child)).cpuMicroseconds - before) / (each.count * share);
  };
  for (const warm of [on, off, on, off]) await cpuOf(warm);
  const figures: { on: number; off: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // The one that begins takes turns too.
    const first = pair % 2 === 0 ? on : off;
    const cpu = new Map([[first, await cpuOf(first)]]);
    const second = first === on ? off : on;
    cpu.set(second, await cpuOf(second));
    figures.push({ on: cpu.get(on) ?? 0, off: cpu.get(off) ?? 0 });
  }
  const ratios = figures.map((pair) => pair.on / pair.off);
  console.log(
    `${each.title}: ${spread(ratios, 3)}, with ${spread(
      figures.map((pair) => pair.on),
      1,
    )} µs, without ${spread(
      figures.map((pair) => pair.off),
      1,
    )} µs`,
  );
  if (medianOf(ratios) > limit) isOver = true;
}
for (const { child } of [on, off]) await stopServer(child);
if (isOver) process.exitCode = 1;
