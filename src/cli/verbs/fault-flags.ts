import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { isObject } from '../../core/values.ts';
import type { Flags } from '../setting-options.ts';
import { parseJson } from './verb.ts';

/** The flags of `faults add`. */
export const faultFlags: readonly Option[] = [
  new Option('--operation <operation>', 'Only requests to this operation, such as clip/profile.'),
  new Option('--key <key>', 'Only requests of this key, its id or its label.'),
  new Option('--status <status>', 'The status of the answer, from 400 to 599.').argParser(statusArgument),
  new Option('--code <code>', 'The code of the refusal; the usual one of the status when absent.'),
  new Option('--times <n>', 'The number of requests that it acts on; no limit when absent.').argParser(
    timesArgument,
  ),
  new Option('--latency <duration>', 'A delay, such as 250ms.'),
  new Option(
    '--header <name: value>',
    "A header of the refusal, such as 'Retry-After: 3'; repeatable.",
  ).argParser(headerArgument),
  new Option('--body <text>', 'A text in place of the envelope, such as the page of a gateway.'),
  new Option('--content-type <type>', 'The type of the body; text/plain when absent.'),
  new Option(
    '--charge [credits]',
    'The credits that the answer costs; without a number as many as the call would.',
  ).argParser(chargeArgument),
  new Option('--profile <name>', 'A broken reply or a ready failure, such as cut or billed-timeout.'),
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
