import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { eventsOf } from '../../src/contract/event-stream.ts';
import { createRandom } from '../../src/core/random.ts';
import type { ServedRoute } from '../../src/service/http/served.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import {
  realKey,
  recordIn,
  recordingsIn,
  type SentCall,
  sampleOf,
  secret,
  sendingAtOnce,
  sentText,
  serving,
} from './service.ts';

/** A call and the reply of the service, in both of which everything personal is a canary. */
interface PlantedCall {
  call: SentCall;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** How many pieces of 4 characters occur in what was written and printed. */
interface PieceCounts {
  pieces: number;
  /** Of canaries that the service held. */
  held: number;
  /** Of canaries of the same form that it never held. */
  decoys: number;
}

const { app, deps } = await testApp({ vocabulary: 'neutral' });
const samples = await Promise.all(
  deps.servedRoutes.map(async (route) => ({ route, sample: sampleOf(route), ...(await replyTo(route)) })),
);

async function replyTo(route: ServedRoute): Promise<{ data: unknown; isStream: boolean }> {
  const { method, path, query, body } = sampleOf(route);
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const reply = await app.inject({
    method: method as 'GET',
    url: path + search,
    headers: {
      [path.startsWith('/v2') ? 'apiid' : 'api-key']: realKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isStream = String(reply.headers['content-type']).startsWith('text/event-stream');
  return { data: isStream ? eventsOf(reply.body).events.at(-1)?.data : JSON.parse(reply.body), isStream };
}

/** Names whose words the service has for everyone, and that files keep. */
const commonWords =
  /^(?:country|bdCountryCode|ytDgMainCountry|lang|langCode|language|languages|mainLanguage|secondLanguage|vssId|niche(?:Id)?s|topics|topicIds|contentTopics|category|categoryBusiness|mainCategory|(?:bdA|a)ctiveUserType|consistencyLevel|ageRange|platform|status|contentType|companySize|industr.*|sponsoringPlatforms|key|date|errorCode|error|success|pageSize|pastDayRange|sortBy|op|filterName|filterKey|id|fields)$/;
/** Names whose numbers are no counts of an account. */
const noCounts =
  /^(?:length|lengthSec|avgLength.*|start|dur|end|.*[aA]vgAge|offset|pageSize|nextOffset|totalResults|maxResults|lat|lng|global|score|.*rank.*|.*Rating.*|.*(?:Time|Date|Timestamps|timestamp)|.*(?:Rate|Ratio|Growth|Score|CPM|CPE).*|g\d+|.*Credit.*|credits.*|quota.*|requestCount|code|pastDayRange|country|language|category|performance.*|.*Per[A-Z].*|cv|medianVsMean)$/;
const countFilters =
  /^(?:total|avg|followers|following|likes|comments|shares|views|plays|hearts|videos|posts|subscribers|sponsoredC|contentC|channelC)/;

interface Planting {
  readonly random: () => number;
  /** Counts of 15 digits occur nowhere by chance, so they are looked for everywhere. */
  readonly hasLongCounts: boolean;
  readonly canaries: string[];
  readonly decoys: string[];
  readonly counts: Set<number>;
}

const scripts: readonly (readonly [number, number])[] = [
  [0x430, 0x44f], // Cyrillic
  [0x3b1, 0x3c9], // Greek
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7a3], // Hangul
  [0x628, 0x63a], // Arabic
  [0x561, 0x586], // Armenian, which has no alphabet of its own among the pseudonyms
  [0x10d0, 0x10f0], // Georgian
];

const between = (random: () => number, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** A random word, and a decoy of the same form. */
function word(planting: Planting, [first, last]: readonly [number, number], length: number): string {
  const make = () =>
    String.fromCodePoint(...Array.from({ length }, () => between(planting.random, first, last)));
  const canary = make();
  planting.canaries.push(canary);
  planting.decoys.push(make());
  return canary;
}

const latinWord = (planting: Planting, length = between(planting.random, 8, 13)): string =>
  word(planting, [0x61, 0x7a], length);

const anyWord = (planting: Planting): string => {
  if (planting.random() < 0.7) return latinWord(planting);
  const script = scripts[between(planting.random, 0, scripts.length - 1)] ?? [0x61, 0x7a];
  return word(planting, script, between(planting.random, 8, 12));
};

/** A canary in the place of a value, of its kind. */
function canaryLike(planting: Planting, value: string): string {
  const { random } = planting;
  const latin = () => latinWord(planting);
  if (/^https?:/.test(value)) {
    const host = random() < 0.5 ? `${latin()}.example` : new URL(value).host;
    const ending = random() < 0.5 ? '.jpg' : '';
    return `https://${host}/${latin()}/${latin()}${ending}?v=${latin()}&owner=${latin()}#${latin()}`;
  }
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return `${latin()}@${latin()}.example`;
  if (/^\d{8,}$/.test(value)) return word(planting, [0x30, 0x39], value.length);
  if (/^UC.{22}$/.test(value)) return `UC${latinWord(planting, 22)}`;
  if (/^[0-9a-f]{24,}$/.test(value)) return word(planting, [0x61, 0x66], value.length);
  if (value.startsWith('#')) return `#${anyWord(planting)}`;
  if (/^@?[\w.-]+$/.test(value) && value !== '')
    return `${value.startsWith('@') ? '@' : ''}${latin()}${['.', '_', '-', ''][between(random, 0, 3)]}${latin()}`;
  const marks = [' ', ', ', ' #', ' @', ' 🍜 ', '\n', '/', ' https://'];
  const words = Array.from({ length: between(random, 1, 4) }, () => anyWord(planting));
  // by such words the language of a text is known
  const language = ['', '', ' and this for you', ' para los que', ' и не на'][between(random, 0, 4)];
  return words.join(marks[between(random, 0, marks.length - 1)]) + language;
}

const plantedCount = ({ random, hasLongCounts, counts }: Planting): number => {
  const count = hasLongCounts
    ? between(random, 1e14, 2e15)
    : between(random, 10, 10 ** between(random, 2, 9));
  counts.add(count);
  return count;
};

/** A reply or request with canaries in the place of personal values, and with further members that no schema knows. */
function planted(planting: Planting, value: unknown, name: string): unknown {
  const { random } = planting;
  if (Array.isArray(value)) return value.map((each) => planted(planting, each, name));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, inner]) => [
      key,
      // names of niches are words of the service too
      key === 'name' && name.startsWith('id_')
        ? inner
        : planted(planting, inner, name === 'length' ? name : key),
    ]);
    if (random() < 0.02) members.push([latinWord(planting), latinWord(planting)]);
    if (random() < 0.02) members.push(['unheardOf', { [`${latinWord(planting)} x`]: [anyWord(planting)] }]);
    return Object.fromEntries(members) as unknown;
  }
  if (typeof value === 'string') {
    if (!commonWords.test(name)) return canaryLike(planting, value);
    // somebody's words where a word of the service belongs
    return random() < 0.03 ? `@${latinWord(planting)}` : value;
  }
  return Number.isInteger(value) && Number(value) > 9 && !noCounts.test(name)
    ? plantedCount(planting)
    : value;
}

