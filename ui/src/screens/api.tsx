import { useState } from 'preact/hooks';
import { useSearch } from '../address.ts';
import { type Page, pagesOf, type Surface } from '../documents.ts';
import { Button, useResult } from '../parts.tsx';
import { OperationPage } from './operation.tsx';
import type { ScreenProps } from './screen.ts';

const surfaces: readonly (readonly [Surface, string])[] = [
  ['3', 'Generation 3'],
  ['2', 'Generation 2'],
  ['admin', 'Admin surface'],
];

/** A page for every operation. */
export function Api({ place: [given = '3', method, ...path] }: ScreenProps) {
  const surface = surfaces.find(([id]) => id === given)?.[0] ?? '3';
  const text = useSearch().toLowerCase();
  const loaded = useResult(() => pagesOf(surface), [surface]) ?? [];
  // Until the document is there, the pages are those of the surface before.
  const pages = loaded[0]?.surface === surface ? loaded : [];
  const open = pages.find((page) => page.method === method && page.path === `/${path.join('/')}`) ?? pages[0];
  const [listed, setListed] = useState(false);
  const methodsOf = ({ path: ofPage }: Page) =>
    surface === 'admin' ? [] : pages.filter((page) => page.path === ofPage).map((page) => page.method);
  const found = pages.filter(
    (page) =>
      // A look-up has one page for its two methods.
      (surface === 'admin' || methodsOf(page)[0] === page.method) &&
      (text === '' || `${page.method} ${page.path} ${page.operation.summary}`.toLowerCase().includes(text)),
  );
  return (
    <div class="api">
      <div class={listed ? 'index listed' : 'index'}>
        <div class="toolbar">
          {surfaces.map(([id, title]) => (
            <a key={id} class="tab" href={`#/api/${id}`} aria-current={id === surface ? 'true' : undefined}>
              {title}
            </a>
          ))}
          <span class="narrow-only">
            <Button onClick={() => setListed(!listed)}>{listed ? 'hide the list' : 'all operations'}</Button>
          </span>
        </div>
        <nav class="operations" aria-label="Operations">
          {found.map((page) => (
            <a
              key={page.method + page.path}
              href={`#/api/${surface}/${page.method}${page.path}`}
              aria-current={
                page === open || (open && methodsOf(page).length > 1 && page.path === open.path)
                  ? 'page'
                  : undefined
              }
              onClick={() => setListed(false)}
            >
              <span class={`verb ${page.method}`}>{methodsOf(page).join(' ') || page.method}</span>{' '}
              {shortened(page)}
            </a>
          ))}
          {found.length === 0 && (
            <p class="soft">
              {pages.length === 0 ? 'Loading the operations …' : 'Nothing matches the search.'}
            </p>
          )}
        </nav>
      </div>
      {open && (
        <OperationPage
          key={surface + open.method + open.path}
          page={open}
          methods={surface === 'admin' ? [open.method] : methodsOf(open)}
        />
      )}
    </div>
  );
}

const shortened = ({ path }: Page): string => path.replace('/__admin', '').replace(/^\//, '');
