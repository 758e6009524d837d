import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { withPlainOutputs } from '../../src/cli/plain-output.ts';
import { plainLine, plainText } from '../../src/core/plain-text.ts';
import { newFolder } from '../new-folder.ts';
import { startProcess } from '../process.ts';
import { commandIn } from './io.ts';

const folder = newFolder();

/** Clears the screen, the same as one C1 character, turns the order of letters, moves to the start of the line. */
const evil = 'a\u001b[2J\u009b2J\u202eb\u2066\u2028\u007f\r\u200f';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not come
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe('a text from elsewhere', () => {
  it('is written with escapes, and the same value as JSON', () => {
    expect(plainText(`${evil}\tc\nd`)).toBe(
      'a\\u001b[2J\\u009b2J\\u202eb\\u2066\\u2028\\u007f\\u000d\\u200f\tc\nd',
    );
    expect(plainLine('a\tb\nc')).toBe('a\\u0009b\\u000ac');
    const value = { [evil]: [evil, '\n\t"\\'] };
    expect(JSON.parse(plainText(JSON.stringify(value, null, 2)))).toEqual(value);
  });

  it('gets no colour of its own where texts are coloured', () => {
    let written = '';
    const { stdout } = withPlainOutputs({
      stdout: {
        isTTY: true,
        write: (text: string) => {
          written += text;
        },
        paint: (colour: 'red', text: string) => styleText(colour, text, { validateStream: false }),
      },
      stderr: { write: () => {} },
    } as unknown as Io);
    stdout.write(`${stdout.paint?.('red', `x${evil}`)} \u001b[32m\n`);
    stdout.rewrite?.('1 of 2 \u001b[8m');
    expect(written).toBe(`\u001b[31mx${plainText(evil)}\u001b[39m \\u001b[32m\n\r\u001b[K1 of 2 \\u001b[8m`);
  });

  it('acts on no terminal, whichever command shows it', async () => {
    const sandbox = await startProcess([]);
    const { port } = new URL(sandbox.url);
    const on = (...line: string[]) => commandIn(folder, [...line, '--port', port]);
    const admin = (path: string, body: unknown) =>
      fetch(`${sandbox.url}/__admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await admin('keys', { key: 'the-key', label: evil, plan: 3 });
    await admin('faults', { match: { key: 'the-key', path: `/${evil}` }, respond: { status: 503 } });
    await fetch(`${sandbox.url}/clip/profile?uniqueId=${encodeURIComponent(evil)}`, {
      headers: { 'api-key': 'the-key', 'x-sandbox-test': 'a\u009b2J' },
    });
    await fetch(`${sandbox.url}/nothing/${encodeURIComponent(evil)}`);
    const report = (await (await fetch(`${sandbox.url}/__admin/report`)).json()) as {
      receipt: { byTest: { test: string }[] };
    };
    report.receipt.byTest = report.receipt.byTest.map((row) => ({ ...row, test: evil }));
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ [evil]: 1 }));
    mkdirSync(join(folder, evil));

    const shown = [
      await on('keys'),
      await on('keys', '--json'),
      await on('keys', 'show', 'the-key'),
      await on('faults'),
      await on('requests'),
      await on('requests', '--json'),
      await on('requests', '--unmatched'),
      await on('report'),
      await on('report', '--markdown', '-'),
      await on('report', '--junit', '-'),
      await commandIn(folder, ['report', 'report.json']),
      await commandIn(folder, ['report', 'report.json', '--markdown', 'report.md']),
      await commandIn(folder, ['start', '--config', 'settings.json']),
      await commandIn(folder, ['start', '--config', evil]),
      await commandIn(folder, ['start', '--fixtures', evil]),
      await commandIn(folder, ['decisions', evil]),
      await commandIn(folder, [evil]),
      await commandIn(folder, ['start', `--${evil}`]),
    ];
    await sandbox.end('SIGTERM');
    shown.push({ code: 0, out: readFileSync(join(folder, 'report.md'), 'utf8'), err: '' });
    expect(shown.filter(({ out, err }) => acting.test(out) || acting.test(err))).toEqual([]);
    expect(shown.filter(({ out, err }) => `${out}${err}`.includes('u009b')).length).toBeGreaterThan(12);
    const [, json] = shown;
    expect(
      (JSON.parse(json?.out ?? '') as { keys: { label: string }[] }).keys.map(({ label }) => label),
    ).toContain(evil);
  });
});
