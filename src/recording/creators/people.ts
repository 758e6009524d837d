import type { Platform } from '../../core/platforms.ts';
import { type Account, epochAt } from '../../creators/world/account.ts';
import { accountFromRecordings } from './fixture-account.ts';
import { handleFor, isChannelId, isName, type RecordedCreator } from './sources.ts';
import { type RecordedBrand, sponsorsOf } from './sponsors.ts';

/** A person of recordings: at most one account on each platform. */
export interface RecordedPerson {
  /** Of its file, without `.json`. */
  readonly name: string;
  readonly accounts: readonly PersonAccount[];
}

export interface PersonAccount {
  readonly account: Account;
  /** Undefined for one that another account of the person names, and of which nothing else is known. */
  readonly creator: RecordedCreator | undefined;
  readonly dayAt: number;
}

export interface RecordedPeople {
  readonly people: readonly RecordedPerson[];
  readonly brands: readonly RecordedBrand[];
  readonly notes: readonly string[];
}

/** The people behind creators, by the accounts that generation 2 links to each other. */
export function peopleOf(creators: readonly RecordedCreator[]): RecordedPeople {
  const notes: string[] = [];
  const byId = new Map(
    creators.map((creator) => [creatorKey(creator.platform, creatorId(creator)), creator]),
  );
  const taken = new Set<string>();
  const people = new Map<string, RecordedPerson>();
  for (const creator of creators) {
    if (taken.has(creatorKey(creator.platform, creatorId(creator)))) continue;
    const members = membersFrom(creator, byId, taken);
    for (const member of members) taken.add(creatorKey(member.platform, creatorId(member)));
    const accounts = members.map((member): PersonAccount => {
      const { account, dayAt, notes: found } = accountFromRecordings(member);
      notes.push(...found);
      return { account, dayAt, creator: member.sources.length > 0 ? member : undefined };
    });
    const plain = `${creator.platform}-${creator.handle}`.toLowerCase();
    let name = plain;
    for (let count = 2; people.has(name); count++) name = `${plain}-${count}`;
    people.set(name, { name, accounts });
  }
  keepKnownRelations([...people.values()]);
  const brands = new Map(creators.flatMap(sponsorsOf).map((brand) => [brand.key, brand]));
  return { people: [...people.values()], brands: [...brands.values()], notes };
}

const creatorKey = (platform: Platform, id: string): string => `${platform} ${id}`;
const creatorId = ({ channelId, handle }: RecordedCreator): string => channelId ?? handle;

/** The creator and the accounts that it links to, and those that they link to. */
function membersFrom(
  first: RecordedCreator,
  byId: ReadonlyMap<string, RecordedCreator>,
  taken: ReadonlySet<string>,
): RecordedCreator[] {
  const members = new Map<Platform, RecordedCreator>();
  const waiting = [first];
  for (const creator of waiting) {
    const key = creatorKey(creator.platform, creatorId(creator));
    if (members.has(creator.platform) || taken.has(key)) continue;
    members.set(creator.platform, creator);
    for (const [platform, id] of linksOf(creator)) {
      const linked = byId.get(creatorKey(platform, id)) ?? linkedOnly(platform, id);
      if (linked) waiting.push(linked);
    }
  }
  return [...members.values()];
}

function linksOf({ sources }: RecordedCreator): [Platform, string][] {
  const { data } = sources.find(({ kind }) => kind === 'basic') ?? {};
  return (['clip', 'gram', 'tube'] as const).flatMap((platform): [Platform, string][] => {
    const id = data?.[`${platform}Id`];
    return typeof id === 'string' ? [[platform, id]] : [];
  });
}

/** An account of which only the id is known. */
function linkedOnly(platform: Platform, id: string): RecordedCreator | undefined {
  const channelId = platform === 'tube' ? id : undefined;
  const handle = platform === 'tube' ? handleFor(id) : id;
  if (!isName(platform, handle) || (channelId !== undefined && !isChannelId(channelId))) return undefined;
  return { platform, handle, channelId, sources: [], lookups: [] };
}

/** Related accounts stay where they exist too: no world has the others. */
function keepKnownRelations(people: readonly RecordedPerson[]): void {
  const all = people.flatMap(({ accounts }) => accounts);
  const ids = new Set(all.map(({ account }) => creatorKey(account.platform, accountIdOf(account))));
  for (const { account, creator } of all) {
    const source = creator?.sources.find(({ data }) => relatedIn(data) !== undefined);
    const related = (source && relatedIn(source.data)) ?? [];
    account.related = related.filter(
      (id) => ids.has(creatorKey(account.platform, id)) && id !== accountIdOf(account),
    );
  }
}

const accountIdOf = (account: Account): string =>
  account.platform === 'tube' ? account.channelId : account.handle;

function relatedIn(data: Readonly<Record<string, unknown>>): string[] | undefined {
  const related = data['relatedCreators'] ?? data['relatedUsers'];
  return Array.isArray(related) && related.every((id) => typeof id === 'string') ? related : undefined;
}

const ageText = (at: number): string => `${epochAt - at}ms`;

/** The file of a person: its accounts as fixtures write them, with ages in place of instants. */
export const creatorFileOf = ({ accounts }: RecordedPerson): Record<string, unknown> =>
  Object.fromEntries(accounts.map(({ account }) => [account.platform, fixtureOf(account)]));

function fixtureOf(account: Account): object {
  const { platform: _, isStill: __, linked: ___, contents, createdAt, updatedAt, ...rest } = account;
  return {
    living: true,
    ...rest,
    createdAt: ageText(createdAt),
    updatedAt: ageText(updatedAt),
    contents: contents.map(({ publishedAt, ...content }) => {
      const { kind, ...clip } = content;
      return {
        publishedAt: ageText(publishedAt),
        ...(account.platform === 'clip' ? clip : { kind, ...clip }),
      };
    }),
  };
}
