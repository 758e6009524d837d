import type { Sandbox } from '../client/sandbox-interface.ts';
import type { Settings } from '../core/settings.ts';
import { type Interception, intercept } from '../intercept/interception.ts';
import { readServiceHosts } from '../intercept/service-hosts.ts';
import { certify } from '../intercept/trust.ts';
import type { Environment } from '../intercept/upstream.ts';
import type { GivenVariable } from './arguments.ts';
import { type Io, tell } from './io.ts';

/** The flag by which a command finds the sandbox in variables of its own. */
export interface VariableFlags {
  readonly env?: readonly GivenVariable[];
}

/** The environment variables by which a test finds its sandbox. */
export const environmentOf = ({
  url,
  adminUrl,
  certificate,
}: {
  url: string;
  adminUrl: string | null;
  certificate: { file: string } | null;
}): Record<string, string> => ({
  CREATOR_SANDBOX_URL: url,
  CREATOR_SANDBOX_KEY: 'demo-full',
  CREATOR_SANDBOX_ADMIN: adminUrl ?? '',
  // Node trusts this file beside its own authorities. Other languages have no variable that adds one.
  ...(certificate && { CREATOR_SANDBOX_CA: certificate.file, NODE_EXTRA_CA_CERTS: certificate.file }),
});

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
        tell(
          io,
          `NO_PROXY is without ${leftOut.join(', ')} for the command, since that covers a host of --service.`,
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
