import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { createSandbox } from '../../src/library/index.ts';
import { commandIn } from '../cli/io.ts';
import { newFolder } from '../new-folder.ts';

/** Reads the blocks of a file of Bruno: `name {`, lines that are indented by two blanks, `}`. */
function blocksIn(text: string): Map<string, string> {
  const blocks = new Map<string, string>();
  let rest = text;
  while (rest.trim() !== '') {
    const [whole, name, content] = /^\n*([\w:-]+) \{\n((?: {2}.*\n)*)\}\n/.exec(rest) ?? [];
    if (whole === undefined || name === undefined || content === undefined)
      throw new Error(`no block: ${rest.slice(0, 80)}`);
    blocks.set(name, content.replace(/^ {2}/gm, '').trimEnd());
    rest = rest.slice(whole.length);
  }
  return blocks;
}

const entriesIn = (block = ''): Record<string, string> =>
  Object.fromEntries(
    block
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );

/** Sends a request as Bruno does. @returns its assertions that do not hold */
async function sentBy(blocks: ReadonlyMap<string, string>, variables: Readonly<Record<string, string>>) {
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => variables[name] ?? whole);
  const [, method] = [...blocks.keys()];
  const { url = '', body: kind } = entriesIn(blocks.get(method ?? ''));
  const headers = Object.entries(entriesIn(blocks.get('headers')));
  const body = blocks.get(`body:${kind}`);
  const reply = await fetch(filled(url), {
    method: (method ?? '').toUpperCase(),
    headers: headers.map(([name, value]): [string, string] => [name, filled(value)]),
    ...(body !== undefined && { body: filled(body) }),
  });
  const text = await reply.text();
  const found: Record<string, () => unknown> = {
    'res.status': () => reply.status,
    'res.body.errorCode': () => (JSON.parse(text) as { errorCode: string }).errorCode,
  };
  return Object.entries(entriesIn(blocks.get('assert'))).flatMap(([name, check]) => {
    const actual = `eq ${found[name]?.()}`;
    return actual === check ? [] : [`${name}: ${check}, and not ${actual}`];
  });
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.bru'));

const count = readExchanges().length;

describe('creator-sandbox bruno', { timeout: 240_000 }, () => {
  it.each(['neutral', 'published'] as const)(
    'writes each exchange as a request that gets its status, in %s words',
    async (vocabulary) => {
      const folder = newFolder();
      const sandbox = await createSandbox({ size: 60, vocabulary });
      onTestFinished(() => sandbox.close());
      const { port } = new URL(sandbox.url);
      const line = ['bruno', 'all', '--port', port, '--vocabulary', vocabulary];
      const { code, err } = await commandIn(folder, line);
      expect([code, err]).toEqual([
        0,
        expect.stringContaining(`creator-sandbox: all has ${count} golden exchanges: open it in Bruno`),
      ]);
      const variables = entriesIn(
        blocksIn(readFileSync(join(folder, 'all/environments/sandbox.bru'), 'utf8')).get('vars'),
      );
      expect(variables['url']).toBe(sandbox.url);

      const requests = filesIn(join(folder, 'all'))
        .map((file) => ({ file, blocks: blocksIn(readFileSync(join(folder, 'all', file), 'utf8')) }))
        .filter(({ blocks }) => blocks.has('meta'))
        .map((each) => ({ ...each, seq: Number(entriesIn(each.blocks.get('meta'))['seq']) }))
        .toSorted((a, b) => dirname(a.file).localeCompare(dirname(b.file)) || a.seq - b.seq);
      expect(requests.filter(({ blocks }) => blocks.has('assert'))).toHaveLength(count);
      const sendAll = async (run: string, some: typeof requests) => {
        for (const { file, blocks } of some)
          expect([file, await sentBy(blocks, { ...variables, run })]).toEqual([file, []]);
      };
      await sendAll('1', requests);
      // A second run has keys of its own, so it finds no credits spent.
      await sendAll(
        '2',
        requests.filter(({ file }) => file.startsWith('money')),
      );
    },
  );

  it('leaves a folder that has files as it is', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'mine.bru'), '');
    const { code, err } = await commandIn(folder, ['bruno', '.']);
    expect([code, err, readdirSync(folder)]).toEqual([
      2,
      'creator-sandbox: . has files: name an empty folder.\n',
      ['mine.bru'],
    ]);
  });
});
