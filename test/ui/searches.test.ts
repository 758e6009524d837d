import { expect, it } from 'vitest';
import { type DocumentEntry, entriesOfPages, findEntries } from '../../ui/src/document-search.ts';
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

const entry = (title: string, text: string, kind: DocumentEntry['kind'] = 'heading'): DocumentEntry => ({
  ...{ kind, page: 'p', anchor: '', title, text },
});
const found = (entries: readonly DocumentEntry[], search: string) =>
  findEntries(entries, search).map(({ title }) => title);

it('rates a name that is the search before names that begin with it or have its words, and these before texts', () => {
  const entries = [
    entry('Other', 'the port of a page'),
    entry('A port', ''),
    entry('Page', 'a port', 'page'),
    entry('ports', ''),
    entry('Port', ''),
    entry('port', '', 'setting'),
    entry('Nothing', 'else'),
  ];
  expect(found(entries, ' Port ')).toEqual(['port', 'Port', 'ports', 'A port', 'Page', 'Other']);
  expect(found(entries, 'a  PORT')).toEqual(['A port', 'Page', 'Other']);
  expect(found(entries, ' ')).toEqual([]);
  const many = Array.from({ length: 61 }, (_, n) => entry(`port ${n}`, ''));
  expect(found(many, 'port')).toHaveLength(60);
});

it('shows the text around the first word that was found, from a whole word on', () => {
  const excerpt = (text: string, search: string) => findEntries([entry('title', text)], search)[0]?.excerpt;
  const words = (count: number) => 'abcdefghi '.repeat(count);
  expect(excerpt('short text', 'text')).toBe('short text');
  expect(excerpt('short text', 'title')).toBe('short text');
  expect(excerpt(`${words(7)}found ${words(30)}`, 'found')).toBe(`${words(7)}found ${words(10)}abcd …`);
  expect(excerpt(`${words(8)}found ${words(30)}`, 'found')).toBe(`… ${words(6)}found ${words(11)}abcd …`);
  expect(excerpt(`${words(20)}late ${words(8)}early`, 'early late')).toBe(
    `… ${words(6)}late ${words(8)}early`,
  );
});

it('reads the titles and texts of a page as they are seen, without spaces around them', () => {
  const html =
    '<h2 id="doc-p">P</h2> <p>a &lt;b&gt; &amp;amp; <code>c</code>, d</p><h3 id="doc-e"><code>E</code> (<i>f</i>)</h3><p>g</p>';
  expect(entriesOfPages([{ id: 'p', title: 'P', html }])).toEqual([
    entry('P', 'a <b> &amp; c, d', 'page'),
    { ...entry('E ( f)', 'g'), anchor: 'e' },
  ]);
});
