import type { FaultRule, FaultView } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { faultFlags, ruleOf } from './fault-flags.ts';
import { type AdminVerb, type Display, deleteCall, getCall, postCall, verb } from './verb.ts';
import { formatTable, formatValue } from './words.ts';

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

function ruleTable(rules: readonly FaultView[], { paint, nameOf }: Display): string[] {
  const lines = formatTable(
    ['rule', 'state', 'acted', 'matched', 'holds', 'requests', 'effect'],
    rules.map((rule) => [
      rule.id,
      rule.state,
      `${rule.hits}×`,
      `${rule.matched}×`,
      String(rule.waiting),
      matchInWords(rule, nameOf),
      effectInWords(rule),
    ]),
    { paint, none: 'No fault rules.', right: [2, 3, 4] },
  );
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
    ...Object.entries(respond?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...others,
    ...(times === undefined ? [] : [`${times}×`]),
  ].join(', ');
}