/** Plants the parameters of a request too: names, free texts, every filter that the operation has, and unknown ones. */
function plantedRequest(planting: Planting, { parameters }: ServedRoute, sample: SentCall): SentCall {
  const given = (sample.query ?? sample.body) as Record<string, unknown>;
  const { filters: sampled, ...rest } = given;
  const strange = { [latinWord(planting)]: latinWord(planting) };
  const named = { ...(planted(planting, rest, '') as object), ...strange };
  if (sample.query) return { ...sample, query: named };
  if (sampled === undefined) return { ...sample, body: named };
  const { properties } = parameters as unknown as {
    properties: Record<string, { items?: { properties: object } }>;
  };
  const conditions = properties['filters']?.items?.properties ?? {};
  const member = 'filterKey' in conditions ? 'filterKey' : 'filterName';
  const { enum: listed = [], anyOf = [] } =
    (conditions as Record<string, { enum?: string[]; anyOf?: { const: string }[] }>)[member] ?? {};
  const filters = [...listed, ...anyOf.map((each) => each.const)].flatMap((name) => [
    { [member]: name, op: '=', value: planting.random() < 0.5 ? anyWord(planting) : [anyWord(planting)] },
    ...(countFilters.test(name) && !noCounts.test(name)
      ? [{ [member]: name, op: '>', value: plantedCount(planting) }]
      : []),
  ]);
  return { ...sample, body: { ...named, filters } };
}

