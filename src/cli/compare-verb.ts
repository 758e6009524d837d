import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError } from '../core/errors.ts';
import { flagOf } from '../core/settings-schema.ts';
import { baseUrlArgument, creditsArgument } from './arguments.ts';
import type { CompareFlags } from './compare.ts';
import type { Io } from './io.ts';
import { addSettings, type Done, flagsOf } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { keyVariable } from './target-keys.ts';

/** The verb `compare`. */
export function addCompare(root: Command, io: Io, done: Done): void {
  const command = root
    .command('compare')
    .summary('Compare a service with the golden exchanges, or show when it last agreed.')
    .description(
      `Replay the golden exchanges at a service, within a limit of credits, and show what differs, where, and since when: ${keyVariable}=… creator-sandbox compare --target https://api.example --spend 20\n\nWithout --target: show when each operation last agreed, as this verb and \`record\` found. Exit code 4 when the service differs.`,
    )
    .option(
      '--target <url>',
      'Base URL of generation 3, of the service or of another sandbox.',
      baseUrlArgument,
    )
    .option('--target-v2 <url>', 'Base URL of generation 2. Default: /v2 below the target.', baseUrlArgument)
    .addOption(new Option('--key <key>', 'API key at the target.').env(keyVariable))
    .option('--spend <credits>', 'Limit for the cost of all calls together.', creditsArgument, 100)
    .option('--only <group...>', 'Replay these folders of exchanges, such as v3/clip.')
    .option('--agreement <file>', 'File of the agreement.', join('recordings', 'agreement.json'))
    .option('--json <file>', 'Write it as JSON; - is stdout.');
  addSettings(command, targetSettings).action(async (own: CompareFlags) => {
    const flags = flagsOf(command);
    if (own.target !== undefined) {
      const { compareTarget } = await import('./compare-target.ts');
      const named = { ...own, target: own.target };
      return done(await compareTarget(named, settingsOf(flags, io).settings, io));
    }
    const unsupported = Object.keys(flags).find((name) => !['agreement', 'json'].includes(name));
    if (unsupported !== undefined) throw new UsageError(`${flagOf(unsupported)} needs --target <url>.`);
    const { showAgreement } = await import('./compare.ts');
    return done(showAgreement(own, io));
  });
}

/** The settings in which targets may differ. */
const targetSettings = ['prices', 'vocabulary'] as const;
