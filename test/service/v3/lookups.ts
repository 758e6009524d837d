import type { Static, TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import { jsonTypeOf } from '../../../src/core/values.ts';
import type { Platform } from '../../../src/creators/world/account.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, type TestApp } from '../../harness.ts';
import { type Detail, invalid, type Malformed, newKey, refused, success } from './common.ts';

/**
 * The common rules of look-ups of one creator, in both forms; the file of the operation adds its own facts.
 * @returns asks for the record of a creator by its handle
 */
export function describeLookup<Reply extends TSchema>(
  sandbox: TestApp,
  { operation, reply, price }: { operation: OperationId; reply: Reply; price: number },
): (handle: string) => Promise<Static<Reply>> {
  const { get, post, world } = sandbox;
  const platform = operation.split('/')[0] as Platform;
  const path = `/${operation}`;
  const key = (terms?: string) => newKey(operation, terms);
  const sample = identifierOf(platform, 'sample.creator');

  describe(path, () => {
    it('answers with the whole record in the envelope', async () => {
      const { status, headers, body } = await get(`${path}?${sample}`, key());

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(body).toEqual(success(expect.any(Object), price, 1000 - price));
      expectValid(reply, body['data']);
    });

    it('answers the same to a POST, and ignores what it does not know', async () => {
      const { data } = (await get(`${path}?${sample}&other=1`, key())).body;
      const body = Object.fromEntries(sample);

      expect((await post(path, body, key())).body).toEqual(success(data, price, 1000 - price));
      expect((await post(path, { ...body, other: 1 }, key())).body['data']).toEqual(data);
    });

    it('answers for every way to name a creator', async () => {
      const { data } = (await get(`${path}?${sample}`, key())).body;
      for (const same of aliases[platform])
        expect((await get(`${path}?${same}`, key())).body['data']).toEqual(data);
    });

    // One schema of identifiers serves all look-ups of a platform; the matrix has a wrong and an unknown one for each.
    if (operation.endsWith('/profile')) describeIdentifiers(sandbox, operation, platform);

    it('refuses identifiers of a body that are no text', async () => {
      const [name] = [...sample.keys()];
      for (const value of [5, null, true, ['a'], {}])
        expect((await post(path, { [name ?? '']: value }, key())).body).toEqual(
          invalid({
            field: name ?? '',
            message: `'${name}': expected string, received ${jsonTypeOf(value)}.`,
            code: 'invalid_type',
          }),
        );
    });

    it.skipIf(isPublished)('answers for every creator of the world with a valid record', async () => {
      for (const account of world.accounts(platform)) {
        const id = 'channelId' in account ? account.channelId : account.handle;
        const { status, body } = await get(`${path}?${identifierOf(platform, id)}`, 'demo-unlimited');
        expect([id, status]).toEqual([id, 200]);
        expectValid(reply, body['data']);
      }
    });
  });

  return async (handle) => {
    const query = new URLSearchParams({ uniqueId: handle });
    return (await get(`${path}?${query}`, 'demo-unlimited')).body['data'] as Static<Reply>;
  };
}

/** contract 7.2(1, 2, 4): what is malformed is 400 with every failed check, what is unknown 404; free of charge. */
function describeIdentifiers({ get, available }: TestApp, operation: OperationId, platform: Platform): void {
  it.each(malformed[platform])('refuses %s with every failed check', async (query, ...details) => {
    const one = newKey(operation);

    expect(await get(`/${operation}?${query}`, one)).toMatchObject({
      status: 400,
      body: invalid(...details),
    });
    expect(await available(one)).toBe(1000);
  });

  it.each(unknown[platform])('answers 404 for %s, free of charge', async (query) => {
    const one = newKey(operation);

    expect(await get(`/${operation}?${query}`, one)).toMatchObject({
      status: 404,
      body: refused('notFound'),
    });
    expect(await available(one)).toBe(1000);
  });
}

/** The sample creator by name, any other by the platform's own identifier. */
export const identifierOf = (platform: Platform, id: string): URLSearchParams =>
  platform === 'tube'
    ? new URLSearchParams({ channelId: id === 'sample.creator' ? 'UCsample-creator00000000' : id })
    : new URLSearchParams({ uniqueId: id });

const aliases: Record<Platform, string[]> = {
  clip: ['uniqueId=@sample.creator', 'uniqueId=%40sample.creator'],
  gram: ['uniqueId=@sample.creator'],
  tube: ['uniqueId=sample.creator', 'uniqueId=@sample.creator', 'uniqueId=@SAMPLE.Creator'],
};

const unknown: Record<Platform, string[]> = {
  clip: ['uniqueId=no.such.creator', 'uniqueId=Sample.Creator', `uniqueId=${'x'.repeat(101)}`],
  gram: ['uniqueId=no.such.creator', 'uniqueId=Sample.Creator', `uniqueId=${'x'.repeat(31)}`],
  tube: [
    'channelId=UCno-such-channel0000000',
    'uniqueId=no.such.creator',
    'channelId=UCSAMPLE-CREATOR00000000',
  ],
};

const missing = (field: string): Detail => ({
  field,
  message: `Missing required field: '${field}'.`,
  code: 'required',
});
const empty = (field: string): Detail => ({
  field,
  message: `'${field}' is required and must not be empty.`,
  code: 'too_small',
});
const tooLong = (field: string, most: number): Detail => ({
  field,
  message: `'${field}' must have at most ${most} characters.`,
  code: 'too_big',
});
const badFormat = (field: string, pattern: string): Detail => ({
  field,
  message: `'${field}' has an invalid format. It must match ${pattern}.`,
  code: 'invalid_format',
});
const badType = (field: string): Detail => ({
  field,
  message: `'${field}': expected string, received array.`,
  code: 'invalid_type',
});

const handles = (most: number, pattern: string): Malformed[] => [
  ['uniqueId=', empty('uniqueId'), badFormat('uniqueId', pattern)],
  [`uniqueId=${'x'.repeat(most + 1)}`, tooLong('uniqueId', most)],
  ['uniqueId=a%20b', badFormat('uniqueId', pattern)],
  ['uniqueId=a%00', badFormat('uniqueId', pattern)],
  ['uniqueId=@@a', badFormat('uniqueId', pattern)],
  ['uniqueId=@', badFormat('uniqueId', pattern)],
  [`uniqueId=${'%C3%BC'.repeat(most + 1)}`, tooLong('uniqueId', most), badFormat('uniqueId', pattern)],
  ['uniqueId=a&uniqueId=b', badType('uniqueId')],
];
const clipHandle = '^@?[a-zA-Z0-9._-]+$';
const gramHandle = '^@?[a-zA-Z0-9._]+$';
const channelId = '^UC[a-zA-Z0-9_-]{22}$';

/** contract 7.2(1, 4): every failed check of every platform's identifiers. */
const malformed: Record<Platform, Malformed[]> = {
  clip: [['', missing('uniqueId')], ['channelId=a', missing('uniqueId')], ...handles(101, clipHandle)],
  gram: [
    ['', missing('uniqueId')],
    ['uniqueId=with-hyphen', badFormat('uniqueId', gramHandle)],
    ...handles(31, gramHandle),
  ],
  tube: [
    [
      '',
      {
        field: 'channelId',
        message: "Missing required field: 'channelId' or 'uniqueId'.",
        code: 'required',
      },
    ],
    [
      'channelId=UCsample-creator00000000&uniqueId=sample.creator',
      {
        field: 'uniqueId',
        message: "Give either 'channelId' or 'uniqueId', not both.",
        code: 'ambiguous',
      },
    ],
    ['channelId=', empty('channelId'), badFormat('channelId', channelId)],
    [`channelId=${'x'.repeat(51)}`, tooLong('channelId', 50), badFormat('channelId', channelId)],
    ['channelId=UCsample-creator0000000', badFormat('channelId', channelId)],
    ['channelId=UCsample.creator00000000', badFormat('channelId', channelId)],
    ['channelId=a&channelId=b', badType('channelId')],
    ...handles(101, clipHandle),
  ],
};
