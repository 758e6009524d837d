import { type Command, InvalidArgumentError } from 'commander';
import type { Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import { type Interception, intercept } from '../intercept/interception.ts';
import { readServiceHosts } from '../intercept/service-hosts.ts';
import { certify } from '../intercept/trust.ts';
import type { Environment } from '../intercept/upstream.ts';
import { environmentOf } from './env.ts';
import type { Io } from './io.ts';

/** The values that a variable of the command can get. */
const meanings = ['url', 'url-v2', 'key'] as const;

/** A variable that the command reads. */
export interface GivenVariable {
  readonly name: string;
  readonly means: (typeof meanings)[number];
}

/** The flag by which a command finds the sandbox in variables of its own. */
export interface VariableFlags {
  readonly env?: readonly GivenVariable[];
}

export const addVariableOption = (command: Command): Command =>
  command.option(
    '--env <NAME=what>',
    'A variable by which the command finds the sandbox: NAME=url, NAME=url-v2 (with /v2) or NAME=key; repeat the flag for more.',
    variableArgument,
  );

function variableArgument(text: string, before: readonly GivenVariable[] = []): GivenVariable[] {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
  const means = meanings.find((each) => each === value);
  if (name === undefined || means === undefined)
    throw new InvalidArgumentError('Give NAME=url, NAME=url-v2 or NAME=key.');
  return [...before, { name, means }];
}

/** The flags as words, as they are typed. */
export const variableWords = (env: readonly GivenVariable[]): string[][] =>
  env.map(({ name, means }) => ['--env', `${name}=${means}`]);

/** The environment of a command beside one sandbox, or beside a recorder in its place. */
export interface CommandEnvironment {
  readonly env: Environment;
  /** Absent where the command's requests to other hosts are its own business. */
  readonly interception?: Interception;
  close(): void;
}

/** Makes the environments of a command, for one run or many. The certificate of its runs is one. @throws UsageError */
export async function commandEnvironments(
  { serviceHosts, guard }: Pick<Settings, 'serviceHosts' | 'guard'>,
  { env = [] }: VariableFlags,
  io: Io,
) {
  const services = readServiceHosts(serviceHosts);
  const certificate = services.length > 0 ? await certify(services.map(({ host }) => host)) : undefined;
  const isIntercepted = services.length > 0 || guard;
  let isNoted = false;
  return {
    services,
    async beside(
      sandbox: Pick<Sandbox, 'url' | 'adminUrl' | 'certificate'>,
      { isRecording = false, key }: { readonly isRecording?: boolean; readonly key?: string } = {},
    ): Promise<CommandEnvironment> {
      const variables = { ...environmentOf(sandbox), ...(key !== undefined && { CREATOR_SANDBOX_KEY: key }) };
      const given = Object.fromEntries(env.map(({ name, means }) => [name, meantValue(means, variables)]));
      const plain = { ...io.env, ...variables, ...given };
      if (!isIntercepted) return { env: plain, close: () => {} };
      const interception = await intercept({
        ...{ services, certificate, isGuarded: guard, target: sandbox.url, env: plain },
        isRecording,
      });
      const { environment, leftOut, close } = interception;
      if (leftOut.length > 0 && !isNoted)
        io.stderr.write(
          `creator-sandbox: NO_PROXY is without ${leftOut.join(', ')} for the command, since that covers a host of --service.\n`,
        );
      isNoted = true;
      return { env: { ...plain, ...environment }, interception, close };
    },
  };
}

function meantValue(means: GivenVariable['means'], variables: Environment): string {
  const { CREATOR_SANDBOX_URL: url = '', CREATOR_SANDBOX_KEY: key = '' } = variables;
  if (means === 'key') return key;
  return means === 'url' ? url : `${url}/v2`;
}
