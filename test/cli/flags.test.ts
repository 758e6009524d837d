import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { flagWords } from '../../src/cli/setting-options.ts';
import { UsageError } from '../../src/core/errors.ts';

const stdout = { write: () => {} };
const root = buildProgram(
  {
    env: {},
    cwd: '.',
    stdin: () => Readable.from([]),
    stdout,
    stderr: stdout,
    untilStopped: () => Promise.resolve(),
    endGroup: () => {},
  },
  () => {},
);
const settings = root.commands.find((command) => command.name() === 'start')?.options ?? [];
const flagOf = ({ flags, argChoices, defaultValue, mandatory, hidden }: Option): string =>
  [
    flags,
    ...(argChoices ? [argChoices.join('|')] : []),
    ...(defaultValue === undefined ? [] : [`= ${JSON.stringify(defaultValue)}`]),
    ...(mandatory ? ['required'] : []),
    ...(hidden ? ['hidden'] : []),
  ].join(' ');

/** A verb with its arguments and flags, then the verbs below it. The settings stand once, below `start`. */
function* linesOf(command: Command, path = ''): Generator<string> {
  const words = [path, ...command.registeredArguments.map((each) => argumentOf(each))].filter(Boolean);
  yield words.join(' ') || 'creator-sandbox';
  const isSetting = (option: Option) => settings.some(({ flags }) => flags === option.flags);
  const taken = command.options.filter(isSetting);
  const isOpener = path === 'start' || taken.length < settings.length / 2;
  if (!isOpener) {
    const without = settings.filter(({ flags }) => !taken.some((option) => option.flags === flags));
    yield `  the settings${without.map(({ long }, at) => `${at === 0 ? ' without ' : ' '}${long}`).join('')}`;
  }
  const own = command.options.filter((option) => isOpener || !isSetting(option));
  for (const [group, options] of Map.groupBy(own, ({ helpGroupHeading }) => helpGroupHeading))
    yield `  ${group && group !== 'Options:' ? `${group} ` : ''}${options.map(flagOf).join(', ')}`;
  const below = command.createHelp().visibleCommands(command);
  for (const [group, commands] of Map.groupBy(below, (each) => each.helpGroup())) {
    if (group) yield `\n${group}`;
    for (const each of commands) yield* linesOf(each, `${path} ${each.name()}`.trim());
  }
}

const argumentOf = (argument: Command['registeredArguments'][number]): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  const choices = argument.argChoices ? ` (${argument.argChoices.join('|')})` : '';
  return `${argument.required ? `<${name}>` : `[${name}]`}${choices}`;
};

// Scripts of users hold these words: a change is a deliberate one.
test('the verbs have these arguments, flags and values (when they are meant to change: vitest run -u)', async () => {
  await expect(`${[...linesOf(root)].join('\n')}\n`).toMatchFileSnapshot('flags.txt');
});

/** Values at both sides of the limits of all flags. */
const probes =
  `| |a|a,b|none|all|-1|0|0.0004|0.001|0.5|1|2|3|4|100|100.1|101|399|400|599|600|731|732|999|1000|9999|10000
1000000|1000001|9999999|10000000|10000001|999999999|1000000000|1e12|1000000000001|1e999|0s|1ms|59m|1h|1d|86400001ms|30d
2026-03-01|2026-02-30|5%|5%/w|1000%/d|1001%/d|-99%/d|-100%/d|https://api.example//|http://api.example/a|ftp://api.example
http://api.example/?|http://api.example/#|http://a@api.example|http://:b@api.example|A: 1|A:1|A:|A b: 1|A=url|_a=url-v2
B1=key|1A=url|A=urls`.split(/[|\n]/);

/** What a flag takes, each value with what it is read as where that is another text, and why it refuses the others. */
function valuesOf({ parseArg }: Option): string {
  const taken: string[] = [];
  const reasons = new Set<string>();
  for (const text of probes)
    try {
      const value: unknown = parseArg?.(text, undefined);
      const shown = typeof value === 'symbol' ? value.description : JSON.stringify(value);
      taken.push([text, JSON.stringify(text)].includes(shown ?? '') ? text : `${text} → ${shown}`);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError || error instanceof UsageError)) throw error;
      reasons.add(error.message);
    }
  // Any text: the first ones show how it is read.
  const shown = taken.length > 40 ? [...taken.slice(0, 6), '…'] : taken;
  return [`  ${shown.join(' | ')}`, ...[...reasons].map((each) => `  else: ${each}`)].join('\n');
}

const optionsIn = (command: Command, path = ''): { name: string; option: Option }[] => [
  ...command.options.map((option) => ({ name: `${path} ${option.long}`, option })),
  ...command.commands.flatMap((each) => optionsIn(each, `${path} ${each.name()}`.trim())),
];

test('the flags take these values and no others (when they are meant to change: vitest run -u)', async () => {
  const read = optionsIn(root).filter(({ option }) => option.parseArg && option.parseArg !== String);
  const groups = Map.groupBy(read, ({ option }) => valuesOf(option));
  const text = [...groups].map(([values, of]) => `${of.map(({ name }) => name).join(', ')}\n${values}\n`);
  await expect(text.join('')).toMatchFileSnapshot('flag-values.txt');
});

test('given flags are written as they were, for the next command', () => {
  const given = { strict: true, admin: false, maxKeys: '5', prices: { usage: 1 }, fastTimers: 20 };
  expect(flagWords(given)).toEqual([
    ['--strict'],
    ['--no-admin'],
    ['--max-keys', '5'],
    ['--prices', '{"usage":1}'],
    ['--fast-timers', '20'],
  ]);
});
