import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { removeUnfinished, replaceFile } from '../../src/system/write-file.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, sending, serving } from './service.ts';

it('record removes what a killed run left unfinished, and nothing that a running one may be writing', async () => {
  const folder = newFolder();
  const profiles = join(folder, 'recordings/v3/clip/profile');
  mkdirSync(profiles, { recursive: true });
  const unfinished = () => join(profiles, `0123456789abcdef.json.${randomUUID()}.new`);
  const [killed, running, other] = [unfinished(), unfinished(), join(profiles, 'notes.new')];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [file, hours] of [
    [killed, 2],
    [running, 0],
    [other, 2],
  ] as const) {
    writeFileSync(file, '{"title":');
    utimesSync(file, hoursAgo(hours), hoursAgo(hours));
  }
  const target = await serving((_, reply) => void reply.end('{"success":false,"errorCode":"NOT_FOUND"}'));
  const call = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'jane' } };
  const { code, err } = await recordIn(folder, target.url, sending([call]));
  await target.close();
  expect(code, err).toBe(0);
  expect([killed, running, other].map((file) => existsSync(file))).toEqual([false, true, true]);
  expect(recordingsIn(join(folder, 'recordings')).size).toBe(1);
});

it('an unfinished file has the name by which it is removed', () => {
  const folder = newFolder();
  const file = join(folder, 'a.json');
  mkdirSync(file);
  let path = '';
  try {
    // a folder cannot be replaced: the error names the unfinished file
    replaceFile(file, '{}');
  } catch (error) {
    ({ path = '' } = error as NodeJS.ErrnoException);
  }
  writeFileSync(path, '{');
  removeUnfinished(folder, Date.now() + 2 * 3_600_000);
  expect(existsSync(path)).toBe(false);
});

it('record opens no admin surface, neither of its proxy nor of the sandbox that it compares with', async () => {
  const target = await serving((_, reply) => void reply.end('{"success":false,"errorCode":"NOT_FOUND"}'));
  const answers: Promise<number>[] = [];
  const { listen } = Server.prototype;
  const spy = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    this.once('listening', () => {
      const { port } = this.address() as AddressInfo;
      answers.push(fetch(`http://127.0.0.1:${port}/__admin/health`).then(({ status }) => status));
    });
    return Reflect.apply(listen, this, given);
  });
  onTestFinished(() => spy.mockRestore());
  const { code, err } = await recordIn(newFolder(), target.url, sending([]));
  await target.close();
  expect(code, err).toBe(0);
  expect((await Promise.all(answers)).map((status) => status < 400)).toEqual([false, false]);
});
