import { Buffer } from 'node:buffer';
import { type CallSite, formatCallSite } from '../core/call-site.ts';
import { isObject } from '../core/values.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** Requests and parameters that are listed for one finding. */
export const maxEvidence = 10;

/** Longer texts are cut when they are remembered. */
const maxTextCharacters = 500;

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

export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const cut = (text: string, max = maxValueCharacters): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
