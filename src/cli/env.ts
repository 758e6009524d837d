import { findSandbox } from './address.ts';
import { askHealth } from './health.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';

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

/** Prints them for a shell. @returns 1 when no sandbox runs where these settings say */
export async function printEnvironment(flags: Flags, io: Io): Promise<number> {
  const found = await findSandbox(flags, io);
  const { up, text } = await askHealth(found);
  if (!up) {
    io.stderr.write(`creator-sandbox: ${text}\n`);
    return exitCode.runtime;
  }
  const { url, admin, certificate } = found;
  const variables = environmentOf({ url, adminUrl: admin.url, certificate });
  for (const [name, value] of Object.entries(variables)) io.stdout.write(`export ${name}='${value}'\n`);
  return exitCode.ok;
}
