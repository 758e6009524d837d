import { expect, test } from 'vitest';
import { tableLines } from '../../src/core/table.ts';

test('columns are as wide as their widest cell, figures stand on the right, and paint takes no room', () => {
  const rows = [
    ['name', '', 'calls', 'note'],
    ['a', '', '7', ''],
    ['longer', '', '10', 'x'],
  ];
  const places: unknown[] = [];
  const paint = (text: string, { row, column }: { row: number; column: number }) => {
    places.push([row, column]);
    return row === 1 ? `<${text}>` : text;
  };
  expect(tableLines(rows, { right: [2], paint })).toEqual([
    'name      calls  note',
    '<a>             <7>',
    'longer       10  x',
  ]);
  expect(places).toEqual([
    [0, 0],
    [0, 2],
    [0, 3],
    [1, 0],
    [1, 2],
    [2, 0],
    [2, 2],
    [2, 3],
  ]);
});
