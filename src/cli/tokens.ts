import { type Command, InvalidArgumentError, Option } from 'commander';
import { tokenScopes } from '../core/admin-tokens.ts';
import type { Io } from './io.ts';
import type { TokenFlags } from './make-token.ts';
import type { Done } from './setting-options.ts';

/** The verb `tokens create`. */
export function addTokens(root: Command, io: Io, done: Done): void {
  root
    .command('tokens')
    .summary('Make a token of the admin surface for a team.')
    .description('Tokens of the admin surface, for a sandbox that several teams share.')
    .helpCommand(false)
    .command('create')
    .summary('Make a token and print it once.')
    .description(
      "Make a token and print it once, with its entry for the setting adminTokens, which holds only a digest: creator-sandbox tokens create team-a --scope own --labels 'team-a-*'",
    )
    .argument('<name>', 'The name of the token in the audit.')
    .addOption(
      new Option(
        '--scope <scope>',
        'read: sees everything and changes nothing. own: sees and changes the keys whose labels match. all: may do everything.',
      )
        .choices(tokenScopes)
        .makeOptionMandatory(),
    )
    .option('--labels <label,…>', "Labels of the own keys, with stars: 'team-a-*'.", (text) =>
      text.split(',').map((part) => part.trim()),
    )
    .option('--max-keys <number>', 'The most keys at once.', wholeNumber)
    .option('--max-rules <number>', 'The most fault rules at once.', wholeNumber)
    .option('--max-watchers <number>', 'The most event streams and waits at once.', wholeNumber)
    .option('--json', 'Print JSON: the token and its entry.')
    .action(async (name: string, flags: TokenFlags) =>
      done((await import('./make-token.ts')).makeToken(name, flags, io)),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}
