import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const folder = newFolder();
writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify({ size: 60, port: 4455 }));

const printed = async (...flags: string[]) => {
  const { code, out } = await commandIn(folder, ['openapi', ...flags]);
  expect(code).toBe(0);
  return JSON.parse(out) as {
    info: { version: string };
    servers: { url: string }[];
    paths: Record<string, Record<string, { 'x-price': unknown }>>;
  };
};

describe('creator-sandbox openapi', () => {
  it('prints the document of generation 3, at the address of these settings', async () => {
    const document = await printed();
    expect(document.info.version).toBe('3');
    expect(document.servers[0]?.url).toBe('http://127.0.0.1:4455');
    expect(await printed('--v3')).toEqual(document);
  });

  it('prints the document of generation 2, with the prices and forms of these settings', async () => {
    const document = await printed('--v2', '--prices', '{"v2/clipBasic":9}', '--v2-status', '422');
    expect(document.info.version).toBe('2');
    expect(document.servers[0]?.url).toBe('http://127.0.0.1:4455/v2');
    expect(document.paths['/clipBasic']?.['get']).toMatchObject({
      'x-price': { credits: 9 },
      responses: { 422: expect.any(Object) },
    });
  });

  it('refuses two generations at once, and an unknown price', async () => {
    expect(await commandIn(folder, ['openapi', '--v2', '--v3'])).toMatchObject({ code: 2, out: '' });
    const wrong = await commandIn(folder, ['openapi', '--prices', '{"clip/profil":1}']);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('the nearest valid one is clip/profile');
  });
});
