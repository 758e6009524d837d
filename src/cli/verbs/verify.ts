import { Option } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { countArgument } from '../arguments.ts';
import type { Flags } from '../setting-options.ts';
import { conditionsOf } from './requests.ts';
import { parseJson, postCall, verb } from './verb.ts';

interface Verified {
  actual: number;
  credits?: number;
}

/** The check of the requests that clients made. */
export const verifyVerb = verb(
  'verify',
  `Check the requests that clients made: 'operation=clip/profile status=200' --exactly 2, or {"match":{"operation":"clip/profile"},"exactly":2}. Exit code 3 when the check fails.`,
  {
    argumentNames: ['[terms...]'],
    options: [
      new Option('--exactly <n>', 'The number of requests that meet the terms.').argParser(countArgument),
      new Option('--at-least <n>', 'The least number.').argParser(countArgument),
      new Option('--at-most <n>', 'The largest number.').argParser(countArgument),
    ],
    call: (words, flags) => postCall('/verify', checkOf(words, flags)),
    show: ({ actual, credits }: Verified) => [
      `The check holds: found ${actual}${credits === undefined ? '' : `, ${credits} cr`}.`,
    ],
  },
);

/** A check in JSON, or terms with bounds. @throws UsageError */
function checkOf(words: readonly string[], flags: Flags): unknown {
  const bounds = Object.fromEntries(
    ['exactly', 'atLeast', 'atMost'].flatMap((name) =>
      flags[name] === undefined ? [] : [[name, flags[name]]],
    ),
  );
  const [first = ''] = words;
  if (first.trimStart().startsWith('{')) {
    if (words.length > 1) throw new UsageError('A check in JSON is one argument.');
    return { ...(parseJson(first) as object), ...bounds };
  }
  const filter = conditionsOf(words);
  if (Object.keys(bounds).length === 0)
    throw new UsageError('Say how many: --exactly, --at-least or --at-most.');
  return { filter, ...bounds };
}
