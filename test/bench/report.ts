import { readFileSync, writeFileSync } from 'node:fs';
import type { ByServer, CaseResult, Results, ServerName } from './bench.ts';
import { usualConnections } from './cases.ts';
import { medianOf, spread } from './servers.ts';

/** One line of the table: figures that are better when they are larger, 1 where nothing is lost to a bare Fastify. */
interface Row {
  title: string;
  cells: string[];
  ratios: Ratio[];
}

interface Ratio {
  connections: number;
  median: number;
  /** That of the sandbox's best round. */
  best: number;
}

const serverTitles: Partial<Record<ServerName, string>> = {
  disk: ', ledger on disk',
  node: ', `node:http` alone',
};

/** Markdown, for the terminal and for test/bench/recorded.md. */
export function tableOf(results: Results): string {
  const { start, resident } = results;
  const counts = usualConnections.map((count) => count.toLocaleString('en')).join(' | ');
  return [
    `${results.compiled ? 'Compiled' : 'From the sources'}, ${results.machine}, ${results.rounds} rounds: medians (least to most), at 32 connections where no number is named.`,
    '',
    `| | bytes | µs of a bare Fastify | µs of the sandbox | of bare, by connections: ${counts} | p99 of bare’s |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...rowsOf(results).map(({ title, cells, ratios }) =>
      lineOf(title, cells.slice(0, 3), ratios, cells.slice(3)),
    ),
    '',
    `| cost of a plain search of the same road ÷ cost of this one | ${counts} |`,
    '|---|---|---|---|---|',
    ...besideRowsOf(results).map(({ title, ratios }) => lineOf(title, [], ratios, [])),
    '',
    '| | bare Fastify | sandbox |',
    '|---|---|---|',
    `| start to first reply, ms | ${spread(start.fastify)} | ${spread(start.sandbox)} |`,
    `| resident after the start, MiB | ${resident.fastifyIdle.toFixed(0)} | ${resident.idle.toFixed(0)} |`,
    `| resident after the run, MiB | ${resident.fastifyLoaded.toFixed(0)} | ${resident.loaded.toFixed(0)} |`,
  ].join('\n');
}

function lineOf(title: string, before: string[], ratios: readonly Ratio[], after: string[]): string {
  const cells = usualConnections.map((count) => {
    const ratio = ratios.find(({ connections }) => connections === count);
    return ratio ? ratio.median.toFixed(2) : '';
  });
  return `| ${[title, ...before, ...cells, ...after].join(' | ')} |`;
}

const rowsOf = ({ cases }: Pick<Results, 'cases'>): Row[] =>
  Object.values(cases).flatMap((each) =>
    (['memory', 'disk', 'node'] as const).flatMap((name) => rowOf(each, name) ?? []),
  );

function rowOf({ title, bytes, at }: CaseResult, name: ServerName): Row | undefined {
  const { fastify: bare, [name]: measured } = at[32] ?? at[1] ?? {};
  if (!bare || !measured) return undefined;
  return {
    title: `${title}${serverTitles[name] ?? ''}`,
    cells: [
      bytes.toLocaleString('en'),
      spread(bare.cpu, 1),
      spread(measured.cpu, 1),
      `${(medianOf(measured.p99Ms) / medianOf(bare.p99Ms)).toFixed(1)} ×`,
    ],
    ratios: ratiosOf(
      at,
      (servers) => servers.fastify?.cpu,
      (servers) => servers[name]?.cpu,
    ),
  };
}

/** Searches of texts beside the plain search of their road. */
const besideRowsOf = ({ cases }: Pick<Results, 'cases'>): Pick<Row, 'title' | 'ratios'>[] =>
  Object.values(cases).flatMap(({ title, beside, at }) => {
    const plain = cases[beside ?? '']?.at;
    if (!plain) return [];
    const ratios = Object.entries(at).map(([count, { memory }]) => ({
      connections: Number(count),
      ...ratioOf(plain[Number(count)]?.memory?.cpu ?? [], memory?.cpu ?? []),
    }));
    return [{ title: `${title}, beside a plain one`, ratios }];
  });

const ratiosOf = (
  at: CaseResult['at'],
  bareOf: (servers: ByServer) => number[] | undefined,
  measuredOf: (servers: ByServer) => number[] | undefined,
): Ratio[] =>
  Object.entries(at).map(([count, servers]) => ({
    connections: Number(count),
    ...ratioOf(bareOf(servers) ?? [], measuredOf(servers) ?? []),
  }));

const ratioOf = (bare: readonly number[], measured: readonly number[]) => ({
  median: medianOf(bare) / medianOf(measured),
  best: medianOf(bare) / Math.min(...measured),
});

/** Replaces the figures of the page. */
export function recordIn(file: string, results: Results): void {
  const [from, to] = ['<!-- figures -->', '<!-- end of figures -->'] as const;
  const page = readFileSync(file, 'utf8');
  const [before = ''] = page.split(from);
  const after = page.split(to)[1] ?? '';
  writeFileSync(file, `${before}${from}\n\n${tableOf(results)}\n\n${to}${after}`);
}

/**
 * One sentence for each row whose ratios are under half of those on the page, in the mean of all connections. The best
 * round counts: noise makes rounds slower, a gross loss makes all of them slow.
 */
export function lossesIn(results: Pick<Results, 'cases' | 'start'>, page: string): string[] {
  const recorded = recordedRatios(page);
  const recordedStart = /^\| start to first reply, ms \| (\d+)[^|]*\| (\d+)/m.exec(page);
  const rows = [...rowsOf(results), ...besideRowsOf(results)].map(({ title, ratios }) => {
    const known = recorded.get(title) ?? new Map<number, number>();
    const both = ratios.filter(({ connections }) => known.has(connections));
    return {
      title,
      ratio: meanOf(both.map(({ best }) => best)),
      before: meanOf(both.map(({ connections }) => known.get(connections) as number)),
    };
  });
  if (recordedStart && results.start.sandbox.length > 0)
    rows.push({
      title: 'start to first reply',
      ratio: medianOf(results.start.fastify) / Math.min(...results.start.sandbox),
      before: Number(recordedStart[1]) / Number(recordedStart[2]),
    });
  return rows
    .filter(({ ratio, before }) => ratio < before / 2)
    .map(({ title, ratio, before }) => `${title}: ${ratio.toFixed(2)}, recorded ${before.toFixed(2)}.`);
}

/** The geometric mean, which suits ratios; NaN of none. */
const meanOf = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

/** The ratios of the page by title and number of connections. */
function recordedRatios(page: string): Map<string, Map<number, number>> {
  const rows = page.matchAll(/^\| (.+?) \|(?:(?:[^|\n]*\|){3})?((?: (?:\d+\.\d\d)? ?\|){4})/gm);
  return new Map(
    [...rows].map(([, title = '', cells = '']) => [
      title,
      new Map(
        cells
          .split('|')
          .slice(0, 4)
          .map((cell, at): [number, number] => [usualConnections[at] as number, Number.parseFloat(cell)])
          .filter(([, ratio]) => !Number.isNaN(ratio)),
      ),
    ]),
  );
}
