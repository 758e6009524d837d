import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

it.each<[string, string[], RegExp]>([
  ['a price of no operation', ['--prices', '{"nope":1}'], /'nope' is not an operation/],
  ['a certificate that is not there', ['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], /cannot be read/],
])('%s ends a start that makes a world, of which nothing stays', (_, flags, sentence) => {
  const cache = newFolder();
  const { status, stderr } = spawnSync(process.execPath, [main, '--port', '0', '--size', '3000', ...flags], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  expect(stderr).toMatch(sentence);
  expect(status).toBe(2);
  const left = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  expect(left.filter((file) => file.endsWith('.sqlite'))).toEqual([]);
});
