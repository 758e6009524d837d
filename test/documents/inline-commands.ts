import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { blocksIn, withoutBlocks } from './blocks.ts';
import { root } from './workshop.ts';

/**
 * Commands that a page names within its text, in backquotes, or in blocks that are not run: verbs and flags of the command
 * line, and scripts of package.json. @returns those that do not exist
 */
export function unknownCommandsIn(page: string): string[] {
  const spans = [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const notRun = blocksIn(page).filter((block) => block.notRun !== undefined);
  const lines = notRun.flatMap(({ code }) => code.split('\n'));
  return [...spans, ...lines].filter((command) => !isKnown(command.trim()));
}

function isKnown(span: string): boolean {
  const script = /^npm run ([\w:-]+)/.exec(span)?.[1];
  if (script !== undefined) return scripts.has(script);
  const words = /^(?:npx )?creator-sandbox( .*)?$/.exec(span)?.[1]?.trim().split(/\s+/);
  return words === undefined || words[0] === '' || isKnownVerb(words);
}

const scripts = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts));
const nowhere = { write: () => true };
const commandLine = buildProgram({ env: {}, cwd: root, stdout: nowhere, stderr: nowhere } as never, () => {});

function isKnownVerb(words: readonly string[]): boolean {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  let command: Command = commandLine;
  for (const word of own) {
    const verb = command.commands.find((each) => each.name() === word);
    if (verb !== undefined) command = verb;
    else if (command === commandLine && /^[a-z]/.test(word)) return false;
  }
  // Without a verb the sandbox starts.
  const started =
    command === commandLine ? command.commands.find((each) => each.name() === 'start') : command;
  const known = new Set(['--help', '--version', ...(started?.options.map(({ long }) => long) ?? [])]);
  return own.filter((word) => word.startsWith('--')).every((flag) => known.has(flag.replace(/=.*/, '')));
}
