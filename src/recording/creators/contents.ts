import { compareTexts } from '../../core/order.ts';
import type { Platform } from '../../core/platforms.ts';
import { isObject } from '../../core/values.ts';
import type { Content } from '../../creators/world/account.ts';
import { objectsIn } from './facts.ts';
import type { RecordedCreator, RecordedSource } from './sources.ts';

type Given = Readonly<Record<string, unknown>>;

/** A content as recordings have it: members of a stored content, as far as they are withoutUnknown. */
export interface RecordedContent {
  readonly id: string;
  readonly kind: string;
  /** A reply lists it among those of its kind. */
  readonly isKindSure: boolean;
  readonly publishedAt: number;
  readonly members: Given;
  /** Known for whether a brand paid, even where nothing names it. */
  readonly isSponsored: boolean | undefined;
}

type ReadContent = Omit<RecordedContent, 'isKindSure'>;

export interface RecordedContents {
  /** Newest first. */
  readonly contents: readonly RecordedContent[];
  /** Kinds of which a reply lists every content that the service lists. */
  readonly wholeKinds: ReadonlySet<string>;
}

/** The contents of a creator from all its replies; of each content the newest figures. */
export function recordedContents({ platform, sources }: RecordedCreator): RecordedContents {
  const byId = new Map<string, RecordedContent>();
  const wholeKinds = new Set<string>();
  for (const source of sources)
    for (const { items, kinds, isAll, isMixed = false } of listsIn(platform, source)) {
      if (isAll && source.isWhole && Array.isArray(items)) for (const kind of kinds) wholeKinds.add(kind);
      for (const item of objectsIn(items)) {
        const read = readers[platform](item, kinds[0] ?? 'video');
        if (!read) continue;
        const content = { ...read, isKindSure: !isMixed };
        const newer = byId.get(content.id);
        byId.set(content.id, newer ? joined(newer, content) : content);
      }
    }
  const contents = [...byId.values()]
    .map((content) => (content.isKindSure ? content : { ...content, kind: kindBeside(content, wholeKinds) }))
    .sort((a, b) => b.publishedAt - a.publishedAt || compareTexts(a.id, b.id));
  return { contents, wholeKinds };
}

/** A sponsored content of tube that is in no list of its kind. */
function kindBeside({ members }: RecordedContent, wholeKinds: ReadonlySet<string>): string {
  if (wholeKinds.has('video')) return 'short';
  return !wholeKinds.has('short') && Number(members['lengthSec']) <= maxShortSec ? 'short' : 'video';
}

const maxShortSec = 60;

const joined = (newer: RecordedContent, older: RecordedContent): RecordedContent => ({
  ...newer,
  kind: newer.isKindSure ? newer.kind : older.kind,
  isKindSure: newer.isKindSure || older.isKindSure,
  members: {
    ...older.members,
    ...newer.members,
    // generation 2 names a place without its coordinates
    ...(isPlaceOf(older.members['place'], newer.members['place']) && { place: older.members['place'] }),
  },
  isSponsored: newer.isSponsored ?? older.isSponsored,
});

const isPlaceOf = (older: unknown, newer: unknown): boolean =>
  isObject(older) && isObject(newer) && older['name'] === newer['name'] && newer['lat'] === 0;

interface ContentSource {
  readonly items: unknown;
  readonly kinds: readonly string[];
  /** It has every listed content of its kinds. */
  readonly isAll: boolean;
  /** Contents of other kinds are among them. */
  readonly isMixed?: boolean;
}

function listsIn(platform: Platform, { kind, data }: RecordedSource): ContentSource[] {
  const list = (name: string, kinds: readonly string[], isAll: boolean): ContentSource => ({
    items: data[name],
    kinds,
    isAll,
  });
  if (kind === 'content-detail')
    return {
      clip: [list('recentVideos', ['video'], true)],
      gram: [list('recentImages', ['image'], true), list('recentReels', ['reel'], true)],
      tube: [list('recentVideos', ['video'], true), list('recentShorts', ['short'], true)],
    }[platform];
  if (kind === 'basic')
    return {
      clip: [list('recentVideos', ['video'], false)],
      gram: [list('recentReels', ['reel'], false), list('recentPosts', ['image'], false)],
      tube: [list('recentVideos', ['video'], true)],
    }[platform];
  return objectsIn(data['sponsorList']).flatMap((sponsor) => [
    { items: sponsor['sponsoredImages'], kinds: ['image'], isAll: false },
    { items: sponsor['sponsoredReels'], kinds: ['reel'], isAll: false },
    // shorts are among them, and nothing tells them from videos
    { items: sponsor['sponsoredVideos'], kinds: ['video'], isAll: false, isMixed: true },
  ]);
}

const withoutUnknown = (members: Given): Given =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const readFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** A whole number that a world can store. */
const contentCountIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1e12 ? value : undefined;

const readInstant = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e14 ? value : undefined;

const readTexts = (value: unknown, form = /^/): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && form.test(each))
    ? (value as string[])
    : undefined;
