import type { ExchangeFile } from '../../contract/exchange.ts';
import { givenIn } from '../../contract/exchange.ts';
import { findOperation, type OperationId } from '../../core/operations.ts';
import { compareTexts } from '../../core/order.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { isReservedName } from '../../core/reserved-names.ts';
import { isObject } from '../../core/values.ts';
import { ChannelId, ClipHandle, GramHandle, TubeHandle } from '../../creators/world/account.ts';

/** The parts of replies that tell of one creator. */
export type SourceKind =
  | 'profile'
  | 'performance'
  | 'performance-history'
  | 'audience'
  | 'contact'
  | 'content-detail'
  | 'sponsorship'
  | 'basic'
  | 'weeks'
  | 'detail'
  | 'item';

/** The facts of a creator in one reply. */
export interface RecordedSource {
  readonly kind: SourceKind;
  readonly file: string;
  /** The instant of the reply, moved as all instants of a recording are. */
  readonly at: number;
  /** Without `fields`, which may shorten lists. */
  readonly isWhole: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A look-up of a creator, and the data of its reply. */
export interface RecordedLookup {
  readonly operation: OperationId;
  readonly request: ExchangeFile['request'];
  readonly at: number;
  readonly data: unknown;
}

export interface RecordedCreator {
  readonly platform: Platform;
  readonly handle: string;
  /** Of a channel of tube, where a reply names it. */
  readonly channelId: string | undefined;
  /** Newest first. */
  readonly sources: readonly RecordedSource[];
  readonly lookups: readonly RecordedLookup[];
}

/** A creator as one reply names it: a handle, a channel id, or both. */
interface Named {
  readonly platform: Platform;
  readonly handle: string | undefined;
  readonly channelId: string | undefined;
}

interface Mention extends Named {
  readonly source: RecordedSource;
  readonly lookup?: RecordedLookup;
}

/**
 * The creators of whom recordings tell, in order of names.
 * @param files by name @param onSkipped takes a sentence for each creator that cannot be one of a world
 */
export function recordedCreators(
  files: ReadonlyMap<string, ExchangeFile>,
  onSkipped: (sentence: string) => void,
): RecordedCreator[] {
  const mentions = [...files].flatMap(([file, exchange]) => mentionsIn(`${file}.json`, exchange));
  const pairs = mentions.flatMap(({ platform, handle, channelId }) =>
    platform === 'tube' && handle !== undefined && channelId !== undefined ? [{ handle, channelId }] : [],
  );
  const channelOf = new Map(pairs.map(({ handle, channelId }) => [handle.toLowerCase(), channelId]));
  const handleOf = new Map(pairs.map(({ handle, channelId }) => [channelId, handle]));
  const nameKey = ({ platform, handle = '', channelId }: Named): string => {
    if (platform !== 'tube') return `${platform} ${handle}`;
    return `tube ${channelId ?? channelOf.get(handle.toLowerCase()) ?? handle.toLowerCase()}`;
  };
  const creators: RecordedCreator[] = [];
  for (const [key, all] of [...Map.groupBy(mentions, nameKey)].sort(([a], [b]) => compareTexts(a, b))) {
    const [{ platform }] = all as [Mention];
    const channelId = all.find((each) => each.channelId !== undefined)?.channelId ?? undefined;
    const named = channelId === undefined ? undefined : (handleOf.get(channelId) ?? handleFor(channelId));
    const handle = named ?? all.find((each) => each.handle !== undefined)?.handle ?? '';
    if (!isName(platform, handle) || (channelId !== undefined && !isChannelId(channelId))) {
      onSkipped(`${key.slice(0, 80)} has a name that no creator of a world can have`);
      continue;
    }
    const newestFirst = all.toSorted((a, b) => b.source.at - a.source.at);
    creators.push({
      platform,
      handle,
      channelId,
      sources: newestFirst.map(({ source }) => source),
      lookups: [...new Set(newestFirst.flatMap(({ lookup }) => lookup ?? []))],
    });
  }
  return creators;
}

/** The handle of a channel of which only the id is known. */
export const handleFor = (channelId: string): string => channelId.slice(2).replace(/^-+/, 'c');

const handleSchemas: Readonly<Record<Platform, { pattern?: string; maxLength?: number }>> = {
  clip: ClipHandle,
  gram: GramHandle,
  tube: TubeHandle,
};

export const isName = (platform: Platform, handle: string): boolean =>
  handle.length <= (handleSchemas[platform].maxLength as number) &&
  new RegExp(handleSchemas[platform].pattern as string).test(handle) &&
  !isReservedName(handle);

export const isChannelId = (id: string): boolean =>
  new RegExp(ChannelId.pattern ?? '').test(id) && !isReservedName(id);

/** What a recording says of creators. Golden exchanges and refusals say nothing. */
function mentionsIn(file: string, { operation: id, request, reply, recordedAt }: ExchangeFile): Mention[] {
  const operation = id === null ? undefined : findOperation(id)?.id;
  if (operation === undefined || reply?.status !== 200 || recordedAt === undefined) return [];
  const body = reply.events ? reply.events.at(-1)?.data : reply.body;
  if (!isObject(body) || body['success'] !== true) return [];
  const { data, timestamp } = body;
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp) || timestamp <= 0) return [];
  const isWhole = givenIn(request)['fields'] === undefined;
  const found = { file, at: timestamp };
  if (operation === 'nls') {
    const of = isObject(data) ? nonEmptyText(data['platform']) : undefined;
    return isPlatform(of) ? mentionsInSearch(of, data, found) : [];
  }
  const [platform, name = ''] = operation.split('/');
  if (operation.startsWith('v2/')) return mentionsIn2(operation, { request, data, ...found });
  if (!isPlatform(platform)) return [];
  if (name === 'search' || name === 'content-search') return mentionsInSearch(platform, data, found);
  if (!isKindOfLookup(name) || !isObject(data)) return [];
  const given = givenIn(request);
  const lookup = { operation, request, at: timestamp, data };
  const named = {
    platform,
    handle: handleIn(data['uniqueId']) ?? handleIn(given['uniqueId']),
    channelId:
      platform === 'tube' ? (nonEmptyText(data['channelId']) ?? nonEmptyText(given['channelId'])) : undefined,
  };
  if (named.handle === undefined && named.channelId === undefined) return [];
  // how long a history could have been
  const asked = name === 'performance-history' ? { asked: Number(given['pastDayRange']) } : {};
  return [{ ...named, lookup, source: { kind: name, ...found, isWhole, data: { ...data, ...asked } } }];
}

