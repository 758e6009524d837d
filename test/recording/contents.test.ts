import { describe, expect, it } from 'vitest';
import type { Platform } from '../../src/core/platforms.ts';
import { recordedContents } from '../../src/recording/creators/contents.ts';
import type { RecordedSource } from '../../src/recording/creators/sources.ts';

const at = Date.parse('2026-02-01');

type Source = Pick<RecordedSource, 'kind' | 'data'> & { isWhole?: boolean };

const contentsOf = (platform: Platform, ...sources: readonly Source[]) =>
  recordedContents({
    ...{ platform, handle: 'someone', channelId: undefined, lookups: [] },
    sources: sources.map((source) => ({ isWhole: true, ...source, file: 'a.json', at })),
  });
const ofList = (platform: Platform, name: string, ...items: readonly object[]) =>
  contentsOf(platform, { kind: 'content-detail', data: { [name]: items } }).contents;

const ids = { clip: '7000000000000000001', gram: 'picture0001', tube: 'video-00001' };
const audio = { id: 'a1', title: 'A song', author: 'A band', album: 'An album' };
const place = { name: 'Rome', lat: 41.9, lng: 12.5 };
const counts = { likes: 60, comments: 5 };
const words = { hashtags: ['#one', '#two'], description: 'Some words.' };
const clip = {
  ...{ ...counts, ...words, length: 9, shares: 4, commerceHashtags: ['#sale'] },
  ...{ isAd: true, isDuetEnabled: false },
  ...{ audioId: 'a1', audioTitle: 'A song', audioAuthor: 'A band', audioAlbum: 'An album' },
};
const gram = { ...counts, hashtags: words.hashtags, views: 70, length: 7.5, photoContains: ['cat'] };
const reel = {
  ...{ ...gram, filterLabel: 'Warm', promptStickerLabel: 'Ask me' },
  ...{ musicId: 'a1', musicTitle: 'A song', musicDisplayArtist: 'A band' },
};
const tube = { ...counts, ...words, title: 'A title', length: 61, views: 70, isMemberOnly: true };
const ofTube = {
  ...{ ...counts, text: 'Some words.', hashtags: words.hashtags, title: 'A title', lengthSec: 61, views: 70 },
  isMemberOnly: true,
};
const ofClip = {
  ...{ ...counts, text: 'Some words.', hashtags: words.hashtags, lengthSec: 9, views: 70, shares: 4 },
  ...{ commerceHashtags: ['#sale'], isAd: true, isDuetEnabled: false, audio },
};
const ofGram = {
  ...counts,
  text: 'Some words.',
  hashtags: words.hashtags,
  contains: ['cat'],
  tagged: ['jane'],
};
const ofReel = {
  ...{ ...ofGram, views: 70, lengthSec: 7.5, filter: 'Warm', sticker: 'Ask me' },
  audio: { ...audio, album: '' },
};
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://img.example/${n}.jpg`);

