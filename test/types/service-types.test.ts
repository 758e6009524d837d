import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceTypes } from '../../types/service-types.ts';
import { documentFrom, eventsIn, type Generation, placesOf } from '../app/openapi/documented.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { compile } from './compile.ts';

const folder = newFolder();

const files = await serviceTypes();
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe.each([
  ['neutral', './index.js', 'tiktok'],
  ['published', './published/index.js', 'clip'],
] as const)('the types in %s words', async (vocabulary, from, foreign) => {
  const sandbox = await testApp({ vocabulary });
  const documents = {
    2: await documentFrom(sandbox, 2),
    3: await documentFrom(sandbox, 3),
  };

  it('fit every real request, reply and refusal', async () => {
    const lines = [];
    for (const generation of [2, 3] as const) lines.push(...(await checksOf(generation)));
    writeFileSync(
      join(folder, `${vocabulary}.ts`),
      `import type { v2, v3 } from '${from}';\n${lines.map((line, n) => `export const c${n}: ${line};`).join('\n')}\n`,
    );
    expect(lines.length).toBeGreaterThan(200);
    expect(await compile(`${vocabulary}.ts`, folder)).toBe('');
  });

  it('have no word of the other vocabulary', () => {
    const all = files.filter(([path]) => path.startsWith('published/') === (vocabulary === 'published'));
    expect(all).toHaveLength(3);
    for (const [, text] of all) expect(text).not.toMatch(new RegExp(`\\b${foreign}[A-Z/'\`]`));
  });

  /** Every operation, asked as its document shows it and without a parameter, as typed constants. */
  async function checksOf(generation: Generation): Promise<string[]> {
    const lines = [];
    const prefix = generation === 2 ? '/v2' : '';
    for (const { method, path, operation } of placesOf(documents[generation])) {
      const [isGet, url] = [method === 'GET', `${prefix}${path}`];
      const name = `<'${method} ${url}'>`;
      const given = isGet
        ? Object.fromEntries(
            (operation.parameters ?? []).flatMap((each) =>
              each.example === undefined ? [] : [[each.name, each.example]],
            ),
          )
        : operation.requestBody?.content['application/json']?.examples.sample.value;
      const ask = (request: unknown, key = 'demo-unlimited') =>
        sandbox.app.inject({
          method: method as 'GET',
          url,
          headers: { 'api-key': key, apiid: key },
          ...(isGet ? { query: request as Record<string, string> } : { payload: request as object }),
        });
      const reply = await ask(given);
      expect(reply.statusCode, url).toBe(200);
      if (!isGet || Object.keys(given as object).length > 0)
        lines.push(`v${generation}.Request${name} = ${JSON.stringify(given)}`);
      const isStream = String(reply.headers['content-type']).startsWith('text/event-stream');
      lines.push(
        isStream
          ? `v${generation}.Operations['${method} ${url}']['event'][] = ${JSON.stringify(eventsIn(reply.body))}`
          : `v${generation}.Reply${name} = ${reply.body}`,
      );
      for (const refused of [
        await ask({}, 'demo-unlimited'),
        await ask(given, 'nobody'),
        await ask(given, 'demo-forbidden'),
      ])
        if (refused.statusCode !== 200) lines.push(`v${generation}.Refusal${name} = ${refused.body}`);
    }
    return lines;
  }
});

it('tell a client where it is wrong', async () => {
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import type { v2, v3 } from './index.js';
export const text = (reply: v3.Reply<'GET /clip/profile'>): string => reply.data.totalFollowers;
export const gone = ({ data }: v3.Reply<'GET /clip/profile'>) => data.subscribers;
export const field: v3.Request<'GET /clip/profile'> = { uniqueId: 'a', fields: ['followers'] };
export const missing: v3.Request<'POST /nls'> = {};
export const part = ({ data }: v3.Operations['GET /clip/profile']['fractionalReply']): string => data.bio;
export const code = (refusal: v3.Refusal<'GET /usage'>) => refusal.errorCode === 'NO_SUCH_CODE';
export const path: v2.Operation = 'GET /v2/tiktokBasic';
`,
  );
  const errors = await compile('wrong.ts', folder);
  expect(
    errors.match(/wrong\.ts\((\d+),\d+\): error/g)?.map((each) => Number(/\d+/.exec(each)?.[0])),
  ).toEqual([2, 3, 4, 5, 6, 7, 8]);
});
