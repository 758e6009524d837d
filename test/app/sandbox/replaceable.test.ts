import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { replaceable } from '../../../src/app/sandbox/replaceable.ts';

/** A server that lists what it is asked. */
function serverOf() {
  const asked: (string | undefined)[] = [];
  return { asked, server: createServer(({ url }) => void asked.push(url)) };
}

it('a replaced app reads until its requests are over, and runs until its event streams are', async () => {
  const [one, two, three] = [serverOf(), serverOf(), serverOf()];
  const { replace } = replaceable(one.server);
  /** Sends a request that runs until it is closed. */
  const ask = (url?: string) => {
    const response = new EventEmitter();
    one.server.emit('request', { url }, response);
    return () => void response.emit('close');
  };
  const over: string[] = [];
  const replaceBy = (server: typeof two.server, name: string) => {
    const { read, ended } = replace(server);
    void read.then(() => over.push(`${name} read`));
    void ended.then(() => over.push(`${name} ended`));
  };
  const seen = async () => {
    await setImmediate();
    return over.splice(0).sort();
  };
  const [first, second, stream] = [ask('/one'), ask('/two'), ask('http://host/__admin/events?key=a')];
  ask('/three')();
  replaceBy(two.server, 'one');
  const later = ask('/four');
  first();
  expect(await seen()).toEqual([]);
  second();
  expect(await seen()).toEqual(['one read']);
  replaceBy(three.server, 'two');
  stream();
  expect(await seen()).toEqual(['one ended']);
  later();
  expect(await seen()).toEqual(['two ended', 'two read']);
  ask()();
  replaceBy(one.server, 'three');
  expect(await seen()).toEqual(['three ended', 'three read']);
  expect([one.asked.length, two.asked, three.asked]).toEqual([4, ['/four'], [undefined]]);
});
