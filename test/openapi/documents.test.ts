import { describe, expect, it } from 'vitest';
import { findOperation, operations } from '../../src/core/operations.ts';
import { outcomes } from '../generations.ts';
import { testApp } from '../harness.ts';
import {
  documentFrom,
  eventsIn,
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

/** Where the app serves what a document names. */
const served = (generation: Generation, path: string) => (generation === 2 ? `/v2${path}` : path);

/** The sample request of a document, with a key. */
async function play(generation: Generation, { method, path, operation }: Place, headers = {}) {
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

  it('says what it is and where', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(String(generation));
    expect(document.servers[0]?.url).toBe(`http://127.0.0.1:4310${generation === 2 ? '/v2' : ''}`);
    expect(Object.entries(document.components.securitySchemes)).toEqual([
      generation === 2
        ? ['apiId', expect.objectContaining({ type: 'apiKey', in: 'header', name: 'apiId' })]
        : ['api-key', expect.objectContaining({ type: 'apiKey', in: 'header', name: 'api-key' })],
    ]);
  });

  it('has every route that is served and no other', () => {
    const routes = app.deps.served.filter(
      ({ operation }) => findOperation(operation)?.generation === generation,
    );
    expect(places.map(({ method, path }) => `${method} ${served(generation, path)}`).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it('has every operation of the table in each of its methods, each form under an id of its own', () => {
    const ids = places.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, methods, operationId, generation: of } of operations) {
      if (of !== generation) continue;
      const forms = places.filter(({ path }) => served(generation, path) === `/${id}`);
      expect(forms.map(({ method }) => method).sort()).toEqual([...methods].sort());
      expect(forms.map(({ operation }) => operation.operationId)).toContain(operationId);
    }
  });

  it('passes a strict linter', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('holds no leftovers of the program', () => {
    expect(JSON.stringify(document)).not.toMatch(
      /patternProperties|\(specification|\(assumed|\(observed|Kind|undefined'/,
    );
  });

  it('has an example of every success, and every example fits its schema', () => {
    expectExamplesFit(document);
  });

  it('has sample requests that fit their own schemas', () => {
    for (const { method, path, operation } of places) {
      const body = operation.requestBody?.content['application/json'];
      if (!body) continue;
      const at = [
        'paths',
        path,
        method.toLowerCase(),
        'requestBody',
        'content',
        'application/json',
        'schema',
      ];
      expectFits(validator(at), body.examples.sample.value, path);
    }
  });

  it('describes what the app answers to every sample request', async () => {
    for (const place of places) {
      const reply = await play(generation, place);
      expect(reply.statusCode, place.path).toBe(200);
      const type = String(reply.headers['content-type']).split(';')[0] ?? '';
      const { at, content } = responseOf(document, place, 200);
      expect(Object.keys(content), place.path).toEqual([type]);
      const stream = type === 'text/event-stream';
      const validate = validator([...at, 'content', type, 'schema', ...(stream ? ['contentSchema'] : [])]);
      expectFits(validate, stream ? eventsIn(reply.body) : reply.json(), place.path);
    }
  });

  it('describes every refusal that can be forced on an operation, and no status besides', async () => {
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
        const reply = await play(generation, place, { prefer });
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

  it('tells every price, as data and in words', () => {
    const book = app.deps.prices.toJSON();
    for (const { path, operation } of places) {
      const id = served(generation, path).slice(1);
      if (id !== 'v2/instagramBasic') expect(operation['x-price']).toEqual(book[id]);
      expect(operation.description).toMatch(/Price: [\d.]+ credit/);
    }
  });
});

describe('the document of generation 3', () => {
  const document = documents[3];
  const validator = validatorOf(document);

  it.each([
    ['/clip/profile', { uniqueId: 'sample.creator', fields: ['country', 'languages'] }],
    ['/tube/performance', { channelId: 'UCsample-creator00000000', fields: ['ranking'] }],
    ['/gram/content-detail', { uniqueId: 'sample.creator', fields: { recentReels: 2 } }],
    ['/tube/sponsorship', { channelId: 'UCsample-creator00000000', fields: { sponsorList: null } }],
  ])('describes fractional calls of %s: what is sent and what comes back', async (path, body) => {
    const at = ['paths', path, 'post'];
    const json = ['content', 'application/json'];
    expectFits(validator([...at, 'requestBody', ...json, 'schema']), body, path);
    const reply = await app.post(path, body, 'demo-unlimited');
    expect(reply.status).toBe(200);
    expectFits(
      validator([...at, 'responses', '200', ...json, 'x-fractional-data']),
      reply.body['data'],
      path,
    );
  });

  it.each([
    ['/clip/profile', { uniqueId: 'sample.creator', fields: ['uniqueId'] }],
    ['/clip/profile', { uniqueId: 'sample.creator', fields: { country: 1 } }],
    ['/gram/content-detail', { uniqueId: 'sample.creator', fields: { recentReels: 1.5 } }],
    ['/gram/content-detail', { uniqueId: 'sample.creator', fields: ['recentReels:5'] }],
    ['/tube/profile', { channelId: 'UCsample-creator00000000', uniqueId: 'sample.creator' }],
    ['/tube/profile', {}],
  ])('refuses like %s refuses %j', async (path, body) => {
    const validate = validator([
      'paths',
      path,
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    ]);
    expect(validate(body)).toBe(false);
    expect((await app.post(path, body, 'demo-unlimited')).status).toBe(400);
  });

  it('describes the records that the creators of a search carry', async () => {
    const at = ['paths', '/clip/search', 'post'];
    const body = {
      filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }],
      pageSize: 3,
      offset: 0,
      fields: { profile: ['country'], 'content-detail': { recentVideos: 1 }, audience: [] },
    };
    expectFits(validator([...at, 'requestBody', 'content', 'application/json', 'schema']), body, 'body');
    const reply = await app.post('/clip/search', body, 'demo-unlimited');
    expect(reply.status).toBe(200);
    expectFits(
      validator([...at, 'responses', '200', 'content', 'application/json', 'schema']),
      reply.body,
      'reply',
    );
  });

  it('shows in the GET form of fields what the app takes', async () => {
    const names = (path: string) => documents[3].paths[path]?.['get']?.parameters?.map(({ name }) => name);
    expect(names('/clip/profile')).toEqual(['uniqueId', 'fields']);
    expect(names('/tube/content-detail')).toEqual(['channelId', 'uniqueId', 'fields']);
    expect(names('/clip/performance-history')).toEqual(['uniqueId', 'pastDayRange']);
  });
});

describe('documents', () => {
  it('leave no trace in the sandbox that makes them', async () => {
    const fresh = await testApp();
    const before = JSON.stringify([await fresh.ledger.save(), [...fresh.deps.journal.all()]]);
    await documentFrom(fresh, 3);
    expect(JSON.stringify([await fresh.ledger.save(), [...fresh.deps.journal.all()]])).toBe(before);
  });

  it('are the same whenever they are made', async () => {
    expect(await documentFrom(await testApp({ clock: 'real' }), 3)).toEqual(documents[3]);
  });

  it('show the prices and forms of the settings', async () => {
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