describe('the contents of recordings', () => {
  it.each<[string, Platform, string, object, object]>([
    ['clip', 'clip', 'recentVideos', { ...clip, contentId: ids.clip, publishTime: at, views: 70 }, ofClip],
    [
      ...(['clip, as generation 2 names them', 'clip', 'recentVideos'] as const),
      { ...clip, likes: undefined, videoId: ids.clip, uploadDate: at, plays: 70, hearts: 60 },
      ofClip,
    ],
    [
      ...(['a reel', 'gram', 'recentReels'] as const),
      {
        ...{
          ...reel,
          contentId: ids.gram,
          publishTime: at,
          description: 'Some words.',
          carouselImageUrls: [],
        },
        ...{ taggedCreators: ['jane'], gramGeoTaggedLocation: place, isSponsored: true },
      },
      { ...ofReel, place },
    ],
    [
      ...(['a reel of generation 2', 'gram', 'recentImages'] as const),
      {
        ...{ ...reel, shortcode: ids.gram, updateDate: at, title: 'Some words.', taggedUsers: ['jane'] },
        ...{ location: 'Rome', isReels: true, isSponsored: true },
      },
      { ...ofReel, place: { name: 'Rome', lat: 0, lng: 0 } },
    ],
    [
      ...(['a picture', 'gram', 'recentImages'] as const),
      {
        ...{ ...reel, contentId: ids.gram, publishTime: at, description: 'Some words.', isSponsored: true },
        ...{ taggedCreators: ['jane'], gramGeoTaggedLocation: null, carouselImageUrls: urls(11) },
      },
      { ...ofGram, views: 0, carousel: 10, place: null },
    ],
    [
      ...(['a picture of generation 2', 'gram', 'recentImages'] as const),
      {
        ...{ ...gram, shortcode: ids.gram, updateDate: at, title: 'Some words.', taggedUsers: ['jane'] },
        ...{ location: '', carouselUrls: urls(9), isReels: false, isSponsored: true },
      },
      { ...ofGram, views: 0, carousel: 9, place: null },
    ],
    [
      ...(['tube', 'tube', 'recentShorts'] as const),
      { ...tube, contentId: ids.tube, publishTime: at, isSponsored: true },
      ofTube,
    ],
    [
      ...(['tube, as generation 2 names them', 'tube', 'recentVideos'] as const),
      { ...tube, videoId: ids.tube, uploadDate: at, isSponsored: true },
      ofTube,
    ],
  ])('have every member that a reply shows: %s', (_what, platform, list, item, members) => {
    expect(ofList(platform, list, item)).toEqual([
      {
        ...{ id: ids[platform], publishedAt: at, isKindSure: true },
        kind:
          'filter' in members ? 'reel' : ({ recentShorts: 'short', recentImages: 'image' }[list] ?? 'video'),
        isSponsored: platform === 'clip' ? undefined : true,
        members,
      },
    ]);
  });

  const bare = {
    clip: { contentId: ids.clip },
    gram: { contentId: ids.gram },
    tube: { contentId: ids.tube },
  };
  /** What is left of a content with these values. */
  const membersWith = (platform: Platform, list: string, values: object) =>
    ofList(platform, list, { ...bare[platform], publishTime: at, ...values })[0]?.members;

  it.each<[Platform, string, readonly string[], object]>([
    ['clip', 'recentVideos', ['length', 'views', 'likes', 'comments', 'shares'], {}],
    ['gram', 'recentReels', ['views', 'likes', 'comments'], {}],
    ['gram', 'recentImages', ['likes', 'comments'], { views: 0 }],
    ['tube', 'recentVideos', ['length', 'views', 'likes', 'comments'], {}],
  ])('have of %s in %s no figure that a world cannot hold', (platform, list, figures, none) => {
    const all = (value: unknown) => Object.fromEntries(figures.map((name) => [name, value]));
    for (const value of [-1, 1.5, 1e12 + 1, '7', null])
      expect(membersWith(platform, list, all(value))).toEqual(none);
    for (const value of [0, 1e12])
      expect(membersWith(platform, list, all(value))).toEqual({
        ...Object.fromEntries(figures.map((name) => [name === 'length' ? 'lengthSec' : name, value])),
        ...none,
      });
  });

  it.each<[Platform, string, object, object]>([
    ['clip', 'recentVideos', { description: 7, isAd: 'yes', isDuetEnabled: 1, audioId: 'a1' }, {}],
    ['clip', 'recentVideos', { audioId: 'a1', audioTitle: 'A', audioAuthor: 'B', audioAlbum: 7 }, {}],
    ['clip', 'recentVideos', { hashtags: ['#one', 'two'], commerceHashtags: ['#one', 2] }, {}],
    ['tube', 'recentVideos', { title: null, isMemberOnly: 'no', hashtags: '#one' }, {}],
    ['gram', 'recentImages', { taggedUsers: ['jane doe'], photoContains: [1] }, { views: 0 }],
    ['gram', 'recentImages', { gramGeoTaggedLocation: { ...place, name: '' } }, { views: 0 }],
    ['gram', 'recentImages', { gramGeoTaggedLocation: { ...place, lat: '1' } }, { views: 0 }],
    ['gram', 'recentImages', { gramGeoTaggedLocation: { ...place, lng: null } }, { views: 0 }],
    ['gram', 'recentImages', { gramGeoTaggedLocation: { ...place, name: 7 } }, { views: 0 }],
    ['gram', 'recentReels', { length: -0.5, location: 7 }, {}],
    [
      'gram',
      'recentReels',
      { length: 0, musicId: '', musicTitle: '', musicDisplayArtist: '' },
      { lengthSec: 0, audio: null },
    ],
    [
      'gram',
      'recentReels',
      { musicId: '', musicTitle: 'A', musicDisplayArtist: '' },
      { audio: { id: '', title: 'A', author: '', album: '' } },
    ],
    [
      'gram',
      'recentReels',
      { musicId: 'a', musicTitle: '', musicDisplayArtist: '' },
      { audio: { id: 'a', title: '', author: '', album: '' } },
    ],
    ['gram', 'recentReels', { musicId: 1, musicTitle: 'A', musicDisplayArtist: 'B' }, {}],
    ['gram', 'recentReels', { musicId: 'a', musicTitle: 1, musicDisplayArtist: 'B' }, {}],
    ['gram', 'recentReels', { musicId: 'a', musicTitle: 'A', musicDisplayArtist: 1 }, {}],
  ])('have of %s in %s what is of the right form: %j', (platform, list, values, members) => {
    expect(membersWith(platform, list, values)).toEqual(members);
  });

  it.each<[Platform, string, unknown, number]>([
    ...(['clip', 'gram', 'tube'] as const).flatMap((platform) =>
      (
        [
          [1, 1],
          [1e14 - 1, 1],
          [0, 0],
          [-1, 0],
          [1.5, 0],
          [1e14, 0],
          ['1', 0],
          [undefined, 0],
        ] as const
      ).map(([publishTime, count]): [Platform, string, unknown, number] => [
        platform,
        ids[platform],
        publishTime,
        count,
      ]),
    ),
    ...(['clip', 'gram', 'tube'] as const).flatMap((platform) =>
      [ids[platform].slice(1), `${ids[platform]}1`, ids[platform].replace(/.$/, ' '), 7].map(
        (id): [Platform, string, unknown, number] => [platform, id as string, at, 0],
      ),
    ),
  ])('are of %s with the id %s and the instant %j: %i', (platform, contentId, publishTime, count) => {
    const list = platform === 'gram' ? 'recentImages' : 'recentVideos';
    expect(ofList(platform, list, { contentId, publishTime })).toHaveLength(count);
  });

  it.each<[Platform, RecordedSource['kind'], string, string, boolean]>([
    ['clip', 'content-detail', 'recentVideos', 'video', true],
    ['gram', 'content-detail', 'recentImages', 'image', true],
    ['gram', 'content-detail', 'recentReels', 'reel', true],
    ['tube', 'content-detail', 'recentVideos', 'video', true],
    ['tube', 'content-detail', 'recentShorts', 'short', true],
    ['clip', 'basic', 'recentVideos', 'video', false],
    ['gram', 'basic', 'recentReels', 'reel', false],
    ['gram', 'basic', 'recentPosts', 'image', false],
    ['tube', 'basic', 'recentVideos', 'video', true],
    ['gram', 'sponsorship', 'sponsoredImages', 'image', false],
    ['gram', 'sponsorship', 'sponsoredReels', 'reel', false],
    ['tube', 'sponsorship', 'sponsoredVideos', 'video', false],
  ])('of %s in %s/%s are of the kind %s, all of them: %s', (platform, kind, list, of, isAll) => {
    const given = (items: unknown, isWhole = true) => {
      const data = kind === 'sponsorship' ? { sponsorList: [{ [list]: items }] } : { [list]: items };
      const { contents, wholeKinds } = contentsOf(platform, { kind, data, isWhole });
      return [contents.map((each) => [each.kind, each.isKindSure]), [...wholeKinds]];
    };
    const items = [{ ...bare[platform], publishTime: at }];
    const found = [[of, list !== 'sponsoredVideos']];
    expect(given(items)).toEqual([found, isAll ? [of] : []]);
    // `fields` may have shortened the list
    expect(given(items, false)).toEqual([found, []]);
    expect(given({})).toEqual([[], []]);
  });

  it.each<[string, object, number, string]>([
    ['a short of a minute', {}, 60, 'short'],
    ['a video of a second more', {}, 61, 'video'],
    ['a short, all videos being known', { recentVideos: [] }, 61, 'short'],
    ['a video, all shorts being known', { recentShorts: [] }, 60, 'video'],
    ['what another reply lists it as', { recentShorts: [tube] }, 61, 'short'],
  ])('sponsored on tube are taken for %s', (_what, lists, length, kind) => {
    const item = { ...bare.tube, publishTime: at, length };
    const listed = JSON.parse(JSON.stringify(lists).replace(/\[\{.*\}\]/, JSON.stringify([item]))) as object;
    const sponsorship: Source = { kind: 'sponsorship', data: { sponsorList: [{ sponsoredVideos: [item] }] } };
    const detail: Source = { kind: 'content-detail', data: { ...listed } };
    for (const order of [
      [sponsorship, detail],
      [detail, sponsorship],
    ])
      expect(contentsOf('tube', ...order).contents).toMatchObject([{ kind, members: { lengthSec: length } }]);
  });

  it('come newest first, and those of one instant by their ids', () => {
    const item = (n: number, publishTime: number) => ({ contentId: `${ids.clip.slice(1)}${n}`, publishTime });
    const contents = ofList('clip', 'recentVideos', item(1, at), item(3, at + 1), item(2, at + 1));
    expect(contents.map(({ id }) => id.at(-1))).toEqual(['2', '3', '1']);
  });

  it.each<[string, object, object, object]>([
    ['the newer figure', { likes: 9 }, { likes: 7, comments: 3 }, { members: { likes: 9, comments: 3 } }],
    ['the newer kind', {}, { isReels: true }, { kind: 'image' }],
    ['a sponsor of the older', {}, { isSponsored: true }, { isSponsored: true }],
    ['no sponsor of the newer', { isSponsored: false }, { isSponsored: true }, { isSponsored: false }],
    [
      'coordinates of the older',
      { location: 'Rome' },
      { gramGeoTaggedLocation: place },
      { members: { place } },
    ],
    [
      'another place of the newer',
      { location: 'Oslo' },
      { gramGeoTaggedLocation: place },
      { members: { place: { name: 'Oslo', lat: 0, lng: 0 } } },
    ],
    [
      'coordinates of the newer',
      { gramGeoTaggedLocation: { ...place, lat: 42 } },
      { gramGeoTaggedLocation: place },
      { members: { place: { ...place, lat: 42 } } },
    ],
    [
      'no place of the newer',
      { location: '' },
      { gramGeoTaggedLocation: place },
      { members: { place: null } },
    ],
    [
      'the place of the newer alone',
      { location: 'Rome' },
      { gramGeoTaggedLocation: null },
      { members: { place: { name: 'Rome', lat: 0, lng: 0 } } },
    ],
  ])('of two replies have %s', (_what, newer, older, content) => {
    const source = (values: object): Source => ({
      kind: 'content-detail',
      data: { recentImages: [{ ...bare.gram, publishTime: at, ...values }] },
    });
    expect(contentsOf('gram', source(newer), source(older)).contents).toMatchObject([content]);
  });
});
