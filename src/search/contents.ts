import type { Search } from '../core/search-body.ts';
import type { Account } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import type { Column } from './column.ts';
import { growing } from './growing.ts';
import type { Moment } from './instants.ts';
import { type Name, word, words } from './names.ts';
import { columnsBuilder, tableOf } from './table.ts';

/** Filter names of a content search: those of the content and those of its creator. */
export interface ContentNames<Subject, Of extends Account> {
  content: readonly Name<Subject>[];
  creator: readonly Name<Of>[];
}

export interface ContentTable {
  readonly bytes: number;
  find(search: Search, moment: Moment): { contents: Place[]; totalResults: number };
}

/** The place of a content: the id of its account and its position there. */
export interface Place {
  id: string;
  n: number;
}

/** The creator's figures in every content search (observed). */
export const creatorNames: readonly Name<Account>[] = [
  word('creatorDisplayName', (account) => account.displayName, { caseless: true }),
  word('country', (account) => account.country),
  words('contentNiches', (account) => account.niches),
  // the audience's largest location, as in the creator search (assumed: main-audience)
  word('audienceLocation', (account) => account.audience?.locations[0]?.country ?? ''),
];

/** @param subjectsOf one subject per content of the account, in the order of its contents */
export function contentTable<Subject, Of extends Account>(
  names: ContentNames<Subject, Of>,
  accounts: Iterable<Of>,
  subjectsOf: (account: Of) => readonly Subject[],
): ContentTable {
  const contents = columnsBuilder(names.content);
  const creators = columnsBuilder(names.creator);
  const accountIds: string[] = [];
  const contentIds: string[] = [];
  const firstRow = growing();
  for (const account of accounts) {
    if (account.contents.length === 0) continue;
    accountIds.push(accountId(account));
    firstRow.push(contentIds.length);
    creators.add(account);
    for (const subject of subjectsOf(account)) contents.add(subject);
    for (const { id } of account.contents) contentIds.push(id);
  }
  const starts = Uint32Array.from(firstRow.values());
  const creatorOf = creatorsOf(starts, contentIds.length);
  const ofCreator = [...creators.done()].map(
    ([name, column]) => [name, joined(column, creatorOf, accountIds.length)] as const,
  );
  const table = tableOf(
    [...names.content, ...names.creator],
    new Map([...contents.done(), ...ofCreator]),
    contentIds,
    { by: 'publishTime', desc: true },
  );

  return {
    bytes: table.bytes + creatorOf.byteLength,
    find(search, moment) {
      const { rows, totalResults } = table.find(search, moment);
      const placeOf = (row: number): Place => {
        const creator = creatorOf[row] as number;
        return { id: accountIds[creator] as string, n: row - (starts[creator] as number) };
      };
      return { contents: rows.map(placeOf), totalResults };
    },
  };
}

/** The number of the account of each row. */
function creatorsOf(starts: Uint32Array, size: number): Uint32Array {
  const creatorOf = new Uint32Array(size);
  for (const [creator, start] of starts.entries())
    creatorOf.fill(creator, start, starts[creator + 1] ?? size);
  return creatorOf;
}

/** A creator's column applied to contents. The filter tests each creator once. */
function joined(column: Column, creatorOf: Uint32Array, creators: number): Column {
  return {
    keep(filter, rows, count) {
      const matching = Uint32Array.from({ length: creators }, (_, creator) => creator);
      const matched = column.keep(filter, matching, creators);
      const marks = new Uint8Array(creators);
      for (const creator of matching.subarray(0, matched)) marks[creator] = 1;
      return keepOfCreators(marks, creatorOf, rows, count);
    },
    keys() {
      const keys = column.keys();
      return keys && keysOfCreators(keys, creatorOf);
    },
    step: 1,
    bytes: column.bytes,
  };
}

function keepOfCreators(marks: Uint8Array, creatorOf: Uint32Array, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += marks[creatorOf[row] as number] as number;
  }
  return kept;
}

function keysOfCreators(keys: ArrayLike<number>, creatorOf: Uint32Array): Float64Array {
  const found = new Float64Array(creatorOf.length);
  for (let row = 0; row < found.length; row++) found[row] = keys[creatorOf[row] as number] as number;
  return found;
}
