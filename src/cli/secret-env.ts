import type { Command } from 'commander';
import { secretOfVariable } from '../recording/secret.ts';
import type { Io } from './io.ts';

/** The flag by which a verb whose sandboxes answer by recordings finds their secret. */
export interface SecretFlags {
  readonly secretEnv?: string | undefined;
}

export const addSecretOption = (command: Command): Command =>
  command.option(
    '--secret-env <name>',
    'Variable with the secret of the recordings. Default: the file .creator-sandbox/secret.',
  );

/** @throws UsageError if the variable holds no secret */
export const withSecret = (io: Io, { secretEnv }: SecretFlags): Io =>
  secretEnv === undefined ? io : { ...io, secret: secretOfVariable(io.env, secretEnv) };
