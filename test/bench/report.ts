import { readFileSync, writeFileSync } from 'node:fs';
import type { CaseResult, Results, ServerName } from './bench.ts';
import { medianOf, spread } from './servers.ts';

/** One line of the table: a figure that is better when it is larger, 1 where nothing is lost to a bare Fastify. */
interface Row {
  title: string;
  bytes: string;
  bare: string;
  sandbox: string;
  ratio: number;
  /** The ratio of the sandbox's best round. */
  best: number;
  rest: string;
}

const serverTitles: Partial<Record<ServerName, string>> = {
  disk: ', ledger on disk',
  node: ', `node:http` alone',
};

/** Markdown, for the terminal and for docs/performance.md. */
export function tableOf(results: Results): string {
  const { start, resident } = results;
  const rows = rowsOf(results).map(
    ({ title, bytes, bare, sandbox, ratio, rest }) =>
      `| ${title} | ${bytes} | ${bare} | ${sandbox} | ${ratio.toFixed(2)} | ${rest} |`,
  );
  return [
    `${results.compiled ? 'Compiled' : 'From the sources'}, Node ${results.node}, ${results.cpus}, ${results.rounds} rounds: median (least to most).`,
    '',
    '| | bytes | µs of a bare Fastify | µs of the sandbox | of bare | requests/s, p99 of bare’s |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '| | bare Fastify | sandbox |',
    '|---|---|---|',
    `| start to first reply, ms | ${spread(start.fastify)} | ${spread(start.sandbox)} |`,
    `| resident after the start, MiB | ${resident.fastifyIdle.toFixed(0)} | ${resident.idle.toFixed(0)} |`,
    `| resident after the run, MiB | ${resident.fastifyLoaded.toFixed(0)} | ${resident.loaded.toFixed(0)} |`,
  ].join('\n');
}

const rowsOf = ({ cases }: Results): Row[] =>
  Object.values(cases).flatMap((each) =>
    (['memory', 'disk', 'node'] as const).flatMap((name) => rowOf(each, name) ?? []),
  );

function rowOf({ title, bytes, servers }: CaseResult, name: ServerName): Row | undefined {
  const [bare, measured] = [servers.fastify, servers[name]];
  if (!bare || !measured) return undefined;
  return {
    title: `${title}${serverTitles[name] ?? ''}`,
    bytes: bytes.toLocaleString('en'),
    bare: spread(bare.cpu, 1),
    sandbox: spread(measured.cpu, 1),
    ratio: medianOf(bare.cpu) / medianOf(measured.cpu),
    best: medianOf(bare.cpu) / Math.min(...measured.cpu),
    rest: `${spread(measured.perSecond)}, ${(medianOf(measured.p99Ms) / medianOf(bare.p99Ms)).toFixed(1)} ×`,
  };
}

const marks = ['<!-- figures -->', '<!-- end of figures -->'] as const;

/** Replaces the figures of the page. */
export function recordIn(file: string, results: Results): void {
  const page = readFileSync(file, 'utf8');
  const [before = ''] = page.split(marks[0]);
  const after = page.split(marks[1])[1] ?? '';
  writeFileSync(file, `${before}${marks[0]}\n\n${tableOf(results)}\n\n${marks[1]}${after}`);
}

/**
 * One sentence for each ratio that is under half of the one on the page. The best round counts: noise makes rounds
 * slower, a gross loss makes all of them slow.
 */
export function lossesIn(results: Results, page: string): string[] {
  const recorded = new Map(
    [...page.matchAll(/^\| (.+?) \|(?:[^|\n]*\|){3} (\d+\.\d+) \|/gm)].map(([, title, ratio]) => [
      title,
      Number(ratio),
    ]),
  );
  const recordedStart = /^\| start to first reply, ms \| (\d+)[^|]*\| (\d+)/m.exec(page);
  const startRatio = medianOf(results.start.fastify) / Math.min(...results.start.sandbox);
  const ratios = [
    ...rowsOf(results).map(({ title, best }) => ({ title, ratio: best, before: recorded.get(title) })),
    {
      title: 'start to first reply',
      ratio: startRatio,
      before: recordedStart ? Number(recordedStart[1]) / Number(recordedStart[2]) : undefined,
    },
  ];
  return ratios.flatMap(({ title, ratio, before }) =>
    before !== undefined && ratio < before / 2
      ? [`${title}: ${ratio.toFixed(2)} of a bare Fastify, recorded ${before.toFixed(2)}.`]
      : [],
  );
}
