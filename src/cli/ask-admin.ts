import { resolve } from 'node:path';
import { askAdminSurface, NoAnswer, type SandboxAnswer } from '../client/ask-sandbox.ts';
import type { Key } from '../client/types.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { nearest } from '../core/nearest.ts';
import { readTextFile } from '../system/read-file.ts';
import { findSandbox } from './address.ts';
import { listKeys, nameOfKey } from './admin/keys.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { lookOf } from './table.ts';
import type { AdminCall, AskingVerb, Display, Line } from './verb.ts';

/** Calls the admin surface and prints its answer. @returns 3 when a check fails, 2 when it refuses the words, else 1 */
export async function askAdmin(verb: AskingVerb, line: Line): Promise<number> {
  const { words: given, flags, io } = line;
  const names = argumentsOf(verb);
  const words = given.map((text, n) => (names[n] === '<file>' ? readArgumentFile(text, io) : text));
  const body = await wholeReply(verb.call(words, flags), verb.pages, flags, io).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  if (body instanceof Refused) {
    const hint = body.status === 404 ? await keyHint(verb, { ...line, words }) : '';
    tell(io, `${detailOf(body.message)}${hint}`);
    return body.code;
  }
  if (!flags['json']) {
    const lines = await verb.show(body, await displayOf(body, flags, io));
    io.stdout.write(lines.map((line) => `${line}\n`).join(''));
  } else if (body !== undefined) io.stdout.write(indentedJson(body));
  return exitCode.ok;
}

const argumentsOf = (verb: AskingVerb): string[] => Object.keys(verb.arguments ?? {});

/** The admin surface refused a call; the message is its reply. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Wrong words can be mended on the line; for other refusals something else must change. */
  get code(): number {
    if (this.message.includes('"expected"')) return exitCode.gate;
    return [400, 404, 422].includes(this.status) ? exitCode.usage : exitCode.runtime;
  }
}

/** The hint for a name that no key has. It does not repeat the name, which may be a key. */
async function keyHint(verb: AskingVerb, { name, words, flags, io }: Line): Promise<string> {
  const at = argumentsOf(verb).findIndex((each) => /key/.test(each));
  const given = words[at];
  if (given === undefined) return '';
  const names = await keyNames(flags, io);
  const near = nearest(given, [...names.values()], Math.ceil(given.length / 2));
  if (near === undefined) return ' List them with: creator-sandbox keys';
  return ` The nearest valid one is ${near}: creator-sandbox ${name} ${words.with(at, near).join(' ')}`;
}

/** The reply to a call, with all pages of its list; undefined for an empty reply. @throws Refused */
async function wholeReply(
  call: AdminCall,
  pages: string | undefined,
  flags: Flags,
  io: Io,
): Promise<AdminPage | undefined> {
  const ask = async (page: AdminCall): Promise<AdminPage | undefined> => {
    const reply = await replyOfAdmin(page, flags, io);
    const text = await reply.text();
    if (!reply.isOk) throw new Refused(reply.status, text);
    return text === '' ? undefined : (JSON.parse(text) as AdminPage);
  };
  const first = await ask(call);
  if (pages === undefined || first?.cursor == null) return first;
  const list = [...(first[pages] as unknown[])];
  let cursor: string | null | undefined = first.cursor;
  while (cursor != null) {
    const page = await ask({ ...call, path: pathAfter(call.path, cursor) });
    list.push(...((page?.[pages] as unknown[] | undefined) ?? []));
    cursor = page?.cursor;
  }
  return { ...first, [pages]: list, cursor: null };
}

function pathAfter(path: string, cursor: string): string {
  const [way = '', query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${way}?${parameters}`;
}

type AdminPage = Record<string, unknown> & { cursor?: string | null };

/** The whole list of a call. @throws Refused */
export async function listOf<Row>(call: AdminCall, list: string, flags: Flags, io: Io): Promise<Row[]> {
  const reply = await wholeReply(call, list, flags, io);
  return (reply?.[list] ?? []) as Row[];
}

/** How to show a reply. It asks for the names of keys only if the reply has ids of keys. */
async function displayOf(body: object | undefined, flags: Flags, io: Io): Promise<Display> {
  const names = /"key":"[\da-f]{16}"/.test(JSON.stringify(body) ?? '')
    ? await keyNames(flags, io)
    : undefined;
  return {
    ...lookOf(io.stdout),
    nameOf: (id) => (id === null ? 'no key' : (names?.get(id) ?? id.slice(0, 8))),
  };
}

/** The names of keys by their ids. */
export async function keyNames(flags: Flags, io: Io): Promise<ReadonlyMap<string, string>> {
  const keys = await listOf<Key>(listKeys(), 'keys', flags, io);
  return new Map(keys.map((key) => [key.id, nameOfKey(key)]));
}

/** Calls the admin surface of the sandbox that the flags name. @throws NoAnswer */
export async function replyOfAdmin(
  { method, path, body }: AdminCall,
  flags: Flags,
  io: Io,
  signal?: AbortSignal,
): Promise<SandboxAnswer> {
  const { admin, namedBy } = await findSandbox(flags, io);
  try {
    return await askAdminSurface(admin, path, { method, body, signal });
  } catch (error) {
    if (!(error instanceof NoAnswer) || signal?.aborted) throw error;
    throw new NoAnswer(
      `${error.message} The address comes from ${namedBy}. Start a sandbox, or name another with --url.`,
    );
  }
}

/** The sandbox refuses what is too long for it in a sentence of its own. */
const maxArgumentMegabytes = 64;

function readArgumentFile(name: string, { cwd }: Io): string {
  try {
    return readTextFile(resolve(cwd, name), { maxMegabytes: maxArgumentMegabytes });
  } catch (error) {
    throw new UsageError(`The file ${name} cannot be read: ${(error as Error).message}.`);
  }
}

/** The sentence of a problem. For a failed check, lines follow: expected, found, and the nearest requests. */
export function detailOf(text: string): string {
  try {
    const { detail, title, lines = [] } = JSON.parse(text) as Record<string, unknown> & { lines?: string[] };
    return [String(detail ?? title), ...lines.map((line) => `  ${line}`)].join('\n');
  } catch {
    return text;
  }
}
