import type { Sandbox } from '../client/sandbox-interface.ts';
import type { ClockSetting } from '../core/clock.ts';
import { formatDuration } from '../core/durations.ts';
import { databaseOf, type Settings } from '../core/settings.ts';
import { tableLines } from '../core/table.ts';
import { version } from '../system/version.ts';
import { noPaint, type Paint } from './io.ts';
import { formatSheet } from './table.ts';

/** The first lines on a terminal, of at most 80 columns: what runs, where, and a call to paste. */
export function banner(
  { url, adminUrl, exampleUrl, certificate, world }: Sandbox,
  { clock, epoch, strict, vocabulary, ...settings }: Settings,
  paint: Paint = noPaint,
): string {
  const [service = '', older = '', admin = ''] = tableLines([
    [url, 'header api-key'],
    [`${url}/v2`, 'header apiId'],
    adminUrl === null ? ['off', ''] : [`${adminUrl}/`, 'OpenAPI: openapi.json'],
  ]);
  const entries: [string, string][] = [
    ['generation 3', service],
    ['generation 2', older],
    ['dashboard', admin],
    [
      'clock',
      `${clockInWords(clock)}${epoch === undefined ? '' : `, epoch ${epoch}`}${inWords(vocabulary)}${strict ? '; strict' : ''}`,
    ],
    ['demo keys', 'demo-full  demo-standard  demo-low  demo-empty  demo-capped …'],
    ...(certificate === null
      ? []
      : ([
          ['certificate', certificate.file],
          ['SHA-256', certificate.fingerprint],
        ] as [string, string][])),
    ['try', `curl -s -H 'api-key: demo-full' \\`],
  ];
  return [
    `creator-sandbox ${version}: ${world.size} people, seed ${world.seed}; ledger ${ledgerPlace(settings)}`,
    ...formatSheet(entries, paint).map((line) => `  ${line}`),
    ...(certificate === null ? [] : [`    --cacert '${certificate.file}' \\`]),
    `    '${exampleUrl}'`,
    '',
  ].join('\n');
}

function ledgerPlace({ data, ledger }: Pick<Settings, 'data' | 'ledger'>): string {
  if (databaseOf({ ledger }) !== undefined) return 'in PostgreSQL';
  return data === undefined ? 'in memory' : `in ${data}`;
}

function clockInWords(clock: ClockSetting): string {
  if (clock.mode === 'frozen') return `frozen at ${new Date(clock.at).toISOString()}`;
  if (clock.mode === 'scaled') return `x${clock.scale}`;
  if (clock.mode === 'offset')
    return `${clock.offset < 0 ? '-' : '+'}${formatDuration(Math.abs(clock.offset))}`;
  return 'real';
}

/** Words that each request chooses are not worth one. */
const inWords = (vocabulary: Settings['vocabulary']): string =>
  vocabulary === 'auto' ? '' : `; ${vocabulary} words`;
