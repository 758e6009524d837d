import { InvalidArgumentError, type Option } from 'commander';
import type { FaultRule, FaultView } from '../../client/types.ts';
import { formatCount } from '../../core/count.ts';
import { UsageError } from '../../core/errors.ts';
import { isObject } from '../../core/values.ts';
import { type Flags, flag } from '../flags.ts';
import { type Column, formatValue, printTable } from '../table.ts';
import { type Display, parseJson } from '../verb.ts';

export const rulePath = (id = ''): string => `/faults/${encodeURIComponent(id)}`;

/** The flags of `faults add`. */
export const ruleFlags = (): Option[] => [
  flag('--operation <operation>', 'Only requests to this operation, such as clip/profile.'),
  flag('--key <key>', 'Only requests of this key, its id or its label.'),
  flag('--status <status>', 'The status of the answer, from 400 to 599.', statusArgument),
  flag('--code <code>', 'The code of the refusal; the usual one of the status when absent.'),
  flag('--times <n>', 'The number of requests that it acts on; no limit when absent.', timesArgument),
  flag('--latency <duration>', 'A delay, such as 250ms.'),
  flag(
    '--header <name: value>',
    "A header of the refusal, such as 'Retry-After: 3'; repeatable.",
    headerArgument,
  ),
  flag('--body <text>', 'A text in place of the envelope, such as the page of a gateway.'),
  flag('--content-type <type>', 'The type of the body; text/plain when absent.'),
  flag(
    '--charge [credits]',
    'The credits that the answer costs; without a number as many as the call would.',
    chargeArgument,
  ),
  flag('--profile <name>', 'A broken reply or a ready failure, such as cut or billed-timeout.'),
];

/** The rule that a line gives as JSON and as flags; a flag wins. @throws UsageError */
export function ruleOf(text: string | undefined, flags: Flags): object {
  const json = text === undefined ? {} : parseJson(text);
  if (!isObject(json)) throw new UsageError('Give the rule as one JSON object.');
  const { operation, key, status, code, times, latency, header, profile } = flags;
  const { body, contentType, charge } = flags;
  const match = definedIn({ operation, key });
  const respond = definedIn({ status, errorCode: code, body, contentType, headers: header, charge });
  const rule = {
    ...json,
    match: { ...(json['match'] as object | undefined), ...match },
    ...(Object.keys(respond).length > 0 && {
      respond: { ...(json['respond'] as object | undefined), ...respond },
    }),
    ...definedIn({ times, latency, profile }),
  };
  if (Object.keys(rule).length === 1 && Object.keys(rule.match).length === 0)
    throw new UsageError('Say what the rule does: with flags, which --help lists, or in JSON.');
  return rule;
}

const definedIn = (members: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function statusArgument(text: string): number {
  if (!/^[45]\d\d$/.test(text))
    throw new InvalidArgumentError('Give a status from 400 to 599: creator-sandbox faults add --status 503');
  return Number(text);
}

function timesArgument(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number of at least 1.');
  return Number(text);
}

function chargeArgument(text: string): number {
  if (!/^\d{1,13}(?:\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Give credits with at most 3 decimals, such as 0.5.');
  return Number(text);
}

/** Adds a header to those before it. */
function headerArgument(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^:\s]+):[ \t]*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("Give a header as 'Name: value'.");
  if (Object.keys(before).some((each) => each.toLowerCase() === name.toLowerCase()))
    throw new InvalidArgumentError(`The header ${name} is there twice.`);
  return { ...before, [name]: value };
}

const ruleColumns = ({ nameOf }: Display): Column<FaultView>[] => [
  { head: 'rule', text: ({ id }) => id },
  { head: 'state', text: ({ state }) => state },
  { head: 'acted', text: ({ hits }) => `${hits}×`, isFigure: true },
  { head: 'matched', text: ({ matched }) => `${matched}×`, isFigure: true, goes: 1 },
  { head: 'holds', text: ({ waiting }) => String(waiting), isFigure: true, goes: 2 },
  { head: 'requests', text: (rule) => matchInWords(rule, nameOf) },
  { head: 'effect', text: effectInWords },
];

export function ruleTable(rules: readonly FaultView[], display: Display): string[] {
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
