import type { Command } from 'commander';
import { baseUrlArgument, creditsArgument } from './arguments.ts';
import { addVariableOption } from './command-environment.ts';
import type { Io } from './io.ts';
import type { RecordFlags } from './record.ts';
import { addSettings, type Done, flagsOf, flagsOfSettings } from './setting-options.ts';

/** The verb `record`. */
export function addRecord(root: Command, io: Io, done: Done): void {
  addVariableOption(addSettings(root.command('record'), recordSettings))
    .passThroughOptions()
    .summary('Run a command against the service itself, and record what it answers.')
    .description(
      'Run a command whose calls go to the service itself, within a limit of credits, and record the replies without names: CREATOR_SANDBOX_TARGET_KEY=… creator-sandbox record --target https://api.example --spend 20 -- npm test\n\nA sandbox replays them: creator-sandbox exec --recordings recordings npm test',
    )
    .requiredOption('--target <url>', 'Base URL of generation 3.', baseUrlArgument)
    .option('--target-v2 <url>', 'Base URL of generation 2. Default: /v2 below the target.', baseUrlArgument)
    .requiredOption('--spend <credits>', 'Limit for the cost of all calls together.', creditsArgument)
    .option('--out <folder>', 'Folder of the recordings.', 'recordings')
    .option(
      '--secret-env <name>',
      'Variable with the secret of the pseudonyms. Default: the file .creator-sandbox/secret, made at the first run.',
    )
    .argument(
      '<command...>',
      'The command. It finds the service by CREATOR_SANDBOX_URL and CREATOR_SANDBOX_KEY.',
    )
    .action(async (words: string[], own: RecordFlags, command: Command) => {
      const { runRecord } = await import('./record.ts');
      return done(await runRecord(words, own, flagsOfSettings(flagsOf(command), recordSettings), io));
    });
}

/** The settings in which services may differ. */
const recordSettings = ['vocabulary', 'prices', 'serviceHosts'] as const;
