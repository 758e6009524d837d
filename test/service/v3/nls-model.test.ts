import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createModel } from '../../../src/creators/language/model.ts';
import { createSandbox } from '../../../src/library/index.ts';
import { postJson } from '../../../src/system/post-json.ts';
import { noon, testApp } from '../../harness.ts';
import { descriptionIn, modelStandIn, type Saying } from './model-stand-in.ts';
import { byLastData } from './nls-client.ts';

const german = 'verifizierte Kochkanäle mit über tausend Followern, die größten zuerst';
const search = {
  platform: 'tiktok',
  filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }],
  sortBy: 'totalFollowers',
  desc: true,
  pageSize: 3,
};

/** A sandbox with a model, and what its results and its journal say. */
async function appWithModel(say: Parameters<typeof modelStandIn>[0]) {
  const model = await modelStandIn(say);
  const sandbox = await testApp({ nlsModel: model.url, nlsModelName: 'small' });
  const ask = async (description: string, key = 'demo-unlimited') =>
    byLastData(
      (
        await sandbox.app.inject({
          method: 'POST',
          url: '/nls',
          headers: { 'api-key': key, 'x-mine': 'a secret' },
          payload: { description },
        })
      ).body,
    );
  /** Those of a stream are whole once it has ended. */
  const notes = () => expect.poll(() => [...sandbox.deps.journal.all()].at(-1)?.notes.join('\n'));
  const put = (readings: object[]) =>
    sandbox.ask({ method: 'PUT', url: '/__admin/readings', payload: { readings } });
  const readings = () => sandbox.deps.readings.list();
  return { ...sandbox, adminAsk: sandbox.ask, model, ask, notes, put, readings };
}

