import { expect, it } from 'vitest';
import { connectionErrorReason } from '../../src/core/connection-error.ts';

const caused = (cause: unknown) => new Error('fetch failed', { cause });
const coded = (code: unknown) => Object.assign(new Error('it failed'), { code });

it.each([
  ['the code of its cause', caused(coded('ECONNREFUSED')), 'ECONNREFUSED'],
  ['what its cause says', caused(new Error('bad port')), 'bad port'],
  ['its own code', coded('EPIPE'), 'EPIPE'],
  ['what it says itself, where its code is a number', coded(23), 'it failed'],
  ['what it says itself', new Error('it failed'), 'it failed'],
])('the reason of a failed request is %s', (_what, error, reason) => {
  expect(connectionErrorReason(error)).toBe(reason);
});
