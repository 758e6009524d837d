import type { ValidateFunction } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { createSandbox } from '../../../src/library/index.ts';
import { type Choose, choices, seedOf } from '../../fuzz/choose.ts';
import type { Schema } from '../../fuzz/values.ts';
import {
  type Documented,
  eventsIn,
  type Generation,
  type Place,
  placesOf,
  responseOf,
  validatorOf,
} from './documented.ts';
import { type DocumentedParameter, drawBody, drawQuery, type Pair } from './drawn-requests.ts';

/** Of each generation in each vocabulary: 7,000 in all. */
const callsEach = 1_750;
const run = Number(process.env['FUZZ_SEED'] ?? 1);

/** What no schema of a query can forbid, by the words that its operation has for it. */
const forbiddenInWords: Readonly<Record<string, (query: ReadonlyMap<string, string>) => boolean>> = {
  'Takes exactly one of `channelId` and `uniqueId`.': (query) =>
    query.has('channelId') === query.has('uniqueId'),
  'The range is 365 days at most.': (query) => {
    const end = Number(query.get('end') ?? Date.now());
    const start = Number(query.get('start') ?? end - 7 * dayMs);
    return start > end || end - start > 365 * dayMs;
  },
};

interface Call {
  place: Place;
  query: readonly Pair[];
  body: unknown;
  /** Whether the document allows it. */
  isValid: boolean;
}

describe.each(['neutral', 'published'] as const)('the documents in the %s vocabulary', async (vocabulary) => {
  const sandbox = await createSandbox({ size: 60, vocabulary, pace: 0 });
  afterAll(() => sandbox.close());

  it.each<Generation>([2, 3])(
    'agree with %i: what they allow is taken, all else is refused, all replies fit',
    async (generation) => {
      const document = (await sandbox.openapi(generation)) as unknown as Documented;
      const draw = callsOf(document);
      const fits = replyCheckOf(document);
      const tally = { allowed: 0, refused: 0, answered: 0 };
      const wrong: string[] = [];

      const ask = async (n: number) => {
        const call = draw(choices(seedOf(run, n)));
        const { method, path } = call.place;
        const search = call.query.length === 0 ? '' : `?${new URLSearchParams([...call.query])}`;
        const reply = await fetch(`${document.servers[0]?.url}${path}${search}`, {
          method,
          headers: {
            [generation === 2 ? 'apiId' : 'api-key']: `sandbox:unlimited,fractional:${n % 40}`,
            ...(method === 'POST' && { 'content-type': 'application/json' }),
          },
          ...(method === 'POST' && { body: JSON.stringify(call.body) }),
        });
        const text = await reply.text();
        const shown = `${n}: ${method} ${path}${search} ${JSON.stringify(call.body) ?? ''}`.slice(0, 600);
        const isTaken = generation === 3 ? reply.status !== 400 : !malformed.includes(errorIn(text));
        if (call.isValid !== isTaken)
          wrong.push(
            `${shown}\n  ${call.isValid ? 'allowed' : 'forbidden'}, and answered with ${text.slice(0, 300)}`,
          );
        const problem = fits(call.place, reply.status, String(reply.headers.get('content-type')), text);
        if (problem) wrong.push(`${shown}\n  its ${reply.status} ${problem}`);
        tally.allowed += call.isValid ? 1 : 0;
        tally.refused += isTaken ? 0 : 1;
        tally.answered += reply.ok ? 1 : 0;
      };
      for (let n = 0; n < callsEach; n += 10)
        await Promise.all(Array.from({ length: 10 }, (_, k) => ask(n + k)));

      expect(wrong, `${wrong.length} of seed ${run}`).toEqual([]);
      for (const count of Object.values(tally)) expect(count).toBeGreaterThan(callsEach / 5);
    },
  );
});

/** The strings by which generation 2 refuses a malformed request. */
const malformed = [
  ...['BodyInvalid', 'ValueEmpty', 'FilterValueType'],
  ...['AdvancedSearchSortByNotExistOrInvalid', 'AdvancedSearchFilterNotExistOrInvalid'],
];

function errorIn(text: string): string {
  const body = JSON.parse(text) as { error?: string };
  return body.error ?? '';
}

/** Draws calls of a document. */
function callsOf(document: Documented): (choose: Choose) => Call {
  const validator = validatorOf(document);
  // Bodies have most rules.
  const places = placesOf(document).flatMap((place) => (place.method === 'POST' ? [place, place] : [place]));
  const compiled = new Map<string, ValidateFunction>();
  const check = (at: readonly string[]) => {
    const known = compiled.get(at.join()) ?? validator(at);
    compiled.set(at.join(), known);
    return known;
  };

  return (choose) => {
    const place = choose.of(places);
    const at = ['paths', place.path, place.method.toLowerCase()];
    if (place.method === 'POST') {
      const { schema, examples } = bodyOf(place);
      const body = drawBody(schema, examples.sample.value, choose);
      const isValid = check([...at, 'requestBody', 'content', 'application/json', 'schema'])(body);
      return { place, query: [], body, isValid };
    }
    const parameters = (place.operation.parameters ?? []) as DocumentedParameter[];
    const query = drawQuery(parameters, choose);
    const isValid = parameters.every(({ name, required, description, schema, content }, index) => {
      const texts = query.filter(([each]) => each === name).map(([, text]) => text);
      if (texts.length === 0) return !required;
      const where = [...at, 'parameters', String(index)];
      if (content)
        return (
          texts.length === 1 && check([...where, 'content', 'application/json', 'schema'])(parsed(texts[0]))
        );
      if (schema?.['type'] === 'array') {
        const asJson = texts.length === 1 && description?.includes('JSON of the list is taken too.');
        return check([...where, 'schema'])(asJson && texts[0]?.startsWith('[') ? parsed(texts[0]) : texts);
      }
      return texts.length === 1 && check([...where, 'schema'])(texts[0]);
    });
    const rules = Object.entries(forbiddenInWords).filter(([words]) =>
      place.operation.description.includes(words),
    );
    const isForbidden = rules.some(([, isBroken]) => isBroken(new Map(query)));
    return { place, query, body: undefined, isValid: isValid && !isForbidden };
  };
}

const bodyOf = ({ operation }: Place) =>
  operation.requestBody?.content['application/json'] as {
    schema: Schema;
    examples: { sample: { value: unknown } };
  };

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** @returns what is wrong with a reply by the schema of its status */
function replyCheckOf(document: Documented) {
  const validator = validatorOf(document);
  const compiled = new Map<string, ValidateFunction>();
  return (place: Place, status: number, type: string, text: string): string | undefined => {
    const [media = ''] = type.split(';');
    const { at } = responseOf(document, place, status);
    const isStream = media === 'text/event-stream';
    const pointer = [...at, 'content', media, 'schema', ...(isStream ? ['contentSchema'] : [])];
    const validate = compiled.get(pointer.join()) ?? validator(pointer);
    compiled.set(pointer.join(), validate);
    const content: unknown = isStream ? eventsIn(text) : JSON.parse(text);
    return validate(content) ? undefined : `does not fit: ${JSON.stringify(validate.errors?.slice(0, 2))}`;
  };
}
