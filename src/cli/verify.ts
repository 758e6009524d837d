import type { Command } from 'commander';
import { roles } from '../contract/exchange.ts';
import { UsageError } from '../core/errors.ts';
import { journalCheck, sayToAdmin } from './admin.ts';
import type { Io } from './io.ts';

/** The verb `verify`: a check of what clients did, or a target against the golden exchanges. */
export function addVerify(command: Command, io: Io, done: (code: number) => void): void {
  command
    .description(`${journalCheck.description} With --target: replay the golden exchanges there; 4 on drift.`)
    .argument('[json]', 'The check, where no target is given.')
    .option('--target <url>', 'Base URL of generation 3, of the service itself or of another sandbox.')
    .option('--target-v2 <url>', 'Base URL of generation 2 (default: /v2 of the target).')
    .option('--key <key>', 'Key at the target (CREATOR_SANDBOX_TARGET_KEY).')
    .option('--as <role=key>', `Key there of an account that is ${roles.join(', ')}; repeatable.`, repeated)
    .option('--spend <credits>', 'Most that all calls may cost together (default: 100).')
    .option(
      '--only <group>',
      'This folder of exchanges alone, such as v3/clip, and what finds subjects for it; repeatable.',
      repeated,
    )
    .option('--skip <group>', 'None of this folder; repeatable.', repeated)
    .option('--generation <number>', '2 or 3 alone.')
    .option(
      '--subject <name=value>',
      'What exists there, such as clip.creator=some.handle; repeatable.',
      repeated,
    )
    .option('--timeout <duration>', 'How long to wait for each reply (default: 30s).')
    .option('--patience <duration>', 'How long to go on asking where the target answers 429 (default: 20s).')
    .option('--json', 'Report in JSON.')
    .allowExcessArguments(false)
    .action(async (check: string | undefined, flags: Record<string, unknown>) => {
      const { target } = flags;
      if ((target === undefined) === (check === undefined))
        throw new UsageError('verify takes either a check in JSON or --target <url>.');
      if (check === undefined)
        // Loaded when it is wanted: a check of what clients did needs no schemas.
        return done(await (await import('./verify-target.ts')).verifyTarget(flags as never, io));
      const foreign = Object.keys(flags).find((name) => !ofRunning.includes(name));
      if (foreign !== undefined) throw new UsageError(`--${foreign} belongs to --target <url>.`);
      return done(await sayToAdmin(journalCheck, [check], flags, io));
    });
}

const repeated = (value: string, before: string[] = []): string[] => [...before, value];

/** Flags that say which running sandbox is asked. */
const ofRunning = ['config', 'host', 'port', 'adminPort', 'adminToken'];
