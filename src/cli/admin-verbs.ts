import { UsageError } from '../core/errors.ts';
import { termsOf } from './arguments.ts';

/** One call of the admin surface, as a verb of the command line. */
export interface AdminVerb {
  /** `keys`, or `keys create`. */
  name: string;
  description: string;
  /** Names of its arguments, in commander's notation. */
  takes: readonly string[];
  /** Arguments arrive as text, a `<file>` as its content. */
  call: (...given: string[]) => { method: string; path: string; body?: unknown };
}

export const adminVerbs: readonly AdminVerb[] = [
  verb('keys', 'List the API keys.', [], () => get('/keys?limit=1000')),
  verb(
    'keys create',
    'Create a key and print it: {"plan":100,"fractional":true}.',
    ['[json]'],
    (terms = '{}') => post('/keys', json(terms)),
  ),
  verb('keys show', 'Show a key and its account.', ['<key>'], (name) => get(key(name))),
  verb('keys change', 'Change the terms of a key: {"limit":50}.', ['<key>', '<json>'], (name, changes) => ({
    method: 'PATCH',
    path: key(name),
    body: json(changes),
  })),
  verb(
    'keys top-up',
    'Add credits to the account of a key: {"plan":10,"purchased":5}.',
    ['<key>', '<json>'],
    (name, credits) => post(`${key(name)}/credits`, json(credits)),
  ),
  verb('keys entries', "List the ledger entries of a key's account.", ['<key>'], (name) =>
    get(`${key(name)}/entries?limit=1000`),
  ),
  verb('keys delete', 'Delete a key.', ['<key>'], (name) => remove(key(name))),
  verb('faults', 'List the fault rules.', [], () => get('/faults')),
  verb(
    'faults add',
    'Add a fault rule: {"match":{"operation":"clip/profile"},"respond":{"status":503},"times":1}.',
    ['<json>'],
    (rule) => post('/faults', json(rule)),
  ),
  verb('faults release', 'Release the requests that a rule is holding.', ['<id>'], (id) =>
    post(`/faults/${encodeURIComponent(id)}/release`, {}),
  ),
  verb('faults delete', 'Delete one fault rule, or all of them.', ['[id]'], (id?: string) =>
    remove(id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`),
  ),
  verb('clock', 'Show the clock.', [], () => get('/clock')),
  verb(
    'clock set',
    'Set the clock, for all accounts or for the account of one key.',
    ['<setting>', '[key]'],
    (setting, name) => ({
      method: 'PUT',
      path: '/clock',
      body: { ...clockSetting(setting), ...keyOf(name) },
    }),
  ),
  verb(
    'clock advance',
    'Advance the clock, for all accounts or for the account of one key.',
    ['<duration>', '[key]'],
    (by, name) => post('/clock/advance', { by, ...keyOf(name) }),
  ),
  verb('reset', 'Reset everything, or one key, to its initial state.', ['[key]'], (name) =>
    post('/reset', keyOf(name)),
  ),
  verb('requests', 'List the requests that clients made.', ['[terms...]'], (...terms) =>
    get(`/requests?${queryOf(terms)}&limit=1000`),
  ),
  verb('requests count', 'Count the requests that clients made.', ['[terms...]'], (...terms) =>
    get(`/requests/count?${queryOf(terms)}`),
  ),
  verb('requests unmatched', 'List the requests to paths that do not exist.', [], () =>
    get('/requests/unmatched?limit=1000'),
  ),
  verb('snapshot', 'List the snapshots.', [], () => get('/snapshots')),
  verb('snapshot take', 'Save the current state as a snapshot.', ['<name>'], (name) => ({
    method: 'PUT',
    path: snapshot(name),
  })),
  verb('snapshot restore', 'Restore a snapshot.', ['<name>'], (name) =>
    post(`${snapshot(name)}/restore`, {}),
  ),
  verb('snapshot export', 'Print a snapshot.', ['<name>'], (name) => get(snapshot(name))),
  verb('snapshot import', 'Import a snapshot from a file.', ['<name>', '<file>'], (name, content) => ({
    method: 'PUT',
    path: snapshot(name),
    body: json(content),
  })),
  verb('snapshot delete', 'Delete a snapshot.', ['<name>'], (name) => remove(snapshot(name))),
];

/** Added by `verify`, which has a second meaning. */
export const journalCheck: AdminVerb = verb(
  'verify',
  'Check the requests that clients made: {"match":{"operation":"clip/profile"},"exactly":2}. Exit code 3 when the check fails.',
  ['[json]'],
  (check) => post('/verify', json(check)),
);

/** The verbs that have actions, in one line of the overview. */
export const summaries: Readonly<Record<string, string>> = {
  keys: 'List, create, change, top up and delete API keys.',
  faults: 'List, add, release and delete fault rules.',
  clock: 'Show, set and advance the clock.',
  requests: 'List and count the requests that clients made.',
  snapshot: 'List, take, restore, export, import and delete snapshots.',
};

export const argumentHelp: Readonly<Record<string, string>> = {
  key: 'The API key, or its id.',
  json: 'One JSON object.',
  id: 'Id of the fault rule.',
  setting: 'real, frozen, x10 (speed), an instant (frozen there), +2h or -31d (offset), or JSON.',
  duration: 'How far, such as 2h or 31d.',
  terms: 'Filters such as operation=clip/profile or status=404.',
  name: 'Name of the snapshot.',
  file: 'File with the output of `snapshot export`.',
};

function verb(
  name: string,
  description: string,
  takes: readonly string[],
  call: AdminVerb['call'],
): AdminVerb {
  return { name, description, takes, call };
}

const key = (name: string) => `/keys/${encodeURIComponent(name)}`;
const snapshot = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
const keyOf = (name: string | undefined) => (name === undefined ? {} : { key: name });

const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: unknown) => ({ method: 'POST', path, body });
const remove = (path: string) => ({ method: 'DELETE', path });

/** The short forms of the setting `clock`, `frozen`, and JSON; the sandbox refuses anything else. */
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

const queryOf = (terms: readonly string[]): string => new URLSearchParams(termsOf(terms)).toString();
