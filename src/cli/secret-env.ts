import { secretOfVariable } from '../recording/secret.ts';
import type { Io } from './io.ts';

/** The flag by which a verb whose sandboxes answer by recordings finds their secret. */
export interface SecretFlags {
  readonly secretEnv?: string | undefined;
}

/** @throws UsageError if the variable holds no secret */
export const withSecret = (io: Io, { secretEnv }: SecretFlags): Io =>
  secretEnv === undefined ? io : { ...io, secret: secretOfVariable(io.env, secretEnv) };
