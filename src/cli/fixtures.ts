import type { Command } from 'commander';
import type { FixturesFromFlags } from './fixtures-from.ts';
import type { Io } from './io.ts';
import type { Done } from './setting-options.ts';

/** The verb `fixtures from`. */
export function addFixtures(root: Command, io: Io, done: Done): void {
  root
    .command('fixtures')
    .summary('Make fixture creators of recordings.')
    .description('Creators of your own.')
    .helpCommand(false)
    .command('from')
    .summary('Make fixture creators of recordings.')
    .description(
      'Make fixture creators of recordings, which live in the world as its own do: creator-sandbox fixtures from recordings --out fixtures. What was recorded is taken, the rest is invented around it. The setting fixtures takes the folder: creator-sandbox start --fixtures fixtures',
    )
    .argument('<folder>', 'Recordings that creator-sandbox record wrote.')
    .requiredOption('--out <folder>', 'Folder of the fixtures.')
    .option('--force', 'Write into a folder that holds files, and replace those of the same names.')
    .action(async (folder: string, flags: FixturesFromFlags) =>
      done(await (await import('./fixtures-from.ts')).fixturesFrom(folder, flags, io)),
    );
}
