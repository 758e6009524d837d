import { expect, it } from 'vitest';
import { accountNow } from '../../ui/src/account-now.ts';

it('the clock of an account is ahead of the sandbox or behind it', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(accountNow({ clockOffset: '2d' }, now)).toBe(Date.parse('2026-06-03T00:00:00Z'));
  expect(accountNow({ clockOffset: '-90m' }, now)).toBe(Date.parse('2026-05-31T22:30:00Z'));
});