const strangeHeaders = (planting: Planting): Record<string, string> => ({
  'x-request-id': latinWord(planting),
  'set-cookie': `owner=${latinWord(planting)}`,
  'content-disposition': `attachment; filename="${latinWord(planting)}.srt"`,
});

function plantedCall(
  planting: Planting,
  { route, sample, data, isStream }: (typeof samples)[number],
): PlantedCall {
  const call = plantedRequest(planting, route, sample);
  const headers = strangeHeaders(planting);
  const { random } = planting;
  if (random() < 0.1) {
    const status = [400, 401, 402, 403, 404, 429, 500][between(random, 0, 6)] ?? 400;
    const text = () => Array.from({ length: 3 }, () => anyWord(planting)).join(' ');
    const details = [{ field: latinWord(planting), message: text(), code: `@${latinWord(planting)}` }];
    const refusal = {
      success: false,
      errorCode: `@${latinWord(planting)}`,
      error: text(),
      errorDescription: text(),
    };
    const body = JSON.stringify({ ...refusal, message: text(), details, traceId: latinWord(planting) });
    return { call, status, headers: { ...headers, 'content-type': 'application/json' }, body };
  }
  const body = JSON.stringify(planted(planting, data, route.operation.split('/').at(-1) ?? ''));
  if (!isStream)
    return { call, status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
  const progress = JSON.stringify({ message: `${anyWord(planting)} ${anyWord(planting)}` });
  const frames = `event: progress\ndata: ${progress}\n\nevent: result\ndata: ${body}\n\n`;
  return { call, status: 200, headers: { ...headers, 'content-type': 'text/event-stream' }, body: frames };
}

/** Records one such service for each seed. Pieces of the canaries occur as often as those of decoys do by chance. */
export async function expectNoCanaries(seeds: Iterable<number>): Promise<void> {
  const total = { pieces: 0, held: 0, decoys: 0 };
  for (const seed of seeds) {
    const { pieces, held, decoys } = await recordCanaries(seed);
    total.pieces += pieces;
    total.held += held;
    total.decoys += decoys;
  }
  expect(total.pieces).toBeGreaterThan(1_000);
  // six standard deviations of the difference of two such counts, at most
  expect(total.held - total.decoys).toBeLessThanOrEqual(6 * Math.sqrt(total.pieces / 2));
}

/**
 * Records a service whose personal texts, names, identifiers and counts occur nowhere else, and looks for them in every
 * byte that is written or printed.
 */
async function recordCanaries(seed: number): Promise<PieceCounts> {
  const random = createRandom(seed);
  const planting: Planting = {
    random,
    hasLongCounts: seed % 2 === 0,
    canaries: [],
    decoys: [],
    counts: new Set(),
  };
  const calls = samples.map((sample) => plantedCall(planting, sample));
  const folder = newFolder();
  // every request has a canary of its own, so that they may come in any order
  const replies = new Map(calls.map((planted) => [sentText(planted.call), planted]));
  const seen = new Set<string>();
  const target = await serving(async (incoming, reply) => {
    if (incoming.url === '/usage') {
      // the balance that is asked for before the command runs
      reply.end(
        JSON.stringify({
          success: true,
          creditsUsed: 0,
          creditsAvailable: 1,
          data: { name: anyWord(planting) },
        }),
      );
      return;
    }
    const sent = `${incoming.method} ${incoming.url} ${await text(incoming)}`;
    seen.add(sent);
    const { status, headers, body } = replies.get(sent) ?? { status: 500, headers: {}, body: realKey };
    reply.writeHead(status, headers);
    reply.end(body);
  });
  const echo: SentCall = { method: 'GET', path: '/clip/profile', query: { uniqueId: latinWord(planting) } };
  const { code, out, err } = await recordIn(
    folder,
    target.url,
    sendingAtOnce([...calls.map(({ call }) => call), echo]),
    {
      flags: ['--spend', '1000000'],
    },
  );
  await target.close();
  expect(code, err).toBe(0);
  expect(replies.size).toBe(calls.length);
  expect([...replies.keys()].filter((sent) => !seen.has(sent))).toEqual([]);
  return searchIn({ planting, folder, printed: out + err, calls }, seed);
}

interface RecordedWorld {
  readonly planting: Planting;
  readonly folder: string;
  readonly printed: string;
  readonly calls: readonly PlantedCall[];
}

function searchIn({ planting, folder, printed, calls }: RecordedWorld, seed: number): PieceCounts {
  const recordings = join(folder, 'recordings');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'));
  expect(existsSync(join(folder, '.creator-sandbox'))).toBe(false);
  // far more than nothing was recorded
  expect(files.length, printed).toBeGreaterThan(calls.length * 0.8);
  const written = [...files, names.map((each) => each.name).join('\n'), printed].join('\n').toLowerCase();
  for (const each of [realKey, secret]) expect(written.includes(each), `seed ${seed}: a key`).toBe(false);
  expect(wholeIn(written, planting.canaries), `canaries of seed ${seed}`).toEqual([]);
  if (planting.hasLongCounts) {
    const literals = new Set(written.match(/\d{15,16}/g));
    const kept = [...planting.counts].filter((count) => literals.has(String(count)));
    expect(kept, `counts of seed ${seed}`).toEqual([]);
  }
  expect(keptCounts(planting, recordingsIn(recordings), calls), `counts of seed ${seed}`).toEqual([]);
  const pieces = piecesOf([written], 4);
  const [held, decoys] = [piecesOf(planting.canaries, 4), piecesOf(planting.decoys, 4)];
  const occurring = (of: ReadonlySet<string>) => [...of].filter((piece) => pieces.has(piece)).length;
  return { pieces: held.size, held: occurring(held), decoys: occurring(decoys) };
}

const piecesOf = (texts: readonly string[], length: number): Set<string> => {
  const pieces = new Set<string>();
  for (const text of texts)
    for (let at = 0; at + length <= text.length; at++) pieces.add(text.slice(at, at + length));
  return pieces;
};

const wholeIn = (written: string, canaries: readonly string[]): string[] => {
  const pieces = piecesOf([written], 8);
  return canaries.filter(
    (canary) =>
      (pieces.has(canary.slice(0, 8)) && written.includes(canary)) ||
      (/\P{ASCII}/u.test(canary) && written.includes(encodeURI(canary).toLowerCase())),
  );
};

/** Places of files with the count that the service had there. */
function keptCounts(
  { counts }: Planting,
  files: ReturnType<typeof recordingsIn>,
  calls: readonly PlantedCall[],
): string[] {
  return [...files.values()].flatMap(({ operation, request, reply }) => {
    const { body, events } = reply ?? {};
    const written = events ? events.at(-1)?.data : body;
    const replies = calls.filter(
      ({ call, status }) =>
        call.path === `/${operation}` && call.method === request.method && status === reply?.status,
    );
    const same = replies.map(({ body: text, headers }) =>
      headers['content-type'] === 'text/event-stream' ? eventsOf(text).events.at(-1)?.data : JSON.parse(text),
    );
    // the file of one of two equal routes has one of their replies
    const kept = same.map((each) => equalCounts(counts, each, written, `${operation}`));
    return kept.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
}

function equalCounts(counts: ReadonlySet<number>, before: unknown, after: unknown, at: string): string[] {
  if (typeof before === 'number') return before === after && counts.has(before) ? [at] : [];
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return [];
  return Object.entries(before).flatMap(([key, value]) =>
    noCounts.test(key)
      ? []
      : equalCounts(counts, value, (after as Record<string, unknown>)[key], `${at}/${key}`),
  );
}
