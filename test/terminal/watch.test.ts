import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { has, program, sandbox, started, terminal } from './run.ts';

/** A folder of fixtures with one creator. */
function fixtures() {
  const place = newFolder();
  const creators = join(place, 'creators');
  mkdirSync(creators);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(creators, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('mine.json', creatorWith(1));
  return { place, creators, write };
}

const creatorWith = (followers: number) => ({ clip: { handle: 'my.creator', followers } });

describe('start --watch', () => {
  it('needs fixtures', async () => {
    expect(await sandbox(['start', '--watch'])).toMatchObject({
      code: 2,
      err: 'creator-sandbox: --watch watches the folder of the fixtures: give fixtures too.\n',
    });
  });

  it('tells it in the log', async () => {
    const { place, write } = fixtures();
    const { log, stop } = await started(['--fixtures', place, '--watch']);
    const says = (text: string) =>
      vi.waitFor(() => expect(log().join('\n')).toContain(text), { timeout: 300_000, interval: 100 });
    write('mine.json', '{');
    await says('The old fixtures stay: ');
    write('mine.json', creatorWith(9));
    await says('The fixtures were read again.');
    expect(await stop()).toBe(0);
  });

  it.skipIf(!has('tmux'))('tells it on a terminal', async () => {
    const { place, write } = fixtures();
    const screen = terminal(`${program} --port 0 --size 60 --watch --fixtures '${place}'`);
    await screen.shows(/uniqueId=\S+'\n/);
    write('mine.json', '{');
    await screen.shows('The old fixtures stay: ');
    write('mine.json', creatorWith(9));
    await screen.shows('The fixtures were read again.');
  });
});
