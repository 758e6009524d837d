import type { OperationId } from '../core/operations.ts';
import { longestWaitMs } from './magic.ts';
import type { AskedOutcome, Outcome, Outcomes } from './outcomes.ts';
import { findProfile, type Profile, suits } from './torture.ts';

/** What the header `Prefer` wants of one answer. */
export interface Preference {
  outcome?: Outcome;
  waitMs?: number;
  profile?: Profile;
}

/**
 * The header `Prefer` (RFC 7240): `code=402, example=KEY_SPEND_THRESHOLD_EXCEEDED, delay=500, torture=crlf`.
 * @returns what of it this operation can do, and a note on everything that it ignores
 */
export function readPrefer(
  header: string,
  operation: OperationId,
  outcomes: Outcomes,
): { preference: Preference; notes: string[] } {
  const asked: AskedOutcome = {};
  const preference: Preference = {};
  const { found, notes } = preferencesIn(header);

  for (const [name, value] of found) {
    const profile = findProfile(value);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
    if (name === 'code' && number !== undefined) asked.status = number;
    else if (name === 'example' && value !== '') asked.errorCode = value;
    else if (name === 'delay' && number !== undefined && number <= longestWaitMs) preference.waitMs = number;
    else if (name === 'torture' && profile && suits(profile, operation)) preference.profile = profile;
    else notes.push(ignored(name, value));
  }

  if (asked.status === undefined && asked.errorCode === undefined)
    return { preference, notes: notes.slice(0, mostPreferences) };
  const outcome = outcomes.find(operation, asked);
  if (outcome) preference.outcome = outcome;
  else
    for (const [name, value] of Object.entries({ code: asked.status, example: asked.errorCode }))
      if (value !== undefined) notes.push(ignored(name, String(value)));
  return { preference, notes: notes.slice(0, mostPreferences) };
}

const ignored = (name: string, value: string): string =>
  `Prefer: ${`${name}${value === '' ? '' : `=${value}`}`.slice(0, 100)} is ignored`;

/** More than anyone means: what follows is not read. */
const mostPreferences = 20;
const longestHeader = 2_000;

/**
 * RFC 7240, 2: comma separated `token [= value]`, a value bare or quoted, parameters after a semicolon, which no
 * preference of ours has. Names are compared without case; of one that is repeated the first counts. Repeated
 * headers arrive here joined by commas.
 */
export function preferencesIn(header: string): { found: Map<string, string>; notes: string[] } {
  const found = new Map<string, string>();
  const notes: string[] = [];
  if (header.length > longestHeader)
    notes.push(`Prefer: what stands behind its first ${longestHeader} characters is not read`);
  for (const [part] of header.slice(0, longestHeader).matchAll(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/gs)) {
    const [name = '', ...rest] = (/^(?:"(?:[^"\\]|\\.)*"|[^;])*/s.exec(part)?.[0] ?? '').split('=');
    const token = name.trim().toLowerCase();
    if (token === '') continue;
    if (found.size >= mostPreferences) {
      notes.push(`Prefer: more than ${mostPreferences} preferences are not read`);
      break;
    }
    if (found.has(token)) notes.push(`Prefer: ${token.slice(0, 100)} is repeated; the first counts`);
    else found.set(token, unquoted(rest.join('=').trim()));
  }
  return { found, notes };
}

const unquoted = (value: string): string =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
