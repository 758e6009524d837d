import { createHash } from 'node:crypto';
import { createRandom } from '../../core/random.ts';
import { isObject } from '../../core/values.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { dataOf, envelopeOf, isRefusal, withData, withMembers } from './envelope.ts';
import { mayBeNull, replaceIn } from './places.ts';

/** Something that the contract leaves open, in another form than the sandbox usually gives it. */
interface Variation {
  /** Id of the register's entry on how the sandbox usually does it. */
  readonly decision: string;
  reply?(unsent: UnsentReply, context: ReplyContext, random: Random): UnsentReply;
  progress?(data: unknown, random: Random): readonly unknown[];
  pieces?(body: Buffer, random: Random): readonly Buffer[];
}

/** In [0, 1). */
type Random = () => number;

const variations: readonly Variation[] = [
  {
    decision: 'key-order',
    reply: (unsent, _, random) => ({ ...unsent, body: shuffledKeys(unsent.body, random) }),
  },
  { decision: 'extra-fields', reply: withExtraFields },
  { decision: 'null-values', reply: withNulls },
  { decision: 'message-texts', reply: withOtherTexts },
  { decision: 'trace-id-everywhere', reply: withoutTrace },
  { decision: 'search-order', reply: inOtherOrder },
  {
    decision: 'nls-events',
    progress: (data, random) =>
      Array.from({ length: below(4, random) }, () => withOtherMessage(data, random)),
  },
  { decision: 'reply-pieces', pieces: cutAnywhere },
];

/** The decisions that vary. */
export const variedDecisions: readonly string[] = variations.map(({ decision }) => decision);

/**
 * Varies replies by a seed. A reply depends on the seed, its request and how often it was asked before, so that it is
 * the same whatever else varies.
 * @param only the decisions that vary; all by default
 */
export function replyVariations(seed: number, only: readonly string[] = variedDecisions): ReplyRewriter {
  const chosen = variations.filter(({ decision }) => only.includes(decision));
  const context = new Map<string, number>();
  const randomFor = ({ decision }: Variation, subject: string): Random =>
    createRandom(createHash('sha256').update(`${seed} ${decision} ${subject}`).digest().readUInt32LE());
  const numbered = (subject: string): string => {
    const times = (context.get(subject) ?? 0) + 1;
    context.set(subject, times);
    return `${subject} ${times}`;
  };
  const forProgress = chosen.filter(({ progress }) => progress);
  const forPieces = chosen.filter(({ pieces }) => pieces);

  return {
    rewrite(unsent, request) {
      const subject = numbered(JSON.stringify([request.method, request.url, request.given]));
      let result = unsent;
      for (const variation of chosen)
        result = variation.reply?.(result, request, randomFor(variation, subject)) ?? result;
      return result;
    },
    ...(forProgress.length > 0 && {
      progress: (data: unknown) =>
        forProgress.flatMap(
          (variation) => variation.progress?.(data, randomFor(variation, numbered('progress'))) ?? [],
        ),
    }),
    ...(forPieces.length > 0 && {
      pieces: (body: Buffer) =>
        forPieces.flatMap(
          (variation) =>
            variation.pieces?.(body, randomFor(variation, numbered(body.toString('latin1')))) ?? [],
        ),
    }),
  };
}

const below = (limit: number, random: Random): number => Math.floor(random() * limit);

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let n = result.length - 1; n > 0; n--) {
    const other = below(n + 1, random);
    [result[n], result[other]] = [result[other] as T, result[n] as T];
  }
  return result;
}

function shuffledKeys(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffledKeys(item, random));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    shuffled(Object.entries(value), random).map(([name, each]) => [name, shuffledKeys(each, random)]),
  );
}

/** Only where the documents allow further fields: around the data of a whole reply. */
function withExtraFields(unsent: UnsentReply, { operation }: ReplyContext, random: Random): UnsentReply {
  if (unsent.form !== 'json' || (operation.generation === 2 && isRefusal(unsent))) return unsent;
  const names = ['requestId', 'region', 'notice', 'links'].slice(0, 1 + below(4, random));
  const values = ['', 7, null, { next: null }];
  const extra = names.map((name) => [name, values[below(values.length, random)]]);
  return withMembers(unsent, () => Object.fromEntries(extra));
}

function withNulls(unsent: UnsentReply, { schema }: ReplyContext, random: Random): UnsentReply {
  const data = dataOf(unsent);
  if (data === undefined) return unsent;
  return withData(
    unsent,
    replaceIn(data, schema, (value, place) => (mayBeNull(place) && random() < 0.5 ? null : value)),
  );
}

/** A 401 has the texts that the specification shows. */
function withOtherTexts(unsent: UnsentReply, _asked: ReplyContext, random: Random): UnsentReply {
  if (!isRefusal(unsent) || unsent.status === 401) return unsent;
  return withMembers(unsent, ({ message, details, errorDescription }) => ({
    ...(message !== undefined && { message: otherText(random) }),
    ...(typeof errorDescription === 'string' && { errorDescription: otherText(random) }),
    ...(Array.isArray(details) && {
      details: details.map((each: object) => ({ ...each, message: otherText(random) })),
    }),
  }));
}

function withOtherMessage(data: unknown, random: Random): unknown {
  return isObject(data) ? { ...data, message: otherText(random) } : data;
}

const otherText = (random: Random): string =>
  [
    'Please wait.',
    'This did not work',
    'Søk igjen – “senere”.',
    'Details: none; code: n/a\tok',
    'x'.repeat(300),
  ][below(5, random)] ?? '';

/** "On most responses" (contract 2.2). */
function withoutTrace(unsent: UnsentReply, { operation }: ReplyContext, random: Random): UnsentReply {
  if (operation.generation !== 3 || !isRefusal(unsent) || unsent.form !== 'json') return unsent;
  const { traceId, timestamp, ...rest } = envelopeOf(unsent) ?? {};
  return {
    ...unsent,
    body: {
      ...rest,
      ...(random() < 0.5 && { traceId }),
      ...(random() < 0.5 && { timestamp }),
    },
  };
}

/** The records of a search that names no order. */
function inOtherOrder(
  unsent: UnsentReply,
  { operation, given, schema }: ReplyContext,
  random: Random,
): UnsentReply {
  const isSearch = /search$|^nls$|\/list$/i.test(operation.id);
  if (!isSearch || !isObject(given) || given['sortBy'] !== undefined) return unsent;
  const data = dataOf(unsent);
  if (data === undefined) return unsent;
  return withData(
    unsent,
    replaceIn(data, schema, (value, { pointer }) =>
      Array.isArray(value) && /^\/(\w*List|sponsors)$/.test(pointer) ? shuffled(value, random) : value,
    ),
  );
}

/** In up to eight pieces, also inside characters. */
function cutAnywhere(body: Buffer, random: Random): Buffer[] {
  const borders = Array.from({ length: below(8, random) }, () => below(body.length + 1, random));
  const places = [0, ...borders.sort((a, b) => a - b), body.length];
  return places.slice(1).map((end, n) => body.subarray(places[n], end));
}
