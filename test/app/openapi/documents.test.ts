import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/core/operations.ts';
import { outcomes } from '../../generations.ts';
import { testApp } from '../../harness.ts';
import {
  documentFrom,
  expectExamplesFit,
  expectFits,
  type Generation,
  lint,
  type Place,
  placesOf,
  responseOf,
  validatorOf,
} from './documented.ts';

const app = await testApp();
const documents = { 2: await documentFrom(app, 2), 3: await documentFrom(app, 3) };
const generations: Generation[] = [2, 3];

/** The path in the app for a path in a document. */
const served = (generation: Generation, path: string) => (generation === 2 ? `/v2${path}` : path);

/** Sends the sample request of an operation, with a key. */
async function sendSample(generation: Generation, { method, path, operation }: Place, headers = {}) {
  const query = (operation.parameters ?? []).flatMap(({ name, example }): [string, string][] =>
    example === undefined ? [] : [[name, example]],
  );
  const url = `${served(generation, path)}?${new URLSearchParams(query)}`;
  const credentials = { [generation === 2 ? 'apiid' : 'api-key']: 'demo-unlimited', ...headers };
  return app.app.inject(
    method === 'GET'
      ? { method, url, headers: credentials }
      : {
          method: 'POST',
          url,
          headers: credentials,
          payload: operation.requestBody?.content['application/json']?.examples.sample.value as object,
        },
  );
}

describe.each(generations)('the document of generation %i', (generation) => {
  const document = documents[generation];
  const places = placesOf(document);
  const validator = validatorOf(document);

  it('states its version, address and key header', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(String(generation));
    expect(document.servers[0]?.url).toBe(`http://127.0.0.1:4310${generation === 2 ? '/v2' : ''}`);
    expect(Object.entries(document.components.securitySchemes)).toEqual([
      generation === 2
        ? ['apiId', expect.objectContaining({ type: 'apiKey', in: 'header', name: 'apiId' })]
        : ['api-key', expect.objectContaining({ type: 'apiKey', in: 'header', name: 'api-key' })],
    ]);
  });

  it('has exactly the routes that are served', () => {
    const routes = app.deps.servedRoutes.filter(
      ({ operation }) => findOperation(operation)?.generation === generation,
    );
    expect(places.map(({ method, path }) => `${method} ${served(generation, path)}`).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it('passes a strict linter', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('contains nothing internal', () => {
    expect(JSON.stringify(document)).not.toMatch(
      /patternProperties|\(contract|\(assumed|\(observed|Kind|undefined'/,
    );
  });

  it('has an example of every success, and every example fits its schema', () => {
    expectExamplesFit(document);
  });

  it('describes all refusals that can be forced on an operation, and no other status', async () => {
    for (const place of places) {
      const id = served(generation, place.path).slice(1);
      const known = findOperation(id) ?? findOperation('v2/gramBasic');
      if (!known) continue;
      const forced = outcomes.of(known.id);
      expect(Object.keys(place.operation.responses), place.path).toEqual(
        ['200', ...new Set(forced.map(({ status }) => String(status)))].sort(),
      );
      for (const { status, errorCode } of forced) {
        const prefer = `code=${status}, example=${errorCode}`;
        const reply = await sendSample(generation, place, { prefer });
        expect(reply.statusCode, `${place.path} ${errorCode}`).toBe(status);
        const { at } = responseOf(document, place, status);
        expectFits(
          validator([...at, 'content', 'application/json', 'schema']),
          reply.json(),
          `${place.path} ${errorCode}`,
        );
      }
    }
  });

  it('states every price, as data and in words', () => {
    const book = app.deps.prices.toJSON();
    for (const { path, operation } of places) {
      const id = served(generation, path).slice(1);
      if (id !== 'v2/instagramBasic') expect(operation['x-price']).toEqual(book[id]);
      expect(operation.description).toMatch(/Price: [\d.]+ credit/);
    }
  });
});

describe('the document of generation 3', () => {
  it('has the query parameters that the app accepts, `fields` included, and which of them it needs', async () => {
    const shown = (path: string) =>
      documents[3].paths[path]?.['get']?.parameters?.map((each) => `${each.name}${each.required ? '' : '?'}`);
    expect(shown('/clip/profile')).toEqual(['uniqueId', 'fields?']);
    expect(shown('/tube/content-detail')).toEqual(['channelId?', 'uniqueId?', 'fields?']);
    expect(shown('/clip/performance-history')).toEqual(['uniqueId', 'pastDayRange']);
  });
});

describe('documents', () => {
  it('leave no trace in the sandbox', async () => {
    const fresh = await testApp();
    const before = JSON.stringify([await fresh.ledger.save(), [...fresh.deps.journal.all()]]);
    await documentFrom(fresh, 3);
    expect(JSON.stringify([await fresh.ledger.save(), [...fresh.deps.journal.all()]])).toBe(before);
  });

  it('do not depend on the time', async () => {
    expect(await documentFrom(await testApp({ clock: 'real' }), 3)).toEqual(documents[3]);
  });

  it('follow the settings for prices and forms', async () => {
    const other = await testApp({
      prices: { 'clip/profile': { credits: 7, fields: { country: 0.4 } }, 'v2/clipBasic': 9 },
      lookups: 'post',
      v2Status: 200,
    });
    const third = await documentFrom(other, 3);
    expect(Object.keys(third.paths['/clip/profile'] ?? {})).toEqual(['post']);
    const profile = third.paths['/clip/profile']?.['post'];
    expect(profile?.['x-price']).toMatchObject({ credits: 7, fields: { country: 0.4, bio: 0.1 } });
    expect(profile?.description).toContain('Price: 7 credits.');
    expect(profile?.description).toContain('0.4 for `country`');

    const second = await documentFrom(other, 2);
    expect(second.paths['/clipBasic']?.['get']?.['x-price']).toEqual({ rule: 'byCall', credits: 9 });
    expect(Object.keys(second.paths['/clipBasic']?.['get']?.responses ?? {})).toEqual(['200']);
    expect(await lint(third)).toEqual([]);
  });
});
