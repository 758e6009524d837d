import { type CallSite, callSiteHeader } from '../../core/call-site.ts';
import type { KeyRedactor } from '../../core/keys/redactor.ts';
import type { RecordDeps } from './deps.ts';

/** The call site that a header names: null without one, undefined if it names none. */
export function sentCallSite(
  { callSites }: Pick<RecordDeps, 'callSites'>,
  headers: Readonly<Record<string, unknown>>,
  redactor: KeyRedactor,
): CallSite | null | undefined {
  const header = headers[callSiteHeader] as string | undefined;
  if (!header) return null;
  return redactor.withoutSent(header) === header
    ? callSites.of(header, () => redactor.text(header) === header)
    : undefined;
}

export const noCallSite =
  'X-Sandbox-Call-Site names no place in the working folder, such as src/client.ts:41:12 fetchProfile.';
