import { addressOf, adminAddressOf } from './address.ts';
import { askHealth } from './health.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** The environment variables by which a test finds its sandbox. */
export const environmentOf = ({ url, adminUrl }: { url: string; adminUrl: string | null }) => ({
  CREATOR_SANDBOX_URL: url,
  CREATOR_SANDBOX_KEY: 'demo-full',
  CREATOR_SANDBOX_ADMIN: adminUrl ?? '',
});

/** Prints them for a shell; 1 when no sandbox runs where these settings say. */
export async function printEnvironment(flags: Record<string, unknown>, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const { up, text } = await askHealth(settings);
  if (!up) {
    io.stderr.write(`creator-sandbox: ${text}\n`);
    return exitCode.runtime;
  }
  const adminUrl = settings.admin ? adminAddressOf(settings) : null;
  const variables = environmentOf({ url: addressOf(settings, settings.port), adminUrl });
  for (const [name, value] of Object.entries(variables)) io.stdout.write(`export ${name}='${value}'\n`);
  return exitCode.ok;
}
