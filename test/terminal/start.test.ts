import { describe, expect, it } from 'vitest';
import { has, program, sandbox, started, terminal } from './run.ts';

describe.skipIf(!has('tmux'))('start on a terminal', () => {
  it('says what runs and where within 80 columns, shows requests, and ends with what they cost', async () => {
    const screen = terminal(`${program} --port 0 --size 60 --clock x60 --vocabulary published --strict`);
    const shown = await screen.shows(/uniqueId=\S+'\n/);
    const lines = shown.trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatch(/^creator-sandbox [\d.]+: 60 people, seed 1; ledger in memory$/);
    expect(lines[4]).toBe('  clock         x60; published words; strict');
    const [, url = ''] = /dashboard +(http\S+)\/__admin\/ +OpenAPI: openapi\.json$/m.exec(shown) ?? [];

    // The two last lines are a command to paste.
    const pasted = lines
      .slice(6)
      .join('\n')
      .replace(/^ +try +/, '');
    const profile = terminal(`${pasted}; sleep 60`);
    await profile.shows('"creditsUsed":2');
    await fetch(`${url}/usage`, { headers: { 'api-key': 'sandbox:plan=abc:mine' } });
    await screen.shows(/demo-full +clip\/profile +200 {2}2 cr/);
    await screen.shows('The key describes no account: term 1 of its description, plan,');

    screen.type('C-c');
    await screen.shows('2 requests, 1 refused (0 of them injected), 2 credits.');
  });

  it('shows statuses in colours, unless NO_COLOR is set', async () => {
    for (const [env, coloured] of [
      [{}, true],
      [{ NO_COLOR: '1' }, false],
    ] as const) {
      const screen = terminal(`${program} --port 0 --size 60`, env);
      const [url = ''] = /http:\/\/[\d.:]+/.exec(await screen.shows(/uniqueId=\S+'\n/)) ?? [];
      await fetch(`${url}/usage`, { headers: { 'api-key': 'demo-full' } });
      await screen.shows(/usage +200/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence for green
      expect(/\u001b\[32m200/.test(screen.shown({ colours: true }))).toBe(coloured);
    }
  });
});

describe('verbs', () => {
  it('are plain in a pipe, and in colours with FORCE_COLOR', async () => {
    const { port, stop } = await started([]);
    const plain = await sandbox(['keys', '--port', port]);
    expect(plain.out).toMatch(/^key +id +available +plan left +purchased +spent +limit +terms\n/);
    expect(plain.out).toMatch(/^demo-low +\w{16} +3 cr +3 cr +0 cr +0 cr$/m);
    const { out } = await sandbox(['keys', '--port', port], { FORCE_COLOR: '1' });
    expect(out).toContain('\u001b[1mkey\u001b[22m');
    expect(await stop()).toBe(0);
  });
});