describe('a model of the user', () => {
  it('gets the description, the schema and an instruction, and its answer is a reading from then on', async () => {
    const { model, ask, notes, readings } = await appWithModel(() => search);
    const result = await ask(german, 'sandbox:plan=100:reads');
    const same = { ...search, description: german };
    expect(result).toMatchObject({ success: true, creditsUsed: 1.1, creditsAvailable: 98.9 });
    expect((result['data'] as { creatorList: object[] }).creatorList).toHaveLength(3);
    await notes().toContain(`Read by the model: ${JSON.stringify(search)}.`);
    expect(readings()).toEqual([same]);
    expect((await ask(german))['data']).toEqual(result['data']);
    await notes().toContain('Read by reading 1.');

    expect(model.requests).toHaveLength(1);
    const [{ path, headers, body } = expect.fail('no request')] = model.requests;
    expect(path).toBe('/v1/chat/completions');
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
    expect(body.model).toBe('small');
    expect(body.messages).toEqual([
      {
        role: 'system',
        content: expect.stringContaining(`Now is 2026-06-01T12:00:00.000Z, ${noon}.`) as string,
      },
      { role: 'user', content: german },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/demo-|sandbox:|secret/);
    const { name, strict, schema } = body.response_format.json_schema;
    expect([body.response_format.type, name, strict]).toEqual(['json_schema', 'search', true]);
    const fits = new Ajv({ allowUnionTypes: true }).compile(schema);
    expect(fits({ answer: search })).toBe(true);
    expect(fits({ answer: { message: 'Too broad.', suggestion: [] } })).toBe(true);
    expect(fits({ answer: { ...search, pageSize: 21 } })).toBe(false);
    expect(fits({ answer: { ...search, platform: 'youtube' } })).toBe(false);
    expect(
      fits({ answer: { ...search, filters: [{ filterName: 'niches', op: '=', value: 'cooking' }] } }),
    ).toBe(false);
  });

  it('is asked for nothing that a reading or a recording answers, and reads English too', async () => {
    const { model, ask, put } = await appWithModel(() => ({ ...search, sortBy: null, desc: null }));
    await put([
      { description: 'ours', platform: 'clip', creators: [] },
      { description: 'dear', tokens: 1_000 },
    ]);
    await ask('ours');
    expect(model.requests).toHaveLength(0);
    await ask('yoga creators');
    expect(await ask('dear')).toMatchObject({ creditsUsed: 3 });
    expect(await ask('dear')).toMatchObject({ creditsUsed: 3 });
    expect(model.requests.map(descriptionIn)).toEqual(['yoga creators', 'dear']);
  });

  it('holds the most that a description may cost, and settles the exact price', async () => {
    const { ask, app, model } = await appWithModel(() => search);
    const poor = await app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'sandbox:plan=9.99:poor' },
      payload: { description: german },
    });
    expect(poor.json()).toMatchObject({ details: [{ required: 10, available: 9.99 }] });
    expect(model.requests).toHaveLength(0);
    expect(await ask(german, 'sandbox:plan=10:enough')).toMatchObject({
      creditsUsed: 1.1,
      creditsAvailable: 8.9,
    });
  });

  it('gets what is wrong with its answer once, and then repairs it or gives advice', async () => {
    const wrong = { ...search, filters: [{ filterName: 'followers', op: '>', value: 1 }] };
    const mended = await appWithModel((_, number) => (number === 1 ? wrong : search));
    expect(await mended.ask(german)).toMatchObject({ success: true, data: { platform: 'clip' } });
    const [, again] = mended.model.requests;
    expect(again?.body.messages.slice(2)).toEqual([
      { role: 'assistant', content: JSON.stringify({ answer: wrong }) },
      {
        role: 'user',
        content: expect.stringContaining(
          "Reading 1 is wrong at filters[0].filterName: 'filters[0].filterName' must be one of: displayName,",
        ) as string,
      },
    ]);

    const never = await appWithModel(() => wrong);
    const result = await never.ask(german, 'sandbox:plan=100:never');
    expect(result).toMatchObject({
      success: true,
      creditsUsed: 1.04,
      data: { suggestion: expect.any(Array) },
    });
    expect(never.model.requests).toHaveLength(2);
    expect(never.readings()).toEqual([]);
    await never.notes().toContain('Two answers of the model were wrong: Reading 1 is wrong at filters');
  });

  it.each([
    ['no JSON', 'I would search for cooks.'],
    ['no answer', '{"search":{}}'],
    ['no search', { platform: null, message: null }],
    ['creators that nobody has', { platform: 'tiktok', creators: ['nobody-here'] }],
    ['deep JSON', `{"answer":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ])('gives advice for %s', async (_, said) => {
    const { ask } = await appWithModel(() => said);
    expect(await ask(german)).toMatchObject({ success: true, data: { message: expect.any(String) } });
  });

  const failing: [string, Saying, RegExp][] = [
    ['an error', (response) => response.writeHead(500).end(), /it answered with status 500/],
    [
      'a redirection',
      (response) => response.writeHead(307, { location: '/v1/elsewhere' }).end(),
      /it answered with status 307/,
    ],
    ['a broken connection', (response) => response.destroy(), /socket hang up/],
    [
      'more than it may',
      (response) => {
        response.on('error', () => {});
        response.end('x'.repeat(300_000));
      },
      /the answer has more than 262144 bytes/,
    ],
    ['no completion', (response) => response.end('{"choices":[]}'), /its answer is no chat completion/],
  ];
  it.each(failing)('ends the stream with 503 and costs nothing for %s', async (_, said, why) => {
    const { model, ask, notes, deps } = await appWithModel(() => said);
    const result = await ask(german, 'sandbox:plan=100:failed');
    expect(result).toMatchObject({
      success: false,
      errorCode: 'SERVICE_UNAVAILABLE',
      creditsUsed: 0,
      creditsAvailable: 100,
    });
    expect(result['data']).toBeUndefined();
    expect(model.requests).toHaveLength(1);
    await notes().toMatch(why);
    expect([...deps.journal.all()].at(-1)?.errorCode).toBe('SERVICE_UNAVAILABLE');
  });

  it('may take a bounded time, and ends when the client leaves', async () => {
    const model = await modelStandIn(() => () => {});
    const { deps } = await testApp();
    const ask = createModel(deps.world, deps.readings, {
      name: 'slow',
      post: (body, signal) => postJson(model.url, body, { signal, maxBytes: 1_000 }),
      timeoutMs: 50,
    });
    await expect(ask(german, noon, new AbortController().signal)).rejects.toThrow('it took more than 0.05 s');
    const left = new AbortController();
    const asked = createModel(deps.world, deps.readings, {
      name: 'slow',
      post: (body, signal) => {
        setImmediate(() => left.abort(new Error('left')));
        return postJson(model.url, body, { signal, maxBytes: 1_000 });
      },
    })(german, noon, left.signal);
    await expect(asked).rejects.toThrow('left');
  });

  it('is not asked for a quote, which says what a description may cost', async () => {
    const { model, adminAsk: ask } = await appWithModel(() => search);
    const reply = await ask({
      method: 'POST',
      url: '/__admin/quote',
      payload: { operation: 'nls', parameters: { description: german }, key: 'demo-full' },
    });
    expect(reply.body).toEqual({ credits: { least: 1, most: 10 } });
    expect(model.requests).toHaveLength(0);
  });
});

describe('the file of readings', () => {
  async function start(content: string) {
    const model = await modelStandIn((request) =>
      descriptionIn(request) === 'bad' ? { platform: 'myspace' } : search,
    );
    const folder = mkdtempSync(join(tmpdir(), 'readings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'readings.json');
    writeFileSync(file, content);
    const sandbox = await createSandbox({
      size: 60,
      pace: 0,
      readings: file,
      nlsModel: model.url,
    });
    onTestFinished(() => sandbox.close());
    const ask = async (description: string) => {
      const reply = await fetch(`${sandbox.url}/nls`, {
        method: 'POST',
        headers: { 'api-key': 'demo-unlimited', 'content-type': 'application/json' },
        body: JSON.stringify({ description }),
      });
      return byLastData(await reply.text());
    };
    const written = () => JSON.parse(readFileSync(file, 'utf8')) as object[];
    return { sandbox, ask, written, model, folder, file };
  }

  it('gets each answer once, keeps what the user wrote meanwhile, and answers without a model', async () => {
    const own = { description: 'ours', platform: 'clip', creators: [] };
    const later = { description: 'later', message: 'Hello.' };
    const { ask, written, sandbox, folder, file, model } = await start(JSON.stringify([own]));
    await Promise.all([ask(german), ask(german), ask('bad')]);
    expect(written()).toEqual([own, { ...search, description: german }]);
    writeFileSync(file, JSON.stringify([...written(), later]));
    await ask('noch eins');
    expect(written()).toEqual([
      own,
      { ...search, description: german },
      later,
      { ...search, description: 'noch eins' },
    ]);
    expect(readdirSync(folder)).toEqual(['readings.json']);
    await sandbox.reset();
    const asked = model.requests.length;
    await ask(german);
    expect(model.requests).toHaveLength(asked);
    const alone = await createSandbox({ size: 60, pace: 0, readings: file });
    onTestFinished(() => alone.close());
    expect(await alone.readings()).toEqual(written());
  });

  it('stands in the folder of fixtures too, after that of the setting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'mine.json');
    const mine = [{ description: 'ours', message: 'Mine.' }];
    const theirs = [
      { description: 'ours', message: 'Theirs.' },
      { description: 'sample', platform: 'clip', creators: ['@sample.creator'] },
    ];
    writeFileSync(file, JSON.stringify(mine));
    writeFileSync(join(folder, 'readings.json'), JSON.stringify(theirs));
    const sandbox = await createSandbox({ size: 60, readings: file, fixtures: folder });
    onTestFinished(() => sandbox.close());
    expect(await sandbox.readings()).toEqual([...mine, ...theirs]);
    writeFileSync(join(folder, 'readings.json'), '[7]');
    await expect(createSandbox({ size: 60, fixtures: folder })).rejects.toThrow(
      `${join(folder, 'readings.json')}: Reading 1 is no object.`,
    );
  });

  it('is left alone while it cannot be read', async () => {
    const { ask, file } = await start('[]');
    writeFileSync(file, '[half');
    expect(await ask(german)).toMatchObject({ success: true });
    expect(readFileSync(file, 'utf8')).toBe('[half');
  });
});
