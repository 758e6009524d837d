import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { holdsSecret, keyMaskStream } from '../../src/recording/key-mask.ts';
import { knownSecret, projectSecret, secretOfVariable } from '../../src/recording/secret.ts';
import { newFolder } from '../new-folder.ts';

describe('the secret of a project', () => {
  it('is made once, for its owner alone, in a folder that git leaves out', () => {
    const cwd = newFolder();
    const first = projectSecret(cwd);
    expect(projectSecret(cwd)).toEqual(first);
    expect(statSync(join(cwd, '.creator-sandbox/secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, '.creator-sandbox/.gitignore'), 'utf8')).toBe('*\n');
    expect(projectSecret(newFolder())).not.toEqual(first);
    expect(readdirSync(join(cwd, '.creator-sandbox')).sort()).toEqual(['.gitignore', 'secret']);
  });

  it('leaves the list of what git leaves out to the project that has one', () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, '.creator-sandbox'));
    writeFileSync(join(cwd, '.creator-sandbox/.gitignore'), 'secret\n');
    projectSecret(cwd);
    expect(readFileSync(join(cwd, '.creator-sandbox/.gitignore'), 'utf8')).toBe('secret\n');
  });

  it('comes from the environment where a variable is named', () => {
    const secret = 'x'.repeat(32);
    const held = (PROJECT?: string) => secretOfVariable({ PROJECT }, 'PROJECT');
    expect(held(secret).toString()).toBe(secret);
    expect(held(` ${secret}\n`).toString()).toBe(secret);
    const short =
      'The variable PROJECT holds no secret: it takes 32 characters or more, such as `openssl rand -hex 32` prints.';
    expect(() => held(secret.slice(1))).toThrow(short);
    expect(() => held(` ${secret.slice(1)}\n`)).toThrow(short);
    for (const none of ['', undefined])
      expect(() => held(none)).toThrow('The variable PROJECT, which should hold the secret, is not set.');
  });

  it('says which file it cannot write or read', () => {
    const cwd = newFolder();
    const file = join(cwd, '.creator-sandbox/secret');
    writeFileSync(join(cwd, '.creator-sandbox'), '');
    expect(() => projectSecret(cwd)).toThrow(`The secret ${file} cannot be written: `);
    rmSync(join(cwd, '.creator-sandbox'));
    mkdirSync(file, { recursive: true });
    expect(() => knownSecret(cwd)).toThrow(`The secret ${file} cannot be read: `);
  });

  it('is not replaced where it is too short to be one', () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, '.creator-sandbox'));
    writeFileSync(join(cwd, '.creator-sandbox/secret'), 'short\n');
    expect(() => projectSecret(cwd)).toThrow(
      `${join(cwd, '.creator-sandbox/secret')} holds no secret: it takes 32 characters`,
    );
    expect(knownSecret(newFolder())).toBeUndefined();
  });
});

describe('the real key', () => {
  const key = 'a"b\\c-key/of=the?service';
  const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];

  it.each(forms)('is found as %s', (form) => {
    expect(holdsSecret(`before ${form} after`, [key])).toBe(true);
    expect(holdsSecret(`before ${form.slice(1)} after`, [key])).toBe(false);
  });

  it('holds back only what may be its beginning', () => {
    const stream = keyMaskStream(key, 'stand-in');
    const passed = ['plain', `more ${key.slice(0, 5)}`, 'other'].map((piece) => {
      stream.write(piece);
      return String(stream.read());
    });
    expect(passed).toEqual(['plain', 'more ', `${key.slice(0, 5)}other`]);
  });

  it.each(forms)('is replaced in a reply as %s, however it is split', async (form) => {
    const whole = `{"echo":"${form}","again":"${form}${form}"} ${form.slice(0, 5)}`;
    for (let size = 1; size <= whole.length; size += 3) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        Buffer.from(whole.slice(n * size, (n + 1) * size)),
      );
      const masked = await text(Readable.from(pieces).pipe(keyMaskStream(key, 'stand-in')));
      expect(masked).toBe(`{"echo":"stand-in","again":"stand-instand-in"} ${form.slice(0, 5)}`);
    }
  });
});
