import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFixtures } from '../../seed/fixtures/fixtures.ts';
import { createAdminClient } from '../client/admin-client.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { parseReplyJson } from '../contract/event-stream.ts';
import { httpSend, outgoing, type Send } from '../contract/wire.ts';
import { formatCount } from '../core/count.ts';
import { dayMs } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { freePort, readSettings } from '../core/settings.ts';
import { isObject } from '../core/values.ts';
import {
  addCorrections,
  correctionPhases,
  dropEmptyGroups,
  isGap,
  type ReplyPair,
  replyPairs,
} from '../recording/creators/corrections.ts';
import {
  creatorFileOf,
  type PersonAccount,
  peopleOf,
  type RecordedPeople,
} from '../recording/creators/people.ts';
import { type RecordedLookup, recordedCreators } from '../recording/creators/sources.ts';
import { recordedFiles } from '../recording/recordings.ts';
import { makeFolder } from '../system/make-folder.ts';
import { replaceFile } from '../system/write-file.ts';
import { exitCode, type Io } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';

export interface FixturesFromFlags {
  out: string;
  force?: true;
}

/**
 * Makes fixture creators of recordings: what is known as recorded, the rest invented around it.
 * @throws UsageError for a folder without recorded creators, or one to write into that holds files
 */
export async function fixturesFrom(
  folder: string,
  { out, force }: FixturesFromFlags,
  io: Io,
): Promise<number> {
  const write = (sentence: string): void => void io.stderr.write(`creator-sandbox: ${sentence}\n`);
  const target = resolve(io.cwd, out);
  if (!force) refuseFilled(target, out);
  const skipped: string[] = [];
  const creators = recordedCreators(recordedFiles(resolve(io.cwd, folder), folder), (sentence) =>
    skipped.push(sentence),
  );
  if (creators.length === 0)
    throw new UsageError(
      `${folder} has no look-up of a creator that the service answered: make some with record.`,
    );
  const made = peopleOf(creators);
  const unlike = await fitToRecordings(made, io);
  const { written, replaced } = writeFixtures(target, made);
  const all = made.people.flatMap(({ accounts }) => accounts);
  const known = all.filter(({ creator }) => creator).length;
  write(
    `${formatCount(known, 'recorded creator')} in ${formatCount(written, 'file')} in ${out}. Start with them: creator-sandbox --fixtures ${out}`,
  );
  if (all.length > known)
    write(
      `${formatCount(all.length - known, 'account')} beside them are invented, because a recorded one links to them.`,
    );
  if (replaced > 0) write(`${formatCount(replaced, 'file')} in ${out} replaced.`);
  for (const sentences of [skipped.map((each) => `Left out: ${each}.`), contradictionsOf(made.notes), unlike])
    for (const sentence of sentences.slice(0, maxSentences)) write(sentence);
  return exitCode.ok;
}

const maxSentences = 20;

const contradictionsOf = (notes: readonly string[]): string[] =>
  notes.map((note) => `Recordings of one day contradict each other, and the newest stands: ${note}.`);

function refuseFilled(target: string, out: string): void {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats && (!stats.isDirectory() || readdirSync(target).length > 0))
    throw new UsageError(
      `${out} exists and holds files: name another folder, or add --force to replace those of the same names.`,
    );
}

function writeFixtures(
  folder: string,
  { people, brands }: RecordedPeople,
): { written: number; replaced: number } {
  let [written, replaced] = [0, 0];
  const put = (name: string, content: object): void => {
    const file = join(folder, name);
    if (statSync(file, { throwIfNoEntry: false })) replaced += 1;
    makeFolder(join(file, '..'));
    replaceFile(file, indentedJson(content));
    written += 1;
  };
  for (const person of people) put(join('creators', `${person.name}.json`), creatorFileOf(person));
  if (brands.length > 0)
    put(join('brands', 'recorded.json'), Object.fromEntries(brands.map(({ key, ...brand }) => [key, brand])));
  return { written, replaced };
}

/**
 * Asks a sandbox with these creators what was recorded, and keeps beside each creator where it answers otherwise: first
 * the figures that several records share, then the rest of each reply.
 * @returns sentences on what no fixture can keep
 */
async function fitToRecordings(made: RecordedPeople, io: Io): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-fixtures-'));
  const accounts = made.people.flatMap(({ accounts }) => accounts);
  try {
    for (const phase of correctionPhases) {
      await eachReply(made, accounts, folder, io, ({ account }, { operation }, pairs) =>
        addCorrections(account, operation, pairs, phase),
      );
      for (const { account } of accounts) dropEmptyGroups(account);
    }
    const left = new Map<string, number>();
    await eachReply(made, accounts, folder, io, (_, { operation }, pairs) => {
      for (const { steps } of pairs.filter(isGap)) {
        const names = steps.filter((step) => /^[a-z][A-Za-z0-9]*$/i.test(step) && step.length < 30);
        const place = `${operation} ${names.slice(0, 4).join('/')}`;
        left.set(place, (left.get(place) ?? 0) + 1);
      }
    });
    return [...left].map(
      ([place, count]) => `${place}: ${formatCount(count, 'recorded value')} that a fixture cannot hold.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type OnReply = (account: PersonAccount, lookup: RecordedLookup, pairs: readonly ReplyPair[]) => void;

async function eachReply(
  made: RecordedPeople,
  accounts: readonly PersonAccount[],
  folder: string,
  io: Io,
  onReply: OnReply,
): Promise<void> {
  writeFixtures(folder, made);
  // one sentence with the file, where a creator has the wrong form
  readFixtures(folder);
  const { settings } = readSettings({
    flags: {
      ...{ fixtures: folder, size: 60, worldTime: 'still', clock: new Date(0).toISOString() },
      ...{ port: freePort, journal: 0, pace: 0, vocabulary: 'neutral' },
    },
  });
  const sandbox = await startOwnSandbox(settings, io, async () => {});
  try {
    const byDay = Map.groupBy(accounts, ({ dayAt }) => dayAt);
    for (const [dayAt, ofDay] of byDay) {
      await createAdminClient(sandbox.adminUrl ?? '').freeze(new Date(dayAt + dayMs / 2));
      await askAll(sandbox, ofDay, onReply);
    }
  } finally {
    await sandbox.close();
  }
}

async function askAll(sandbox: Sandbox, accounts: readonly PersonAccount[], onReply: OnReply): Promise<void> {
  const send: Send = httpSend({
    url: sandbox.url,
    v2Url: `${sandbox.url}/v2`,
    timeoutMs: 60_000,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  for (const account of accounts) {
    const { creator, dayAt } = account;
    // what was recorded on an earlier day tells of that day
    const lookups = creator?.lookups.filter(({ at }) => at >= dayAt) ?? [];
    const replies = await Promise.all(
      lookups.map(async ({ operation, request: { method, query, body } }) => {
        // of a stranger's file neither the path nor a header is sent
        const request = {
          method,
          path: `/${operation}`,
          ...(query && { query }),
          ...(body !== undefined && { body }),
        };
        const { text } = await send(outgoing(request, 'sandbox:unlimited,fractional:fixtures'));
        return parseReplyJson(text);
      }),
    );
    for (const [index, lookup] of lookups.entries()) {
      const reply = replies[index];
      const ours = isObject(reply) ? reply['data'] : undefined;
      onReply(account, lookup, replyPairs(ours, lookup.data, dayAt));
    }
  }
}
