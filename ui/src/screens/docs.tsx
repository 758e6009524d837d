import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Documents } from '../document-pages.ts';
import { type DocumentEntry, entriesOfPages, type FoundEntry, findEntries } from '../document-search.ts';
import { formatCount } from '../format.ts';
import { Badge, Button, useResult } from '../parts.tsx';
import { search } from '../state.ts';
import { useStore } from '../store.ts';
import type { ScreenProps } from './screen.ts';

/** The pages of the documents, which are part of the dashboard: nothing is loaded from elsewhere. */
export function Docs({ place: [id = 'map', anchor = ''] }: ScreenProps) {
  const documents = useResult(loadDocuments, []);
  const text = useStore(search).trim();
  const [listed, setListed] = useState(false);
  const entries = useMemo(() => entriesOfPages(documents?.pages ?? []), [documents]);
  useEffect(
    () => document.querySelector('.operations [aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [id, documents],
  );
  if (!documents) return <p class="empty">Loading the documents …</p>;
  const { pages, groups } = documents;
  const page = pages.find((each) => each.id === id);
  const titleOf = (of: string) => pages.find((each) => each.id === of)?.title ?? of;
  return (
    <div class="api docs">
      <div class={listed ? 'index listed' : 'index'}>
        <span class="narrow-only">
          <Button onClick={() => setListed(!listed)}>{listed ? 'hide the list' : 'all pages'}</Button>
        </span>
        <nav class="operations" aria-label="Pages">
          {groups.map(({ title, ids }) => (
            <section key={title}>
              <h2>{title}</h2>
              {ids.map((each) => (
                <a
                  key={each}
                  href={placeOf(each)}
                  aria-current={each === id && text === '' ? 'page' : undefined}
                  onClick={() => {
                    search.set('');
                    setListed(false);
                  }}
                >
                  {titleOf(each)}
                </a>
              ))}
            </section>
          ))}
        </nav>
      </div>
      {text !== '' ? (
        <Results found={findEntries(entries, text)} titleOf={titleOf} text={text} />
      ) : page === undefined ? (
        <p class="empty">
          There is no page “{id}”. <a href={placeOf('map')}>The map</a> lists all pages.
        </p>
      ) : (
        <article class="operation prose">
          <Contents page={page.id} entries={entries} />
          <Html key={page.id} html={page.html} anchor={anchor} />
        </article>
      )}
    </div>
  );
}

/** A module of its own, so that it is loaded when somebody reads. */
const loadDocuments = (): Promise<Documents> => import('virtual:documents');

const placeOf = (page: string, anchor = ''): string =>
  `#/docs/${encodeURIComponent(page)}${anchor === '' ? '' : `/${anchor}`}`;

/** The headings of a long page. */
function Contents({ page, entries }: { page: string; entries: readonly DocumentEntry[] }) {
  const headings = entries.filter((each) => each.page === page && each.kind === 'heading');
  if (headings.length < 2) return null;
  return (
    <details class="contents">
      <summary>On this page: {headings.length} headings</summary>
      <ul>
        {headings.map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={placeOf(page, anchor)}>{title}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The text of a page, at its anchor: a heading, or the row of a setting or refusal. */
function Html({ html, anchor }: { html: string; anchor: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const all = box.current;
    if (!all) return;
    for (const marked of all.querySelectorAll('.found')) marked.classList.remove('found');
    if (anchor === '') {
      all.parentElement?.scrollTo({ top: 0 });
      return;
    }
    const [kind, name = ''] = anchor.split('=');
    const target =
      name === ''
        ? all.querySelector(`[id="doc-${CSS.escape(anchor)}"]`)
        : all.querySelector(`[data-${kind === 'setting' ? 'settings' : 'refusals'}~="${CSS.escape(name)}"]`);
    (target?.closest('tr') ?? target)?.classList.add('found');
    target?.scrollIntoView({ block: 'start' });
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [html, anchor]);
  return <div ref={box} dangerouslySetInnerHTML={{ __html: html }} />;
}

interface ResultsProps {
  found: readonly FoundEntry[];
  titleOf: (page: string) => string;
  text: string;
}

const Results = ({ found, titleOf, text }: ResultsProps) => (
  <div class="operation">
    <h2>
      {found.length === 0
        ? `Nothing in the documents has “${text}”`
        : `${formatCount(found.length, 'place')} with “${text}”`}
    </h2>
    <ul class="results">
      {found.map(({ kind, page, anchor, title, excerpt }) => (
        <li key={`${kind} ${page} ${anchor}`}>
          <a href={placeOf(page, anchor)} onClick={() => search.set('')}>
            {title}
          </a>{' '}
          <Badge kind={`of-${kind}`}>{kind}</Badge> <span class="soft">{titleOf(page)}</span>
          <p class="soft">{excerpt}</p>
        </li>
      ))}
    </ul>
  </div>
);
