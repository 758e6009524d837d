import type { Command } from 'commander';
import { adminFlags } from './admin-commands.ts';
import { runsArgument } from './arguments.ts';
import type { Io } from './io.ts';
import { addSandboxOptions, type Done, flagsOf } from './setting-options.ts';
import type { BillFlags } from './show-bill.ts';

/** The verb `bill`: what a run paid, by test, line, operation and chain of retries. */
export function addBill(root: Command, io: Io, done: Done): void {
  const command = root
    .command('bill')
    .summary('Show what a run paid, by test, line, operation and chain of retries.')
    .description(
      'Show what the requests to a running sandbox paid, or those of a report in a JSON file: by test, line, operation and chain of retries, and what to change to pay less: creator-sandbox bill run.json',
    )
    .argument('[file]', 'A report that --json wrote. Default: the running sandbox.')
    .option(
      '--runs-per-day <number>',
      'Runs on a day: proposals say what they save in 30 days.',
      runsArgument,
    )
    .option('--trim <file>', 'A report that trim wrote: its fields count among the proposals.')
    .option('--json <file>', 'Write it as JSON; - is stdout.')
    .option('--html <file>', 'Write it as one HTML file with a flame chart; - is stdout.')
    .option('--sarif <file>', 'Write the proposals as SARIF, each at its line; - is stdout.');
  addSandboxOptions(command, adminFlags).action(async (file: string | undefined) => {
    const { runsPerDay, trim, json, html, sarif, ...flags } = flagsOf(command) as BillFlags &
      Record<string, unknown>;
    done(
      await (await import('./show-bill.ts')).showBill(
        file,
        { runsPerDay, trim, json, html, sarif },
        flags,
        io,
      ),
    );
  });
}
