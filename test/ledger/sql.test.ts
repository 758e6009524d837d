import { expect, test } from 'vitest';
import { identifier, inOneMessage, joined, sql, valueList } from '../../src/ledger/postgres/sql.ts';

const key = "it's $1; DROP TABLE keys --";
const statement = sql`UPDATE ${identifier('a"b')} SET ${joined([sql`x = ${key}`, sql`y = ${null}`])} WHERE id IN (${valueList([1, 'two'])})`;

test('the values of a statement are bound, those of its parts too, in their order', () => {
  expect(statement.bound()).toEqual({
    text: 'UPDATE "a""b" SET x = $1, y = $2 WHERE id IN ($3, $4)',
    values: [key, null, 1, 'two'],
  });
});

test('the values of statements that travel together are quoted', () => {
  expect(inOneMessage([sql`BEGIN`, statement, sql`SELECT ${true}`])).toBe(
    `BEGIN;UPDATE "a""b" SET x = 'it''s $1; DROP TABLE keys --', y = null WHERE id IN (1, 'two');SELECT true`,
  );
});

test('a list without values names none', () => {
  expect(sql`SELECT 1 WHERE 1 IN (${valueList([])})`.bound()).toEqual({
    text: 'SELECT 1 WHERE 1 IN (NULL)',
    values: [],
  });
});
