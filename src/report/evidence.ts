import { Buffer } from 'node:buffer';
import { type CallSite, formatCallSite, furtherCallSites } from '../core/call-site.ts';
import { toCredits } from '../core/credits.ts';
import { parametersIn, queryIn } from '../core/query.ts';
import { isObject } from '../core/values.ts';
import type { ReportedRequest } from './model.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** The first requests that show something, and how many there are. */
export interface EvidenceList {
  requestCount: number;
  readonly requests: Evidence[];
}

/** Requests and parameters that are listed for one finding. */
export const maxEvidence = 10;

/** Longer texts are cut when they are remembered. */
const maxTextCharacters = 500;

export const newEvidenceList = (): EvidenceList => ({ requestCount: 0, requests: [] });

export function addEvidence(list: EvidenceList, request: Evidence): void {
  list.requestCount += 1;
  if (list.requests.length < maxEvidence) list.requests.push(request);
}

/** The same for a request of which no evidence may be needed: to make it costs more than to count. */
export function addRequest(list: EvidenceList, input: TallyInput): void {
  list.requestCount += 1;
  if (list.requests.length < maxEvidence) list.requests.push(evidenceOf(input));
}

/** The evidence of a request; there is one, which streams change. */
export function evidenceOf(input: TallyInput): Evidence {
  if (input.evidence) return input.evidence;
  const { id, request, test } = input;
  const { method, keyId, status, errorCode, credits, url, callSite } = request;
  const evidence = {
    ...{ id, method, keyId, test, status, credits },
    callSite: callSite ?? null,
    url: url.length > maxTextCharacters ? Buffer.from(url.slice(0, maxTextCharacters)).toString() : url,
    body: bodyOf(input),
    code: errorCode,
  };
  input.evidence = evidence;
  return evidence;
}

function bodyOf({ body, request }: TallyInput): string | null {
  if (body === null || (body !== undefined && body.length <= maxTextCharacters)) return body;
  if (request.body === undefined) return null;
  return JSON.stringify(shortParameters(body === undefined ? request.body : JSON.parse(body)));
}

/** @param labelOf the name of a key; null without one */
export function reportedRequest(
  { id, method, url, body, keyId, test, callSite, status, code, credits }: Evidence,
  labelOf: (keyId: string) => string | null,
): ReportedRequest {
  const [path] = url.split('?', 1) as [string];
  return {
    id,
    method,
    path: cut(path),
    parameters: shortParameters({
      ...parametersIn(queryIn(url)),
      ...(body !== null && asObject(JSON.parse(body))),
    }),
    key: keyId === null ? null : (labelOf(keyId) ?? keyId),
    ...(test !== null && { test }),
    ...(callSite && { callSite }),
    status,
    ...(code !== null && { code }),
    credits: toCredits(credits),
  };
}

/** Findings by what they are and by their call site. Beyond `maxSiteRows` of them, call sites share a row for each. */
export interface SiteRows<Row extends { callSite: CallSite | null }> {
  of(finding: string, callSite: CallSite | null, make: (callSite: CallSite | null) => Row): Row;
  all(): Iterable<Row>;
  clear(): void;
}

const maxSiteRows = 1_000;

export function createSiteRows<Row extends { callSite: CallSite | null }>(): SiteRows<Row> {
  const rows = new Map<string, Row>();
  return {
    of(finding, callSite, make) {
      const known = rows.get(siteName(finding, callSite));
      if (known) return known;
      const site = callSite !== null && rows.size >= maxSiteRows ? furtherCallSites : callSite;
      const name = siteName(finding, site);
      const row = rows.get(name) ?? make(site);
      rows.set(name, row);
      return row;
    },
    all: () => rows.values(),
    clear: () => rows.clear(),
  };
}

export const siteName = (finding: string, callSite: CallSite | null | undefined): string =>
  callSite ? `${finding} ${formatCallSite(callSite)}` : finding;

const maxParameters = 12;
const maxNameCharacters = 60;
const maxValueCharacters = 200;

/** The first parameters, each cut. */
export const shortParameters = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(asObject(given))
      .slice(0, maxParameters)
      .map(([name, value]) => [cut(name, maxNameCharacters), shortenedValue(value)]),
  );

function shortenedValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  const text = JSON.stringify(value) ?? '';
  return text.length > maxValueCharacters ? cut(text) : value;
}

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const cut = (text: string, max = maxValueCharacters): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
