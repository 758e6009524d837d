import { resolve } from 'node:path';
import type { Key } from '../client/types.ts';
import { connectionErrorReason } from '../core/connection-error.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import type { Settings } from '../core/settings.ts';
import { readTextFile } from '../system/read-file.ts';
import { adminAddressOf, trustSandbox } from './address.ts';
import { NoSandbox } from './errors.ts';
import { exitCode, type Io, noPaint } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { keyVerbs, nameOfKey } from './verbs/keys.ts';
import type { AdminCall, AdminVerb, Display } from './verbs/verb.ts';

/** Calls the admin surface and prints its answer. @returns 3 when a check fails, 1 when another call is refused */
export async function askAdmin(
  verb: AdminVerb,
  given: readonly string[],
  { json, ...flags }: Flags,
  io: Io,
): Promise<number> {
  const words = given.map((text, n) =>
    verb.argumentNames[n] === '<file>' ? readArgumentFile(text, io) : text,
  );
  const body = await listOf(verb, words, flags, io).catch((error: unknown) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  if (body instanceof Refused) {
    io.stderr.write(`creator-sandbox: ${detailOf(body.message)}\n`);
    return verb.name === 'verify' && body.message.includes('"expected"') ? exitCode.gate : exitCode.runtime;
  }
  if (!json) {
    const lines = await verb.show(body, await displayOf(body, withoutFlagsOf(verb, flags), io));
    io.stdout.write(lines.map((line) => `${line}\n`).join(''));
  } else if (body !== undefined) io.stdout.write(indentedJson(body));
  return exitCode.ok;
}

/** The admin surface refused a call; the message is its reply. */
class Refused extends Error {}

/** The reply to a verb, with all pages of a list; undefined for an empty reply. @throws Refused */
export async function listOf(
  verb: AdminVerb,
  words: readonly string[],
  flags: Flags,
  io: Io,
): Promise<object | undefined> {
  const asking = withoutFlagsOf(verb, flags);
  const call = verb.call(words, flags);
  const ask = async (page: AdminCall): Promise<AdminPage | undefined> => {
    const reply = await replyOfAdmin(page, asking, io);
    const text = await reply.text();
    if (!reply.ok) throw new Refused(text);
    return text === '' ? undefined : (JSON.parse(text) as AdminPage);
  };
  const first = await ask(call);
  const { pages } = verb;
  if (!first || pages === undefined) return first;
  const list = [...(first[pages] as unknown[])];
  let { cursor } = first;
  while (cursor != null) {
    const page = await ask({ ...call, path: `${call.path}&${new URLSearchParams({ cursor })}` });
    list.push(...((page?.[pages] as unknown[] | undefined) ?? []));
    cursor = page?.cursor;
  }
  return { ...first, [pages]: list, cursor: null };
}

type AdminPage = Record<string, unknown> & { cursor?: string | null };

/** The flags that find the sandbox, without those of the verb itself, such as `--cycle`. */
const withoutFlagsOf = ({ options }: AdminVerb, flags: Flags): Flags =>
  Object.fromEntries(
    Object.entries(flags).filter(([name]) => !options.some((option) => option.attributeName() === name)),
  );

/** How to show a reply. It asks for the names of keys only if the reply has ids of keys. */
async function displayOf(body: object | undefined, flags: Flags, io: Io): Promise<Display> {
  const names = /"key":"[\da-f]{16}"/.test(JSON.stringify(body) ?? '')
    ? await keyNames(flags, io)
    : undefined;
  return {
    paint: io.stdout.paint ?? noPaint,
    nameOf: (id) => (id === null ? 'no key' : (names?.get(id) ?? id.slice(0, 8))),
  };
}

/** The names of keys by their ids. */
export async function keyNames(flags: Flags, io: Io): Promise<ReadonlyMap<string, string>> {
  const [list] = keyVerbs;
  const { keys } = (await listOf(list, [], flags, io)) as { keys: readonly Key[] };
  return new Map(keys.map((key) => [key.id, nameOfKey(key)]));
}

/** URL of the admin surface that a verb asks: inside `exec` that of its sandbox, unless a flag names another. */
export function adminUrlOf(settings: Settings, flags: Flags, { env }: Io): string {
  const named = flags['port'] !== undefined || flags['adminPort'] !== undefined;
  return (named ? undefined : env['CREATOR_SANDBOX_ADMIN']) || adminAddressOf(settings);
}

export const tokenHeader = ({ adminToken }: Settings): Record<string, string> =>
  adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };

/** Calls the admin surface of the sandbox that the flags name. @throws NoSandbox */
export async function replyOfAdmin(
  { method, path, body }: AdminCall,
  flags: Flags,
  io: Io,
): Promise<Response> {
  const { settings } = settingsOf(flags, io);
  await trustSandbox(settings);
  return fetchSandbox(`${adminUrlOf(settings, flags, io)}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...tokenHeader(settings),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
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

/** @throws NoSandbox */
export async function fetchSandbox(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new NoSandbox(
      `${new URL(url).origin} does not answer: ${connectionErrorReason(error)}. Start a sandbox, or give its --port.`,
    );
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
