import { Readable } from 'node:stream';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { flagWords } from '../../src/cli/flags.ts';
import { buildProgram } from '../../src/cli/program.ts';

const stdout = { write: () => {} };
const root = buildProgram(
  {
    env: {},
    cwd: '.',
    stdin: () => Readable.from([]),
    stdout,
    stderr: stdout,
    untilStopped: () => Promise.resolve(),
    signalGroup: () => {},
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
  for (const options of neighboursIn(own)) {
    const group = options[0]?.helpGroupHeading;
    yield `  ${group ? `${group} ` : ''}${options.map(flagOf).join(', ')}`;
  }
  const below = command.createHelp().visibleCommands(command);
  for (const [group, commands] of Map.groupBy(below, (each) => each.helpGroup())) {
    if (group) yield `\n${group}`;
    for (const each of commands) yield* linesOf(each, `${path} ${each.name()}`.trim());
  }
}

/** Flags that stand side by side in one group of the help. */
function neighboursIn(options: readonly Option[]): Option[][] {
  const rows: Option[][] = [];
  for (const option of options) {
    const row = rows.at(-1);
    if (row && row[0]?.helpGroupHeading === option.helpGroupHeading) row.push(option);
    else rows.push([option]);
  }
  return rows;
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

test('given flags are written as they were, for the next command', () => {
  const given = { strict: true, admin: false, maxKeys: '5', prices: { usage: 1 }, maxCalls: 20 };
  expect(flagWords(given)).toEqual([
    ['--strict'],
    ['--no-admin'],
    ['--max-keys', '5'],
    ['--prices', '{"usage":1}'],
    ['--max-calls', '20'],
  ]);
});
