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
    const q = range.find((part) => part.startsWith('q='))?.slice(2);
    return q === undefined ? 1 : Number(q) || 0;
  };
  const asked = weight('application/openmetrics-text');
  return asked > 0 && asked >= weight('text/plain') ? 'openmetrics' : 'prometheus';
}

/** One metric. The name of a counter has no `_total`: the format adds it. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'info';
  readonly help: string;
  /** Or their lines, each with its end, where these are kept from scrape to scrape. */
  readonly series: readonly MetricSeries[] | string;
}

export interface MetricSeries {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export function metricsPage(families: readonly MetricFamily[], format: MetricFormat): string {
  const isOpen = format === 'openmetrics';
  let page = '';
  for (const { name, type, help, series } of families) {
    const sampled = type === 'counter' ? `${name}_total` : type === 'info' ? `${name}_info` : name;
    // Prometheus names the samples, OpenMetrics the family; only the latter has infos.
    const head = isOpen ? name : sampled;
    const shownType = type === 'info' && !isOpen ? 'gauge' : type;
    page += `# HELP ${head} ${help}\n# TYPE ${head} ${shownType}\n`;
    if (typeof series === 'string') page += series;
    else
      for (const { labels, value } of series)
        page += `${sampled}${labels ? labelText(labels) : ''} ${value}\n`;
  }
  return `${page}${isOpen ? '# EOF\n' : ''}`;
}

/** The labels of a series as both formats write them. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  let shown = '';
  for (const name in labels) shown += `${shown === '' ? '' : ','}${name}="${labelValue(labels[name] ?? '')}"`;
  return `{${shown}}`;
}

/** Most need no escape, and a page has thousands. */
const labelValue = (value: string): string => (/[\\"\n]/.test(value) ? escapedLabel(value) : value);

const escapedLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
