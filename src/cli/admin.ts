import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { adminAddressOf, NoSandbox, whyUnreached } from './address.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** One thing that a verb says to a running sandbox: a call of its admin surface. */
export interface AdminVerb {
  verb: string;
  /** Second word; the verb alone when absent. */
  action?: string;
  description: string;
  /** Names of its arguments; those in brackets may be left out, `json` is read as JSON, `file` from a file. */
  takes: readonly string[];
  call: (...given: string[]) => { method: string; path: string; body?: unknown };
}

const key = (name: string) => `/keys/${encodeURIComponent(name)}`;
const snapshot = (name: string) => `/snapshots/${encodeURIComponent(name)}`;

export const adminVerbs: readonly AdminVerb[] = [
  row('keys', undefined, 'List the keys.', [], () => get('/keys?limit=1000')),
  row('keys', 'create', 'Make a key; prints it whole.', ['[json]'], (terms = '{}') =>
    post('/keys', json(terms)),
  ),
  row('keys', 'show', 'A key and its account.', ['key'], (name = '') => get(key(name))),
  row('keys', 'change', 'Change what is given of a key.', ['key', 'json'], (name = '', changes = '') => ({
    method: 'PATCH',
    path: key(name),
    body: json(changes),
  })),
  row(
    'keys',
    'top-up',
    'Add credits: {"plan":10,"purchased":5}.',
    ['key', 'json'],
    (name = '', credits = '') => post(`${key(name)}/credits`, json(credits)),
  ),
  row('keys', 'entries', "The ledger's entries of a key's account.", ['key'], (name = '') =>
    get(`${key(name)}/entries?limit=1000`),
  ),
  row('keys', 'delete', 'Remove a key.', ['key'], (name = '') => remove(key(name))),
  row('faults', undefined, 'List the fault rules.', [], () => get('/faults')),
  row('faults', 'add', 'Write a fault rule.', ['json'], (rule = '') => post('/faults', json(rule))),
  row('faults', 'release', 'Let go what a rule holds.', ['id'], (id = '') =>
    post(`/faults/${encodeURIComponent(id)}/release`, {}),
  ),
  row('faults', 'delete', 'Remove a rule, or all of them.', ['[id]'], (id) =>
    remove(id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`),
  ),
  row('clock', undefined, 'What the clock says.', [], () => get('/clock')),
  row(
    'clock',
    'set',
    'Set the clock: real, frozen, x10, an instant to freeze it at, +2h or -31d to set it off, or JSON.',
    ['setting', '[key]'],
    (setting = '', name) => ({
      method: 'PUT',
      path: '/clock',
      body: { ...clockSetting(setting), ...(name !== undefined && { key: name }) },
    }),
  ),
  row(
    'clock',
    'advance',
    'Move the clock, of one account when a key is named.',
    ['duration', '[key]'],
    (by, name) => post('/clock/advance', { by, ...(name !== undefined && { key: name }) }),
  ),
  row('reset', undefined, 'Take everything, or one key, back to its start.', ['[key]'], (name) =>
    post('/reset', name === undefined ? {} : { key: name }),
  ),
  row(
    'requests',
    undefined,
    'What clients did; terms such as operation=clip/profile narrow it.',
    ['[terms…]'],
    (...terms) => get(`/requests?${queryOf(terms)}&limit=1000`),
  ),
  row('requests', 'count', 'How many requests match.', ['[terms…]'], (...terms) =>
    get(`/requests/count?${queryOf(terms)}`),
  ),
  row('requests', 'unmatched', 'Requests for paths that the service does not have.', [], () =>
    get('/requests/unmatched?limit=1000'),
  ),
  row('snapshot', undefined, 'List the snapshots.', [], () => get('/snapshots')),
  row('snapshot', 'take', 'Keep the present state under a name.', ['name'], (name = '') => ({
    method: 'PUT',
    path: snapshot(name),
  })),
  row('snapshot', 'restore', 'Go back to a snapshot.', ['name'], (name = '') =>
    post(`${snapshot(name)}/restore`, {}),
  ),
  row('snapshot', 'export', 'Print a snapshot.', ['name'], (name = '') => get(snapshot(name))),
  row('snapshot', 'import', 'Read a snapshot from a file.', ['name', 'file'], (name = '', content = '') => ({
    method: 'PUT',
    path: snapshot(name),
    body: json(content),
  })),
  row('snapshot', 'delete', 'Forget a snapshot.', ['name'], (name = '') => remove(snapshot(name))),
];

/** Said by `verify`, which has a second meaning and so a command of its own. */
export const journalCheck: AdminVerb = row(
  'verify',
  undefined,
  'Check what clients did: {"match":{"operation":"clip/profile"},"exactly":2}; 3 when it does not hold.',
  ['json'],
  (check = '') => post('/verify', json(check)),
);

/** Says it, and prints what the sandbox answers. 3 when a check does not hold, 1 when it is refused otherwise. */
export async function sayToAdmin(
  { verb, takes, call }: AdminVerb,
  given: readonly string[],
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const words = given.map((word, n) => (takes[n] === 'file' ? fileContent(word, io) : word));
  const { method, path, body } = call(...words);
  // Inside `exec` its sandbox is meant, unless a flag names another.
  const named = flags['port'] !== undefined || flags['adminPort'] !== undefined;
  const base = (named ? undefined : io.env['CREATOR_SANDBOX_ADMIN']) || adminAddressOf(settings);

  const reply = await answerOf(`${base}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(settings.adminToken !== undefined && { authorization: `Bearer ${settings.adminToken}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (reply.ok) {
    if (text !== '') io.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    return exitCode.ok;
  }
  io.stderr.write(`creator-sandbox: ${detailOf(text)}\n`);
  return verb === 'verify' && text.includes('"expected"') ? exitCode.gate : exitCode.runtime;
}

function row(
  verb: string,
  action: string | undefined,
  description: string,
  takes: readonly string[],
  call: AdminVerb['call'],
): AdminVerb {
  return { verb, ...(action !== undefined && { action }), description, takes, call };
}

const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: unknown) => ({ method: 'POST', path, body });
const remove = (path: string) => ({ method: 'DELETE', path });

/** As short as the setting `clock`, and some more; whatever else it is the sandbox refuses. */
function clockSetting(text: string): object {
  if (text.startsWith('{')) return json(text) as object;
  if (text === 'real' || text === 'frozen') return { mode: text };
  if (/^x\d/.test(text)) return { mode: 'scaled', scale: Number(text.slice(1)) };
  if (/^[+-]\d+[a-z]+$/.test(text)) return { mode: 'offset', offset: text };
  return { mode: 'frozen', at: text };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`This is not JSON: ${text.slice(0, 80)}`);
  }
}

function queryOf(terms: readonly string[]): string {
  const pairs = terms.map((term): [string, string] => {
    const at = term.indexOf('=');
    if (at < 1) throw new UsageError(`A term is written name=value, not ${term}.`);
    return [term.slice(0, at), term.slice(at + 1)];
  });
  return new URLSearchParams(pairs).toString();
}

function fileContent(name: string, { cwd }: Io): string {
  try {
    return readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${name} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new NoSandbox(`${new URL(url).origin} does not answer: ${whyUnreached(error)}.`);
  }
}

/** The detail of the problem, and for a check that does not hold the whole of it. */
function detailOf(text: string): string {
  try {
    const problem = JSON.parse(text) as Record<string, unknown>;
    return 'expected' in problem
      ? JSON.stringify(problem, null, 2)
      : String(problem['detail'] ?? problem['title']);
  } catch {
    return text;
  }
}
