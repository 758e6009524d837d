import { existsSync } from 'node:fs';
import type { AdminAddress } from '../client/ask-sandbox.ts';
import { type Settings, schemeOf } from '../core/settings.ts';
import { certificateFile } from '../system/cache-dir.ts';
import { adminSettings, type Flags, flagsOfSettings } from './flags.ts';
import type { Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** A running sandbox that a verb asks. */
export interface FoundSandbox {
  readonly settings: Settings;
  /** Base URL of the service. */
  readonly url: string;
  readonly admin: AdminAddress;
  /** The file of its certificate, if it serves https. */
  readonly certificate: { readonly file: string } | null;
  /** The flag, the variable or the setting that named it. */
  readonly namedBy: string;
}

/**
 * Finds the sandbox that a verb asks: by `--url`, by a flag for its port, by the variables that `exec` and `env` give, by
 * host and port of the settings. Its certificate is trusted from then on.
 */
export async function findSandbox(flags: Flags, io: Io): Promise<FoundSandbox> {
  // The verb may have flags with the names of other settings, such as `--cycle`.
  const { settings } = settingsOf(flagsOfSettings(flags, [...adminSettings, 'admin']), io);
  const { url: named } = flags;
  const { CREATOR_SANDBOX_ADMIN: adminVariable, CREATOR_SANDBOX_URL: urlVariable } = io.env;
  const hasPort = flags['port'] !== undefined || flags['adminPort'] !== undefined;
  const found = ((): { url: string; adminUrl: string; namedBy: string } => {
    if (typeof named === 'string') return { ...bothUrls(named), namedBy: '--url' };
    if (!hasPort && adminVariable) {
      const both = bothUrls(adminVariable);
      return { ...both, ...(urlVariable && { url: urlVariable }), namedBy: 'CREATOR_SANDBOX_ADMIN' };
    }
    if (!hasPort && urlVariable) return { ...bothUrls(urlVariable), namedBy: 'CREATOR_SANDBOX_URL' };
    const { port, adminPort = port } = settings;
    const adminUrl = `${addressOf(settings, adminPort)}/__admin`;
    return { url: addressOf(settings, port), adminUrl, namedBy: hasPort ? '--port' : 'the port' };
  })();
  // `env` and `exec` give an empty variable where the admin surface is off.
  const isOff = !settings.admin || (found.namedBy === 'CREATOR_SANDBOX_URL' && adminVariable === '');
  const files = certificateFiles(found, settings);
  if (files.length > 0) await (await import('../system/certificate.ts')).trust(files.filter(existsSync));
  return {
    settings,
    url: found.url,
    admin: { url: isOff ? null : found.adminUrl, token: settings.adminToken },
    certificate: files[0] === undefined ? null : { file: files[0] },
    namedBy: found.namedBy,
  };
}

/** The URLs of the service and of its admin surface, by one of the two. */
function bothUrls(given: string): { url: string; adminUrl: string } {
  const url = given.replace(/\/+$/, '').replace(/\/__admin$/, '');
  return { url, adminUrl: `${url}/__admin` };
}

function certificateFiles({ url, adminUrl }: { url: string; adminUrl: string }, { tlsCert }: Settings) {
  const secure = [url, adminUrl].filter((each) => each.startsWith('https:'));
  if (secure.length > 0 && tlsCert !== undefined) return [tlsCert];
  return secure.map((each) => certificateFile(Number(new URL(each).port || 443)));
}

/** URL of a sandbox with these settings, as reached from this machine. */
export function addressOf(settings: Settings, port: number): string {
  const { host } = settings;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${schemeOf(settings)}://${reachable.includes(':') && !reachable.startsWith('[') ? `[${reachable}]` : reachable}:${port}`;
}
