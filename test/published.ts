import { Buffer } from 'node:buffer';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/**
 * The words of the published service, written by hand a second time: tests check the sandbox against this table and
 * not against its own.
 */
const publishedTable: readonly (readonly [neutral: string, published: string])[] = [
  ['gram', 'instagram'],
  ['clip', 'tiktok'],
  ['tube', 'youtube'],
  ['gramId', 'instagramId'],
  ['gramName', 'instagramName'],
  ['clipId', 'tiktokId'],
  ['clipName', 'tiktokName'],
  ['tubeId', 'youtubeId'],
  ['tubeName', 'youtubeName'],
  ['basicGram', 'basicInstagram'],
  ['basicClip', 'basicTikTok'],
  ['basicTube', 'basicYoutube'],
  ['detailTube', 'detailYoutube'],
  ['basicGramPost', 'basicInstagramPost'],
  ['basicClipPost', 'basicTikTokPost'],
  ['basicTubePost', 'basicYoutubePost'],
  ['brandGramIds', 'brandIgIds'],
  ['gramGeoTaggedLocation', 'igGeoTaggedLocation'],
  ['sponsoredTubeCreatorId', 'sponsoredYoutubeCreatorId'],
  ['sponsoredGramCreatorId', 'sponsoredInstagramCreatorId'],
  ['Tube', 'YouTube'],
  ['Gram', 'Instagram'],
  ...['Basic', 'History', 'AdvancedSearch'].flatMap((kind) => [
    [`gram${kind}`, `instagram${kind}`] as const,
    [`clip${kind}`, `tiktok${kind}`] as const,
    [`tube${kind}`, `youtube${kind}`] as const,
  ]),
  ['tubeDetail', 'youtubeDetail'],
  ['tubeEmail', 'youtubeEmail'],
];

/** Operation ids, such as `getClipProfile`. */
const operationId = /^(get|search|submit)(Gram|Clip|Tube|Instagram|Tiktok|Youtube)(?=[A-Z]|$)/;
const inIds: Readonly<Record<string, string>> = {
  Gram: 'Instagram',
  Clip: 'Tiktok',
  Tube: 'Youtube',
  Instagram: 'Gram',
  Tiktok: 'Clip',
  Youtube: 'Tube',
};

const others = new Map(
  publishedTable.flatMap(([word, other]) => [[word, other] as const, [other, word] as const]),
);

/** Works in both directions, so a published word in a neutral test stays unknown to the sandbox. */
const inOtherWords = (word: string): string =>
  others.get(word) ?? word.replace(operationId, (_, verb, platform) => `${verb}${inIds[platform]}`);

export const neutralWords: readonly string[] = publishedTable.map(([word]) => word);
export const publishedWords: readonly string[] = publishedTable.map(([, word]) => word);

/** The URL of a page has its platform as its host. */
const pageHost = /^https:\/\/([a-z]+)(?=\.example\/)/;

/** JSON with other words for its keys, for the hosts of pages and for the texts that `isWord` picks. */
function inOther(node: unknown, isWord: (text: string, name: string) => boolean, name = ''): unknown {
  if (typeof node === 'string')
    return isWord(node, name)
      ? inOtherWords(node)
      : node.replace(pageHost, (_, host: string) => `https://${inOtherWords(host)}`);
  if (Array.isArray(node)) return node.map((each) => inOther(each, isWord, name));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [inOtherWords(key), inOther(value, isWord, key)]),
  );
}

/** Properties whose values are words of the vocabulary. */
const wordy = new Set(['platform', 'filterName', 'filterKey', 'sortBy', 'sponsoringPlatforms']);

export function publishedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const translated = path.split('/').map(inOtherWords).join('/');
  if (query === undefined) return translated;
  const parameters = query.split('&').map((each) => {
    const [name = '', ...value] = each.split('=');
    const text = value.join('=');
    return [inOtherWords(name), ...(value.length ? [wordy.has(name) ? inOtherWords(text) : text] : [])].join(
      '=',
    );
  });
  return `${translated}?${parameters.join('&')}`;
}

export function publishedBody(body: unknown): unknown {
  const filtersByPlatform = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(filtersByPlatform);
    if (typeof node !== 'object' || node === null) return node;
    const { filterName, value } = node as { filterName?: unknown; value?: unknown };
    if (filterName === 'sponsoringPlatforms') return { ...node, value: inOther(value, () => true) };
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, filtersByPlatform(part)]));
  };
  return inOther(filtersByPlatform(body), (_, name) => wordy.has(name));
}

function neutralReply(body: unknown): unknown {
  const said = inOther(body, (_, name) => wordy.has(name));
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said;
  const { message, details, availableEndpoints } = said as Record<string, unknown>;
  const sentence = (text: unknown) =>
    typeof text === 'string' ? text.replace(/[A-Za-z]+/g, inOtherWords) : text;
  return {
    ...said,
    ...(message !== undefined && { message: sentence(message) }),
    ...(Array.isArray(details) && {
      details: details.map((each: object) => ({
        ...each,
        message: sentence((each as { message?: unknown }).message),
      })),
    }),
    ...(Array.isArray(availableEndpoints) && { availableEndpoints: availableEndpoints.map(sentence) }),
  };
}

/** An app of the published words, for a client of the neutral ones. */
export function askedInNeutralWords(app: FastifyInstance): FastifyInstance {
  return new Proxy(app, {
    get: (target, name) =>
      name === 'inject'
        ? async (request: InjectOptions) => translatedReply(await target.inject(translatedRequest(request)))
        : Reflect.get(target, name, target),
  });
}

function translatedRequest(request: InjectOptions): InjectOptions {
  const { url, payload, query } = request;
  if (typeof url !== 'string' || url.startsWith('/__admin')) return request;
  return {
    ...request,
    url: publishedUrl(url),
    ...(query && { query: publishedBody(query) as Record<string, string> }),
    ...(payload !== undefined && { payload: translatedPayload(payload) as string }),
  };
}

function translatedPayload(payload: unknown): unknown {
  if (Buffer.isBuffer(payload) || typeof payload === 'string')
    return otherJson(payload.toString(), publishedBody);
  return typeof payload === 'object' && payload?.constructor === Object ? publishedBody(payload) : payload;
}

function translatedReply(reply: LightMyRequestResponse): LightMyRequestResponse {
  const body = otherLines(reply.body);
  return new Proxy(reply, {
    get: (target, name) => {
      if (name === 'body' || name === 'payload') return body;
      if (name === 'json') return () => JSON.parse(body) as unknown;
      return Reflect.get(target, name, target);
    },
  });
}

/** JSON, or events with JSON in them, in the other words. */
export const otherLines = (text: string): string =>
  text.replace(/^(data: )?(.+)$/gm, (_, begin = '', json) => begin + otherJson(json, neutralReply));

/** Text that is not JSON stays as it is. */
export function otherJson(text: string, other: (content: unknown) => unknown): string {
  try {
    // JSON has numbers that become infinite when they are read, but no word for them
    return JSON.stringify(other(JSON.parse(text)), (_, value: unknown) =>
      value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? `∞${value}` : value,
    ).replace(/"∞(-?)Infinity"/g, '$11e999');
  } catch {
    return text;
  }
}
