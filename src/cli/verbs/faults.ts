import type { FaultRule, FaultView } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { type Column, formatValue, printTable } from '../table.ts';
import { faultFlags, ruleOf } from './fault-flags.ts';
import { type AdminVerb, type Display, deleteCall, getCall, postCall, verb } from './verb.ts';

const rulePath = (id = ''): string => `/faults/${encodeURIComponent(id)}`;

export const faultVerbs: readonly AdminVerb[] = [
  verb('faults', 'List the fault rules.', {
    call: () => getCall('/faults'),
    show: ({ faults }: { faults: readonly FaultView[] }, display) => ruleTable(faults, display),
  }),
  verb(
    'faults add',
    'Add a fault rule: --operation clip/profile --status 503 --times 1, or {"match":{"operation":"clip/profile"},"respond":{"status":503},"times":1}.',
    {
      argumentNames: ['[json]'],
      options: faultFlags,
      call: ([rule], flags) => postCall('/faults', ruleOf(rule, flags)),
      show: (rule: FaultView, display) => ruleTable([rule], display),
    },
  ),
  verb('faults release', 'Release the requests that a rule is holding.', {
    argumentNames: ['<id>'],
    call: ([id]) => postCall(`${rulePath(id)}/release`, {}),
    show: ({ released }: { released: number }) => [`Released ${formatCount(released, 'request')}.`],
  }),
  verb('faults delete', 'Delete one fault rule, or all of them.', {
    argumentNames: ['[id]'],
    call: ([id]) => deleteCall(id === undefined ? '/faults' : rulePath(id)),
    show: ({ removed }: { removed: number }) => [`Deleted ${formatCount(removed, 'rule')}.`],
  }),
];

const ruleColumns = ({ nameOf }: Display): Column<FaultView>[] => [
  { head: 'rule', text: ({ id }) => id },
  { head: 'state', text: ({ state }) => state },
  { head: 'acted', text: ({ hits }) => `${hits}×`, isFigure: true },
  { head: 'matched', text: ({ matched }) => `${matched}×`, isFigure: true, goes: 1 },
  { head: 'holds', text: ({ waiting }) => String(waiting), isFigure: true, goes: 2 },
  { head: 'requests', text: (rule) => matchInWords(rule, nameOf) },
  { head: 'effect', text: effectInWords },
];

function ruleTable(rules: readonly FaultView[], display: Display): string[] {
  const { paint } = display;
  const lines = printTable(ruleColumns(display), rules, { ...display, none: 'No fault rules.' });
  const warnings = rules.flatMap(({ id, warning }) =>
    warning ? [paint('yellow', `${id}: ${warning}`)] : [],
  );
  return [...lines, ...warnings];
}

const matchInWords = ({ match: { key, ...terms } }: FaultView, nameOf: Display['nameOf']): string =>
  [
    ...(key === undefined ? [] : [`key=${nameOf(key)}`]),
    ...Object.entries(terms).map(([name, value]) => `${name}=${formatValue(value)}`),
  ].join(' ') || 'all';

const chargeInWords = (charge: true | number): string =>
  charge === true ? 'charged' : `charged ${formatCount(charge, 'credit')}`;

function effectInWords({ respond, times, ...rule }: FaultView): string {
  const others = (
    [
      'latency',
      'hold',
      'cut',
      'profile',
      'sequence',
      'probability',
      'ttl',
    ] as const satisfies (keyof FaultRule)[]
  ).flatMap((name) => (rule[name] === undefined ? [] : [`${name} ${formatValue(rule[name])}`]));
  return [
    ...(respond ? [[respond.status, respond.errorCode].filter((each) => each !== undefined).join(' ')] : []),
    ...(respond?.body === undefined ? [] : [respond.contentType ?? 'with a body']),
    ...(respond?.charge === undefined ? [] : [chargeInWords(respond.charge)]),
    ...Object.entries(respond?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...others,
    ...(times === undefined ? [] : [`${times}×`]),
  ].join(', ');
}