const readTags = (value: unknown): string[] | undefined => readTexts(value, /^#\S+$/);

const readers: Readonly<Record<Platform, (item: Given, kind: string) => ReadContent | undefined>> = {
  clip(item) {
    const id = readText(item['contentId'] ?? item['videoId']);
    const publishedAt = readInstant(item['publishTime'] ?? item['uploadDate']);
    if (id === undefined || !/^\d{19}$/.test(id) || publishedAt === undefined) return undefined;
    const audio = withoutUnknown({
      id: readText(item['audioId']),
      title: readText(item['audioTitle']),
      author: readText(item['audioAuthor']),
      album: readText(item['audioAlbum']),
    });
    const members = withoutUnknown({
      text: readText(item['description']),
      lengthSec: contentCountIn(item['length']),
      views: contentCountIn(item['views'] ?? item['plays']),
      likes: contentCountIn(item['likes'] ?? item['hearts']),
      comments: contentCountIn(item['comments']),
      shares: contentCountIn(item['shares']),
      hashtags: readTags(item['hashtags']),
      commerceHashtags: readTags(item['commerceHashtags']),
      isAd: readFlag(item['isAd']),
      isDuetEnabled: readFlag(item['isDuetEnabled']),
      ...(Object.keys(audio).length === 4 && { audio }),
    });
    return { id, kind: 'video', publishedAt, members, isSponsored: undefined };
  },
  gram(item, listed) {
    const id = readText(item['contentId'] ?? item['shortcode']);
    const publishedAt = readInstant(item['publishTime'] ?? item['updateDate']);
    if (id === undefined || !isShortId(id) || publishedAt === undefined) return undefined;
    const kind = item['isReels'] === true ? 'reel' : listed;
    const pictures = readTexts(item['carouselImageUrls'] ?? item['carouselUrls'])?.length;
    const members = withoutUnknown({
      text: readText(item['description'] ?? item['title']),
      views: kind === 'reel' ? contentCountIn(item['views']) : 0,
      likes: contentCountIn(item['likes']),
      comments: contentCountIn(item['comments']),
      hashtags: readTags(item['hashtags']),
      tagged: readTexts(item['taggedCreators'] ?? item['taggedUsers'], /^[a-zA-Z0-9._]{1,30}$/),
      contains: readTexts(item['photoContains']),
      carousel: kind === 'image' && pictures !== undefined ? Math.min(10, pictures) : undefined,
      place: placeOf(item),
      ...(kind === 'reel' && {
        lengthSec: typeof item['length'] === 'number' && item['length'] >= 0 ? item['length'] : undefined,
        filter: readText(item['filterLabel']),
        sticker: readText(item['promptStickerLabel']),
        audio: musicOf(item),
      }),
    });
    return { id, kind, publishedAt, members, isSponsored: readFlag(item['isSponsored']) };
  },
  tube(item, kind) {
    const id = readText(item['contentId'] ?? item['videoId']);
    const publishedAt = readInstant(item['publishTime'] ?? item['uploadDate']);
    if (id === undefined || !isShortId(id) || publishedAt === undefined) return undefined;
    const members = withoutUnknown({
      title: readText(item['title']),
      text: readText(item['description']),
      lengthSec: contentCountIn(item['length']),
      views: contentCountIn(item['views']),
      likes: contentCountIn(item['likes']),
      comments: contentCountIn(item['comments']),
      hashtags: readTags(item['hashtags']),
      isMemberOnly: readFlag(item['isMemberOnly']),
    });
    return { id, kind, publishedAt, members, isSponsored: readFlag(item['isSponsored']) };
  },
};

const isShortId = (id: string): boolean => /^[A-Za-z0-9_-]{11}$/.test(id);

function placeOf(item: Given): object | null | undefined {
  const tag = item['gramGeoTaggedLocation'];
  if (tag === null || item['location'] === '') return null;
  if (isObject(tag)) {
    const { name, lat, lng } = tag;
    if (typeof name === 'string' && name !== '' && typeof lat === 'number' && typeof lng === 'number')
      return { name, lat, lng };
  }
  // generation 2 names the place alone
  const { location } = item;
  return typeof location === 'string' ? { name: location, lat: 0, lng: 0 } : undefined;
}

function musicOf(item: Given): object | null | undefined {
  const { musicId: id, musicTitle: title, musicDisplayArtist: author } = item;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof author !== 'string') return undefined;
  return id === '' && title === '' ? null : { id, title, author, album: '' };
}

/** Members that a content has where nothing is withoutUnknown of it. */
export function contentAround(
  { id, kind, publishedAt, members }: ReadContent,
  like: Content,
  brands: readonly string[] | undefined,
): Content {
  const text = members['text'] ?? inventedText(like, members['hashtags'] as string[] | undefined);
  const around = { ...like, brands, ...members, text, id, kind, publishedAt };
  return around as unknown as Content;
}

/** The words of another content with these hashtags. */
function inventedText({ text, hashtags: own }: Content, hashtags: readonly string[] = own): string {
  const words = text.split(' ').filter((word) => !own.includes(word));
  return [...words, ...hashtags].join(' ');
}