const isPlatform = (text: string | undefined): text is Platform =>
  (platformsByName as readonly (string | undefined)[]).includes(text);

const lookupKinds = [
  'profile',
  'performance',
  'performance-history',
  'audience',
  'contact',
  'content-detail',
  'sponsorship',
] as const satisfies SourceKind[];
type LookupKind = (typeof lookupKinds)[number];
const isKindOfLookup = (name: string): name is LookupKind =>
  (lookupKinds as readonly string[]).includes(name);

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const handleIn = (value: unknown): string | undefined => nonEmptyText(value)?.replace(/^@/, '') || undefined;

interface Recorded2 {
  readonly file: string;
  readonly at: number;
  readonly request: ExchangeFile['request'];
  readonly data: unknown;
}

/** A look-up of generation 2: its id, and the records in its data. */
function mentionsIn2(operation: OperationId, { request, data, file, at }: Recorded2): Mention[] {
  const given = givenIn(request);
  const found = { file, at, isWhole: true };
  const lookup = { operation, request, at, data };
  const [, platform] = /^v2\/(gram|clip|tube)(?:Basic|History|Detail)$/.exec(operation) ?? [];
  if (operation === 'v2/contactInformation' || operation === 'v2/tubeEmail') {
    const channelId = nonEmptyText(given['tubeId']);
    if (channelId === undefined) return [];
    const contact = Array.isArray(data) ? { emails: data } : data;
    if (!isObject(contact)) return [];
    const named = { platform: 'tube', handle: undefined, channelId } as const;
    return [{ ...named, lookup, source: { kind: 'contact', ...found, data: contact } }];
  }
  if (!isPlatform(platform) || !isObject(data)) return [];
  const record = Object.entries(data).find(([name]) => name.startsWith('basic'))?.[1];
  const basic = isObject(record) ? record : {};
  const id = nonEmptyText(basic[`${platform}Id`]) ?? nonEmptyText(given[`${platform}Id`]);
  if (id === undefined) return [];
  const named =
    platform === 'tube'
      ? { platform, handle: handleIn(basic['displayId']), channelId: id }
      : { platform, handle: id, channelId: undefined };
  const sources: RecordedSource[] = [{ kind: 'basic', ...found, data: basic }];
  if (Array.isArray(data['histories']))
    sources.push({ kind: 'weeks', ...found, data: { histories: data['histories'] } });
  const { detailTube } = data;
  if (isObject(detailTube)) sources.push({ kind: 'detail', ...found, data: detailTube });
  return sources.map((source) => ({ ...named, lookup, source }));
}

/** A search names creators, some with whole records; a search of contents names their creators. */
function mentionsInSearch(platform: Platform, data: unknown, found: { file: string; at: number }): Mention[] {
  if (!isObject(data)) return [];
  const { creatorList, contentList } = data;
  const items = [
    ...(Array.isArray(creatorList) ? creatorList : []),
    ...(Array.isArray(contentList)
      ? contentList.map((each) => (isObject(each) ? each['creator'] : null))
      : []),
  ];
  return items.filter(isObject).flatMap((item) => {
    const handle = handleIn(item['uniqueId']);
    const channelId = platform === 'tube' ? nonEmptyText(item['channelId']) : undefined;
    if (handle === undefined) return [];
    const named = { platform, handle, channelId };
    const blocks = Object.entries(item).flatMap(([name, block]): Mention[] =>
      isKindOfLookup(name) && isObject(block)
        ? [{ ...named, source: { kind: name, ...found, isWhole: false, data: block } }]
        : [],
    );
    return [{ ...named, source: { kind: 'item', ...found, isWhole: false, data: item } }, ...blocks];
  });
}
