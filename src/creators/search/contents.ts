import type { Account } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import type { Column, KnownRows, RowCondition } from './column.ts';
import { growingCodes, type WholeNumbers, wholeNumbers } from './growing.ts';
import { type SearchName, wordName, wordsName } from './names.ts';
import type { IndexBuilder, PartSource } from './parts.ts';
import { firstWhere } from './sorted.ts';
import { keepMarked } from './string-columns.ts';
import { columnsBuilder, columnsOf, placesOf, type Searches, tableOf, tableParts } from './table.ts';

/** Filter names of a content search: those of the content and those of its creator. */
export interface ContentNames<Subject, Creator extends Account> {
  content: readonly SearchName<Subject>[];
  creator: readonly SearchName<Creator>[];
}

export type ContentTable = Searches<{ contents: ContentPlace[]; totalResults: number }>;

/** The place of a content: the id of its account and its position there. */
export interface ContentPlace {
  id: string;
  n: number;
}

/** The creator's figures in every content search (observed). */
export const creatorNames: readonly SearchName<Account>[] = [
  wordName('creatorDisplayName', (account) => account.displayName, { caseless: true }),
  wordName('country', (account) => account.country),
  wordsName('contentNiches', (account) => account.niches),
  // the audience's largest location, as in the creator search (assumed: main-audience)
  wordName('audienceLocation', (account) => account.audience?.locations[0]?.country ?? ''),
];

/** @param subjectsOf one subject per content of the account, in the order of its contents */
export function contentIndex<Subject, Creator extends Account>(
  names: ContentNames<Subject, Creator>,
  subjectsOf: (account: Creator) => readonly Subject[],
): IndexBuilder<Creator> {
  const contents = columnsBuilder(names.content);
  const { perContent, perCreator } = splitCreatorNames(names.creator);
  const ofContents = columnsBuilder(perContent);
  const ofCreators = columnsBuilder(perCreator);
  const accountIds: string[] = [];
  const contentIds: string[] = [];
  const starts = growingCodes();
  return {
    add(account) {
      const { length } = account.contents;
      if (length === 0) return;
      accountIds.push(accountId(account));
      const subjects = subjectsOf(account);
      ofCreators.add(account);
      for (const subject of subjects) contents.add(subject);
      starts.push(contentIds.length);
      for (const { id } of account.contents) contentIds.push(id);
      ofContents.add(account, length);
    },
    parts() {
      starts.push(contentIds.length);
      const own = { creators: accountIds, starts: starts.values() };
      const byCreator = { parts: () => ofCreators.parts(placesOf(accountIds)) };
      return tableParts(own, placesOf(contentIds), [contents, ofContents, byCreator]);
    },
  };
}

export function contentTable<Subject, Creator extends Account>(
  names: ContentNames<Subject, Creator>,
  parts: PartSource,
): ContentTable {
  const { perContent, perCreator } = splitCreatorNames(names.creator);
  const ofContents = columnsOf([...names.content, ...perContent], parts);
  const ofCreators = columnsOf(perCreator, parts);
  const creatorsOnly = new Set(perCreator.map(({ name }) => name));
  const creatorOf = creatorReader(parts);
  const columnOf = (name: string): Column =>
    creatorsOnly.has(name) ? ofTheirCreators(ofCreators(name), parts, creatorOf) : ofContents(name);
  const table = tableOf([...names.content, ...names.creator], columnOf, parts, {
    by: 'publishTime',
    desc: true,
  });
  return {
    *find(search, moment) {
      const { rows, totalResults } = yield* table.search(search, moment);
      const [ids, starts] = [parts.texts('creators'), parts.numbers('starts')];
      const placeOf = (row: number): ContentPlace => {
        const creator = firstWhere({ from: 0, to: ids.length }, (at) => (starts[at + 1] as number) > row);
        return { id: ids[creator] as string, n: row - (starts[creator] as number) };
      };
      return { contents: rows.map(placeOf), totalResults };
    },
  };
}

/** A sortable figure of creators is stored once per content, so that contents are sorted by it as by their own figures. */
const splitCreatorNames = <Creator extends Account>(names: readonly SearchName<Creator>[]) => ({
  perContent: names.filter(({ sortable }) => sortable),
  perCreator: names.filter(({ sortable }) => !sortable),
});

/** Maps each row to the number of its account, when first asked for. */
function creatorReader(parts: PartSource): () => WholeNumbers {
  let creatorOf: WholeNumbers | undefined;
  return () => {
    creatorOf ??= creatorsIn(parts.numbers('starts'));
    return creatorOf;
  };
}

function creatorsIn(starts: ArrayLike<number>): WholeNumbers {
  const creators = starts.length - 1;
  const creatorOf = wholeNumbers(starts[creators] as number, creators);
  for (let creator = 0; creator < creators; creator++)
    creatorOf.fill(creator, starts[creator], starts[creator + 1]);
  return creatorOf;
}

/** Applies a column of creators to contents. The filter tests each creator once. */
const ofTheirCreators = (column: Column, parts: PartSource, creatorOf: () => WholeNumbers): Column => ({
  *condition(filter) {
    const starts = parts.numbers('starts');
    const condition = yield* column.condition(filter);
    const creators = creatorsMeeting(condition, starts.length - 1);
    const marks = new Uint8Array(starts.length - 1);
    for (const creator of creators) marks[creator] = 1;
    return {
      keep: (rows, count) => keepMarked(marks, creatorOf(), rows, count),
      known: knownContents(creators, starts),
      cost: 'look-up',
    };
  },
  sorted: () => undefined,
});

function creatorsMeeting({ known, keep }: RowCondition, size: number): WholeNumbers {
  if (known) return known.rows();
  const creators = Uint32Array.from({ length: size }, (_, creator) => creator);
  return creators.subarray(0, keep(creators, size));
}

function knownContents(creators: WholeNumbers, starts: ArrayLike<number>): KnownRows {
  let count = 0;
  for (const creator of creators) count += (starts[creator + 1] as number) - (starts[creator] as number);
  return {
    count,
    rows() {
      const rows = new Uint32Array(count);
      let at = 0;
      for (const creator of creators)
        for (let row = starts[creator] as number; row < (starts[creator + 1] as number); row++)
          rows[at++] = row;
      return rows;
    },
  };
}
