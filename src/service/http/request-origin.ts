import { type CallSite, callSiteHeader } from '../../core/call-site.ts';
import type { KeyRedactor } from '../../core/keys/redactor.ts';
import { readTraceparent, traceparentHeader } from '../../core/traceparent.ts';
import type { RecordDeps } from './deps.ts';
import { redactorOf } from './redact.ts';

/** Where a request comes from, as its headers say. */
export interface RequestOrigin {
  readonly callSite: CallSite | undefined;
  readonly traceparent: string | undefined;
  /** Remarks about headers that say nothing that can be read. */
  readonly notes: readonly string[];
}

type SentHeaders = Readonly<Record<string, unknown>>;

/** Reads the headers by which a client says where a request comes from. Most requests have none of them. */
export function originOf(
  deps: Pick<RecordDeps, 'callSites'>,
  headers: SentHeaders,
  redactor: KeyRedactor,
): RequestOrigin {
  const callSite = callSiteOf(deps, headers, redactor);
  const traceparent = traceparentOf(headers, redactor);
  if (callSite === null && traceparent === null) return noOrigin;
  return {
    callSite: callSite ?? undefined,
    traceparent: traceparent ?? undefined,
    notes: [
      ...(callSite === undefined ? [noCallSite] : []),
      ...(traceparent === undefined ? [noTraceparent] : []),
    ],
  };
}

const noOrigin: RequestOrigin = { callSite: undefined, traceparent: undefined, notes: [] };

const noCallSite =
  'X-Sandbox-Call-Site names no place in the working folder, such as src/client.ts:41:12 fetchProfile.';
const noTraceparent = 'The header traceparent names no trace.';

/** The call site that a header names: null without one, undefined if it names none. */
function callSiteOf(
  { callSites }: Pick<RecordDeps, 'callSites'>,
  headers: SentHeaders,
  redactor: KeyRedactor,
): CallSite | null | undefined {
  const header = headers[callSiteHeader] as string | undefined;
  if (!header) return null;
  return redactor.withoutSent(header) === header
    ? callSites.of(header, () => redactor.text(header) === header)
    : undefined;
}

/** The trace that a header names: null without one, undefined if it names none, or a key. */
function traceparentOf(headers: SentHeaders, redactor: KeyRedactor): string | null | undefined {
  const header = headers[traceparentHeader] as string | undefined;
  if (!header) return null;
  const read = readTraceparent(header);
  return read !== undefined && redactor.text(read) === read ? read : undefined;
}

/** The same of a request that is not recorded. */
export const sentTraceparent = (
  deps: Pick<RecordDeps, 'ledger' | 'keyHeaders'>,
  headers: SentHeaders,
): string | undefined =>
  headers[traceparentHeader] === undefined
    ? undefined
    : (traceparentOf(headers, redactorOf(deps, { headers })) ?? undefined);
