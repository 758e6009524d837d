import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Filter } from '../../src/core/filters.ts';
import { clipContents } from '../../src/search/clip-contents.ts';
import { epochAt } from '../../src/world/account.ts';
import { countries, hashtags, lexicon, randomNumbers, syntheticClips } from './synthetic-clips.ts';

/**
 * How long a search of a million clip contents takes inside the process, with 1 to 10 filters, a sort and
 * `totalResults`, and what the indexes take in memory. Ends with 1 when a target is missed. About a minute;
 * another number of contents may be given.
 */
const size = Number(process.argv[2] ?? 1_000_000);
const random = randomNumbers(3);
const { unit, below, longTail, pick, pickEarly } = random;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const memoryMb = async (): Promise<number> => {
  for (let round = 0; round < 4; round++) collect();
  // buffers are given back a little later
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const number = (name: string, op: '>' | '=' | '<', value: number): Filter => ({
  name,
  type: 'number',
  op,
  value,
});
const string = (name: string, anyOf: string[], contains = false): Filter => ({
  name,
  type: 'string',
  anyOf,
  contains,
});
const some = <T>(most: number, each: () => T): T[] => Array.from({ length: 1 + below(most) }, each);
const word = (): string => pickEarly(lexicon);

const plain: (() => Filter)[] = [
  () => number('plays', unit() < 0.7 ? '>' : '<', longTail(4000)),
  () => number('likes', unit() < 0.7 ? '>' : '<', longTail(400)),
  () => number('comments', '>', below(50)),
  () => number('shares', '<', below(100)),
  () => number('engagement', '>', unit() * 0.2),
  () => number('lengthSec', pick(['>', '<', '=']), below(120)),
  () => number('publishTime', pick(['>', '<', '=']), below(100)),
  () => number('performanceLikes', '>', unit() * 2),
  () => number('performanceEngagement', '<', unit() * 4),
  () => number('totalFollowers', '>', below(20_000)),
  () =>
    string(
      'country',
      some(8, () => pick(countries)),
    ),
  () =>
    string(
      'audienceLocation',
      some(8, () => pick(countries)),
    ),
  () =>
    string(
      'hashtag',
      some(3, () => pickEarly(hashtags)),
    ),
];
const texts: (() => Filter)[] = [
  () => string('description', [word()]),
  () => string('description', [`${word()} ${word().slice(0, 2)}`]),
  () => string('description', [word().slice(0, 2)]),
  () => string('description', some(100, word)),
  () => string('creatorDisplayName', [word()], true),
];
const sorts = [
  ...['publishTime', 'plays', 'likes', 'comments', 'shares', 'engagement', 'lengthSec'],
  ...['performanceLikes', 'performanceEngagement', 'totalFollowers', undefined],
];
const plainly = (count: number): Filter[] => Array.from({ length: count }, () => pick(plain)());

const before = await memoryMb();
const startedAt = performance.now();
const table = clipContents(syntheticClips(size));
const builtMs = performance.now() - startedAt;
const memory = (await memoryMb()) - before;

console.log(`contents                          ${size}`);
console.log(`built in                          ${(builtMs / 1000).toFixed(1)} s`);
console.log(`columns                           ${(table.bytes / 1e6).toFixed(1)} MB`);
report('memory', [['in use', memory, 100]], 'MB');
measure('number, boolean, code filters', plainly, { p50: 25, p99: 100 });
measure('the same, nothing filtered out', (count) => Array(count).fill(number('plays', '>', -1)), {});
measure('a text filter and others', (count) => [pick(texts)(), ...plainly(count - 1)], { p99: 300 });
measure('a text filter alone', () => [pick(texts)()], { p99: 300 });

function measure(
  title: string,
  filtersOf: (count: number) => Filter[],
  targets: { p50?: number; p99?: number },
  runs = 500,
): void {
  const times: number[] = [];
  let results = 0;
  for (let run = -30; run < runs; run++) {
    const search = {
      filters: filtersOf(1 + (Math.abs(run) % 10)),
      sortBy: pick(sorts),
      desc: pick([true, false, undefined]),
      // deep pages too
      offset: unit() < 0.9 ? 50 * below(4) : below(size),
      pageSize: 50,
    };
    const askedAt = performance.now();
    const { totalResults } = table.find(search, { now: epochAt + 1, shiftMs: 0 });
    if (run < 0) continue;
    times.push(performance.now() - askedAt);
    results += totalResults;
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (runs - 1))] ?? 0;
  report(
    title,
    [
      ['p50', at(0.5), targets.p50],
      ['p99', at(0.99), targets.p99],
      ['most', at(1)],
    ],
    `ms, ${Math.round(results / runs)} results on average`,
  );
}

function report(
  title: string,
  figures: [name: string, value: number, below?: number | undefined][],
  unit: string,
): void {
  const shown = figures.map(([name, value, most]) => {
    if (most !== undefined && value >= most) process.exitCode = 1;
    return `${name} ${value.toFixed(1)}${most === undefined ? '' : value < most ? ` < ${most}` : ` MISSES ${most}`}`;
  });
  console.log(`${title.padEnd(34)}${shown.join(', ')} ${unit}`);
}
