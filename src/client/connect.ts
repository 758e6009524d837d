import { createAdminClient } from './admin-client.ts';
import type { Admin } from './admin-interface.ts';

export interface ConnectOptions {
  /** The sandbox's `adminToken`. */
  token?: string | undefined;
  /** Base URL of the admin surface, `…/__admin`, where it has a port of its own. */
  adminUrl?: string | undefined;
}

/** A sandbox that runs elsewhere. */
export interface ConnectedSandbox extends Admin {
  /** Base URL of the service. */
  readonly url: string;
  readonly adminUrl: string;
}

/**
 * The functions of a sandbox that runs elsewhere: in a container, beside `exec`, on another machine.
 *
 *     const sandbox = await connect('http://127.0.0.1:4310', { token: 'secret' });
 *     const key = await sandbox.key({ plan: 100 });
 *
 * @param url base URL of the service
 * @throws Error one sentence when no sandbox answers; AdminError when it refuses the token
 */
export async function connect(
  url: string,
  { token, adminUrl }: ConnectOptions = {},
): Promise<ConnectedSandbox> {
  const base = withoutSlash(url);
  const adminBase = withoutSlash(adminUrl ?? `${base}/__admin`);
  const admin = createAdminClient(adminBase, token);
  // This call needs the token; health does not.
  await admin.clock();
  return { ...admin, url: base, adminUrl: adminBase };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
