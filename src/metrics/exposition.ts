import { Buffer } from 'node:buffer';

/** The text formats in which monitoring systems read counts. */

export type MetricFormat = 'prometheus' | 'openmetrics';

export const metricTypes: Readonly<Record<MetricFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** The format that an `Accept` header asks for: OpenMetrics where it is named and not refused. */
export function formatFor(accept: string | undefined): MetricFormat {
  const ranges = (accept ?? '').split(',').map((range) => range.split(';').map((part) => part.trim()));
  const weight = (type: string): number => {
    const range = ranges.find(([name]) => name?.toLowerCase() === type);
    if (!range) return 0;
    return Number(range.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  };
  const asked = weight('application/openmetrics-text');
  return asked > 0 && asked >= weight('text/plain') ? 'openmetrics' : 'prometheus';
}

/** One metric. The name of a counter has no `_total`: the format adds it. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'info';
  readonly help: string;
  /** Or their lines, each with its end, as bytes that are kept from scrape to scrape. */
  readonly series: readonly MetricSeries[] | readonly Buffer[];
}

export interface MetricSeries {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The parts of a page, in their order. */
export function metricsPage(families: readonly MetricFamily[], format: MetricFormat): (string | Buffer)[] {
  const isOpen = format === 'openmetrics';
  const parts: (string | Buffer)[] = [];
  for (const { name, type, help, series } of families) {
    const sampled = type === 'counter' ? `${name}_total` : type === 'info' ? `${name}_info` : name;
    // Prometheus names the samples, OpenMetrics the family; only the latter has infos.
    const head = isOpen ? name : sampled;
    const writtenType = type === 'info' && !isOpen ? 'gauge' : type;
    parts.push(`# HELP ${head} ${help}\n# TYPE ${head} ${writtenType}\n`);
    for (const each of series)
      parts.push(
        Buffer.isBuffer(each)
          ? each
          : `${sampled}${each.labels ? labelText(each.labels) : ''} ${each.value}\n`,
      );
  }
  if (isOpen) parts.push('# EOF\n');
  return parts;
}

/** Puts pages together in bytes that it keeps: a page of 300 KB that is new each time costs garbage collections. */
export interface PageBytes {
  /** The page is as it is until `done` was called; one that is asked for meanwhile gets bytes of its own. */
  join(parts: readonly (string | Buffer)[]): { page: Buffer; done(): void };
}

export function createPageBytes(): PageBytes {
  let cached: Buffer | undefined;
  return {
    join(parts) {
      const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      const bytes = cached && cached.length >= size ? cached : Buffer.allocUnsafeSlow(size + size / 8);
      cached = undefined;
      let end = 0;
      for (const part of parts)
        end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
      return {
        page: bytes.subarray(0, end),
        done: () => {
          cached = bytes;
        },
      };
    },
  };
}

/** The labels of a series as both formats write them. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  let shown = '';
  for (const name in labels)
    shown += `${shown === '' ? '' : ','}${name}="${labelValue(labels[name] as string)}"`;
  return `{${shown}}`;
}

/** Most need no escape, and a page has thousands. */
const labelValue = (value: string): string => (/[\\"\n]/.test(value) ? escapedLabel(value) : value);

const escapedLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
