import { expect, test } from 'vitest';
import { anyNumber, anyText, identifier, inOneMessage, joined, sql } from '../../src/ledger/postgres/sql.ts';

const key = "it's $1; DROP TABLE keys --";
const statement = sql`UPDATE ${identifier('a"b')} SET ${joined([sql`x = ${key}`, sql`y = ${null}`])} WHERE id = ${anyText([key, 'two'])}`;

test('the values of a statement are bound, those of its parts too, in their order', () => {
  expect(statement.bound()).toEqual({
    text: 'UPDATE "a""b" SET x = $1, y = $2 WHERE id = ANY (ARRAY(SELECT json_array_elements_text($3)))',
    values: [key, null, JSON.stringify([key, 'two'])],
  });
});

test('the values of statements that travel together are quoted', () => {
  expect(inOneMessage([sql`BEGIN`, statement, sql`SELECT ${true}`])).toBe(
    `BEGIN;UPDATE "a""b" SET x = 'it''s $1; DROP TABLE keys --', y = null WHERE id = ANY (ARRAY(SELECT json_array_elements_text('["it''s $1; DROP TABLE keys --","two"]')));SELECT true`,
  );
});

test('a list is one value, however long it is', () => {
  const numbers = Array.from({ length: 300_000 }, (_, n) => n);
  expect(sql`SELECT 1 WHERE 1 = ${anyNumber(numbers)}`.bound()).toEqual({
    text: 'SELECT 1 WHERE 1 = ANY (ARRAY(SELECT json_array_elements_text($1)::bigint))',
    values: [JSON.stringify(numbers)],
  });
});
