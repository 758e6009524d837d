import type { OperationId } from '../core/operations.ts';
import { maxWaitMs } from './magic.ts';
import type { Outcomes, RequestedOutcome } from './outcomes.ts';
import { appliesTo, findProfile, type ReplyProfile } from './profiles.ts';
import { findReadyFailure } from './ready.ts';
import { type Failure, failureOf } from './respond.ts';

/** The preferences of a request that the sandbox can honour. */
interface Preference {
  failure?: Failure;
  waitMs?: number;
  profile?: ReplyProfile;
}

/**
 * The header `Prefer` (RFC 7240): `code=402, example=KEY_SPEND_THRESHOLD_EXCEEDED, delay=500, profile=crlf`.
 * @returns the preferences that the operation can honour, and a note on each that is ignored
 */
export function readPrefer(
  header: string,
  operation: OperationId,
  outcomes: Outcomes,
): { preference: Preference; notes: string[] } {
  const requested: RequestedOutcome = {};
  const preference: Preference = {};
  const { preferences, notes } = parsePrefer(header);

  const ready = findReadyFailure(preferences.get('profile') ?? '');
  for (const [name, value] of preferences) {
    const found = findProfile(value);
    const profile = found?.ofRule ? undefined : found;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
    if (name === 'code' && number !== undefined) requested.status = number;
    else if (name === 'example' && value !== '') requested.errorCode = value;
    else if (name === 'delay' && number !== undefined && number <= maxWaitMs) preference.waitMs = number;
    else if (name === 'profile' && profile && appliesTo(profile, operation)) preference.profile = profile;
    else if (name !== 'profile' || !ready) notes.push(ignored(name, value));
  }

  const { profile } = preference;
  const { status, errorCode } = requested;
  if (ready) {
    const failure = failureOf(operation, ready.respond, outcomes);
    if (failure) preference.failure = failure;
    if (ready.latencyMs !== undefined) preference.waitMs ??= ready.latencyMs;
    noteIgnored();
  } else if (profile?.fails !== undefined && (status ?? errorCode) !== undefined) {
    // The code is that of the result: no refusal comes before the stream.
    const outcome = outcomes.findOfStream(operation, requested);
    if (outcome) preference.profile = { ...profile, fails: outcome.errorCode };
    else noteIgnored();
  } else if ((status ?? errorCode) !== undefined) {
    const failure = failureOf(operation, requested, outcomes);
    if (failure) preference.failure = failure;
    else noteIgnored();
  }
  return { preference, notes: notes.slice(0, maxPreferences) };

  function noteIgnored(): void {
    for (const [name, value] of Object.entries({ code: status, example: errorCode }))
      if (value !== undefined) notes.push(ignored(name, String(value)));
  }
}

const ignored = (name: string, value: string): string =>
  `Prefer: ${`${name}${value === '' ? '' : `=${value}`}`.slice(0, 100)} is ignored`;

/** Limits on the preferences (and notes) and on the characters that are read. */
const maxPreferences = 20;
const maxHeaderLength = 2_000;

/**
 * Parses comma-separated `token [= value]` (RFC 7240, 2). A value is bare or quoted; parameters after a semicolon are
 * skipped, because no supported preference has any. Names ignore case, and the first of several counts. Node joins
 * repeated headers by commas.
 */
export function parsePrefer(header: string): { preferences: Map<string, string>; notes: string[] } {
  const preferences = new Map<string, string>();
  const notes: string[] = [];
  if (header.length > maxHeaderLength)
    notes.push(`Prefer: only the first ${maxHeaderLength} characters are read`);
  for (const [part] of header.slice(0, maxHeaderLength).matchAll(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/gs)) {
    const [name = '', ...rest] = (/^(?:"(?:[^"\\]|\\.)*"|[^;])*/s.exec(part)?.[0] ?? '').split('=');
    const token = name.trim().toLowerCase();
    if (token === '') continue;
    if (preferences.size >= maxPreferences) {
      notes.push(`Prefer: only the first ${maxPreferences} preferences are read`);
      break;
    }
    if (preferences.has(token)) notes.push(`Prefer: ${token.slice(0, 100)} is repeated; the first counts`);
    else preferences.set(token, unquoted(rest.join('=').trim()));
  }
  return { preferences, notes };
}

const unquoted = (value: string): string =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
