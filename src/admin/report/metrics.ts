import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { cpuUsage, memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { compareTexts } from '../../core/order.ts';
import {
  createPageBytes,
  formatFor,
  type MetricFamily,
  type MetricSeries,
  metricsPage,
  metricTypes,
} from '../../metrics/exposition.ts';
import { requestFamilies } from '../../metrics/request-families.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';

type MetricDeps = Pick<Deps, 'metrics' | 'tally' | 'journal' | 'ledger' | 'version' | 'settings'>;

/** Shows the counts of this process to monitoring systems. */
export function addMetricsRoute(app: Scope, deps: MetricDeps): void {
  const loop = watchLoop();
  const bytes = createPageBytes();
  app.addHook('onClose', async () => loop.stop());
  app.get(
    '/metrics',
    {
      schema: {
        summary:
          'Counts of this sandbox for monitoring, in the text format of Prometheus, or as OpenMetrics where `Accept` names it. A reset lowers no counter.',
        response: {
          200: {
            description: 'One line for each series; no label is a key, a path or an identifier.',
            content: Object.fromEntries(
              Object.values(metricTypes).map((type) => [type, { schema: Type.String() }]),
            ),
          },
        },
      },
    },
    async ({ headers }, reply) => {
      const format = formatFor(headers.accept);
      const { page, done } = bytes.join(metricsPage(familiesOf(deps, loop), format));
      reply.raw.once('close', done);
      return reply.type(metricTypes[format]).send(page as never);
    },
  );
}

/** The delay of the event loop, watched from the first scrape on: the watch wakes the process 50 times a second. */
interface LoopWatch {
  /** By quantile, in seconds; empty at the first scrape. */
  delays(): [quantile: string, seconds: number][];
  stop(): void;
}

const resolutionMs = 20;

function watchLoop(): LoopWatch {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  // The histogram counts the pause of the watch itself, too.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
  return {
    delays() {
      if (!histogram) {
        histogram = monitorEventLoopDelay({ resolution: resolutionMs });
        histogram.enable();
      }
      const watched = histogram;
      const at = (quantile: number) => seconds(watched.percentile(100 * quantile));
      return watched.count === 0 ? [] : [0.5, 0.9, 0.99, 1].map((each) => [String(each), at(each)]);
    },
    stop: () => histogram?.disable(),
  };
}

function familiesOf(deps: MetricDeps, loop: LoopWatch): MetricFamily[] {
  const { counts } = deps.metrics;
  return [
    aboutFamily(deps),
    ...requestFamilies(counts),
    ...creditFamilies(deps),
    gauge('creator_sandbox_streams_open', 'Streams that are open.', counts.openStreams),
    counter(
      'creator_sandbox_streams_failed',
      'Streams that failed after their first piece, by operation.',
      byOperation(counts.failedStreams),
    ),
    ...ledgerFamilies(deps),
    gauge(
      'creator_sandbox_journal_entries',
      'Requests in the journal of this sandbox.',
      deps.journal.count(),
    ),
    ...processFamilies(loop),
  ];
}

const aboutFamily = ({ version, settings }: MetricDeps): MetricFamily => ({
  name: 'creator_sandbox_build',
  type: 'info',
  help: 'The version, and the words of the service.',
  series: [{ labels: { version, vocabulary: settings.vocabulary }, value: 1 }],
});

function creditFamilies({ metrics: { counts }, tally }: MetricDeps): MetricFamily[] {
  const wasted = [...tally.wasted()];
  return [
    counter(
      'creator_sandbox_credits_charged',
      'Credits charged for calls of this process, by operation.',
      byOperation(counts.charged, toCredits),
    ),
    counter(
      'creator_sandbox_credits_wasted',
      'Credits that were paid for nothing, by the rule of the report. Pages of a search count once it is over.',
      wasted.map(([rule, credits]) => ({ labels: { rule }, value: toCredits(credits) })),
    ),
    gauge('creator_sandbox_credits_held', 'Credits that open streams reserve.', toCredits(counts.held)),
  ];
}

function ledgerFamilies({ ledger: { counts } }: MetricDeps): MetricFamily[] {
  return [
    counter('creator_sandbox_ledger_calls', 'Jobs of the ledger: calls, and changes by the admin surface.', [
      { value: counts.jobs },
    ]),
    counter('creator_sandbox_ledger_batches', 'Batches of jobs: those of one turn of the event loop.', [
      { value: counts.batches },
    ]),
    counter('creator_sandbox_ledger_commits', 'Batches that changed something and were committed.', [
      { value: counts.commits },
    ]),
    counter(
      'creator_sandbox_ledger_commit_failures',
      'Batches that could not be committed and were undone.',
      [{ value: counts.failures }],
    ),
  ];
}

/** Under the names that other programs of Node use. */
function processFamilies(loop: LoopWatch): MetricFamily[] {
  const { user, system } = cpuUsage();
  const { active, idle } = performance.eventLoopUtilization();
  const heap = getHeapStatistics();
  return [
    counter('process_cpu_seconds', 'CPU time of the sandbox.', [{ value: (user + system) / 1e6 }]),
    gauge('process_start_time_seconds', 'Start of the sandbox, since 1970.', performance.timeOrigin / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the sandbox.', memoryUsage.rss()),
    gauge('nodejs_heap_size_used_bytes', 'Used heap of JavaScript.', heap.used_heap_size),
    gauge('nodejs_heap_size_total_bytes', 'Heap of JavaScript.', heap.total_heap_size),
    counter('nodejs_eventloop_active_seconds', 'Time in which the event loop worked.', [
      { value: active / 1000 },
    ]),
    counter('nodejs_eventloop_idle_seconds', 'Time in which the event loop waited.', [
      { value: idle / 1000 },
    ]),
    {
      name: 'creator_sandbox_event_loop_delay_seconds',
      type: 'summary',
      help: 'How late the event loop came to a timer, since the first scrape.',
      series: loop.delays().map(([quantile, value]) => ({ labels: { quantile }, value })),
    },
  ];
}

const counter = (name: string, help: string, series: readonly MetricSeries[]): MetricFamily => ({
  name,
  type: 'counter',
  help,
  series,
});

const gauge = (name: string, help: string, value: number): MetricFamily => ({
  name,
  type: 'gauge',
  help,
  series: [{ value }],
});

const byOperation = (
  counts: ReadonlyMap<string, number>,
  shown: (count: number) => number = (count) => count,
): MetricSeries[] =>
  [...counts]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([operation, count]) => ({ labels: { operation }, value: shown(count) }));
