import type { Command } from 'commander';
import type { Io } from './io.ts';
import type { Done } from './setting-options.ts';

/** The verb `self`: what this program is, and what its executables have unpacked. */
export function addSelf(root: Command, io: Io, done: Done): void {
  root
    .command('self')
    .summary('Say what this program is and where it unpacked itself.')
    .description(
      'Say what this program is: the package, or the executable that is one file, and where its executables unpacked themselves. A version that nobody started for 30 days is removed by the next start of another one.',
    )
    .option('--remove', 'Remove what executables unpacked. What a process uses stays: exit code 1.')
    .action(async ({ remove }: { remove?: true }) =>
      done(await (await import('./show-self.ts')).showSelf({ isRemoving: remove === true }, io)),
    );
}
