import { expect, it } from 'vitest';
import { hasPiece, piecesOf, togglePiece, toggleSort } from '../../ui/src/filter-text.ts';

it('takes a search apart into pieces, and takes each of them away or adds it', () => {
  const text = 'yoga status>=400  sort=-credits limit=5';
  expect(piecesOf(text)).toEqual(['yoga', 'status>=400', 'sort=-credits', 'limit=5']);
  expect([piecesOf('  '), piecesOf('sort=id'), piecesOf('credit>3 x')]).toEqual([
    [],
    ['sort=id'],
    ['credit>3 x'],
  ]);
  expect([hasPiece(text, 'yoga'), hasPiece(text, 'status')]).toEqual([true, false]);
  expect(togglePiece(text, 'status>=400')).toBe('yoga sort=-credits limit=5');
  expect(togglePiece('yoga', 'credits>0')).toBe('yoga credits>0');
});

it('orders by a member: the largest first, the smallest first, not at all', () => {
  expect(toggleSort('yoga sort=at', 'credits')).toBe('yoga sort=-credits');
  expect(toggleSort('sort=-credits yoga', 'credits')).toBe('yoga sort=credits');
  expect(toggleSort('yoga sort=credits', 'credits')).toBe('yoga');
});
