import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readExchangeFiles } from '../../src/contract/folder.ts';
import { newFolder } from '../new-folder.ts';

const exchange = {
  title: 'T',
  operation: 'usage',
  request: { method: 'G', path: '/' },
  reply: { status: 200, headers: {}, events: [{ event: 'result', data: 1 }] },
  recordedAt: '2026-06-01T12:00:00.000Z',
  elsewhere: { role: 'empty', gives: { a: { at: '/a', plus: -1 }, b: '/b' }, same: ['/c'] },
};

/** Reads a folder of these files. */
function read(files: Record<string, unknown>) {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return readExchangeFiles(folder, 'here', ['agreement']);
}

it('the files of a folder are read in the order of their names, other files are none of them', () => {
  const files = {
    'b.json': exchange,
    'a/c.json': exchange,
    'a/b.json': exchange,
    'agreement.json': '{',
    'a.txt': '',
    '._b.json': '{',
    'a/.#c.json': '{',
    'UP.JSON': exchange,
  };
  expect([...read(files)]).toEqual(['UP', 'a/b', 'a/c', 'b'].map((name) => [name, exchange]));
  expect(() => read({ 'b.json': '{' })).toThrow('here/b.json cannot be read: it is not JSON');
});

it('a folder with links to itself is read once', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.json'), JSON.stringify(exchange));
  for (let link = 0; link < 30; link++) symlinkSync(folder, join(folder, `again-${link}`));
  expect([...readExchangeFiles(folder, 'here').keys()]).toEqual(['a']);
});

it.each([
  [{ title: '' }, '/title: must NOT have fewer than 1 characters'],
  [{ operation: 1 }, '/operation: must be string'],
  [{ request: { method: '', path: '/' } }, '/request/method: must NOT have fewer than 1 characters'],
  [{ request: { method: 'GET', path: 'a' } }, '/request/path: must match pattern "^/"'],
  [{ request: { method: 'GET', path: '/', more: 1 } }, '/request: must NOT have additional properties'],
  [{ before: [{ method: 'GET' }] }, "/before/0: must have required property 'path'"],
  [{ reply: { status: 199, headers: {} } }, '/reply/status: must be >= 200'],
  [{ reply: { status: 599, headers: {} } }, undefined],
  [{ reply: { status: 600, headers: {} } }, '/reply/status: must be <= 599'],
  [{ reply: { status: 200, headers: {}, events: [{ event: 'a' }] } }, "must have required property 'data'"],
  [{ recordedAt: '2026-06-01T12:00:00Z' }, '/recordedAt: must match pattern'],
  [{ elsewhere: 'r' }, undefined],
  [{ elsewhere: '' }, '/elsewhere: must '],
  [{ elsewhere: { role: 'nobody' } }, '/elsewhere/role: must be equal to one of the allowed values'],
  [{ elsewhere: { gives: { a: 'b' } } }, '/elsewhere/gives/a: must match pattern "^/"'],
  [{ elsewhere: { same: ['b'] } }, '/elsewhere/same/0: must match pattern "^/"'],
  [{ further: 1 }, ': must NOT have additional properties'],
])('of a file with %j it is said: %s', (change, problem) => {
  const reading = () => read({ 'e.json': { ...exchange, ...change } });
  if (problem === undefined) expect(reading().size).toBe(1);
  else expect(reading).toThrow(problem);
});
