import { useEffect, useState } from 'preact/hooks';
import { hrefOf, useSearch } from '../address.ts';
import { AdminRefusal, type Creator, callAdmin, type Sent, sendAs } from '../api.ts';
import { curl } from '../code.ts';
import { countryName } from '../countries.ts';
import { type Page, pagesOf, sampleBody } from '../documents.ts';
import { formatCount, formatNumber, shortNumber } from '../format.ts';
import { Body } from '../json.tsx';
import { Badge, Button, Choice, Copy, Facts, Section, Status, Table, useResult } from '../parts.tsx';
import { keys, nameOf, routes, runAction, shownKey, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';
import { edgeCases } from './edge-cases.ts';
import type { ScreenProps } from './screen.ts';

type Terms = Readonly<Record<string, string>>;

/** Creators that are shown; there may be more. */
const maxShown = 100;

/** The creators that meet the terms, or a sentence about a wrong one. */
const find = (query: Terms): Promise<readonly Creator[] | string> =>
  callAdmin('get', '/__admin/world/creators', { query }).then(
    ({ creators }) => creators,
    (error: unknown) => {
      if (error instanceof AdminRefusal) return error.message;
      throw error;
    },
  );

/** Creators to test with. */
export function World({ place: [platform, id] }: ScreenProps) {
  const [terms, setTerms] = useState<Terms>({});
  const name = useSearch().trim();
  const query = useDebounced(
    JSON.stringify({
      ...Object.fromEntries(Object.entries(terms).filter(([, text]) => text.trim() !== '')),
      ...(name !== '' && { name }),
      limit: `${maxShown}`,
    }),
  );
  const found = useResult(() => find(JSON.parse(query) as Terms), [query]);
  const shown = typeof found === 'string' ? [] : (found ?? []);
  const isOpen = (each: Creator) => each.platform === platform && each.id === id;
  // An address may name a creator that the list does not show.
  const named = useResult(async () => {
    if (platform === undefined || id === undefined) return undefined;
    const creators = await find({ platform, name: id });
    return typeof creators === 'string' ? undefined : creators.find(isOpen);
  }, [platform, id]);
  const open = shown.find(isOpen) ?? (named && isOpen(named) ? named : shown[0]);
  const field = (member: string, label: string, placeholder: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        value={terms[member] ?? ''}
        placeholder={placeholder}
        spellcheck={false}
        onInput={(event) => setTerms({ ...terms, [member]: event.currentTarget.value })}
      />
    </label>
  );
  const edge = terms['edge'] ?? '';
  return (
    <div class="columns">
      <div>
        <h2>{headingOf(found)}</h2>
        <form class="form" onSubmit={(event) => event.preventDefault()}>
          <Choice
            label="Platform"
            value={terms['platform'] ?? ''}
            onInput={(next) => setTerms({ ...terms, platform: next })}
            options={[['', 'any'], 'clip', 'gram', 'tube']}
          />
          <Choice
            label="Edge case"
            value={edge}
            onInput={(next) => setTerms({ ...terms, edge: next })}
            options={[['', 'or not'], ['true', 'any'], ...Object.keys(edgeCases)]}
          />
          {field('niche', 'Niche', 'yoga')}
          {field('country', 'Country', 'Italy')}
          {field('language', 'Language', 'ita')}
          {field('minFollowers', 'At least followers', '10k')}
          {field('maxFollowers', 'At most followers', '1M')}
        </form>
        {edgeCases[edge] && <p class="note">{edgeCases[edge]}</p>}
        {typeof found === 'string' && (
          <p class="alert" role="alert">
            {found}
          </p>
        )}
        {typeof found === 'object' && shown.length === 0 && <p class="empty">No creator meets all terms.</p>}
        {shown.length > 0 && (
          <Table label="Creators" head={['Creator', 'Platform', '#Followers', 'Country', 'Edge cases']}>
            {shown.map((each) => (
              <CreatorRow key={each.platform + each.id} of={each} isOpen={each === open} />
            ))}
          </Table>
        )}
      </div>
      {open && <CreatorPanel key={open.platform + open.id} of={open} />}
    </div>
  );
}

/** As far as it is known how many there are. */
const headingOf = (found: readonly Creator[] | string | undefined): string =>
  typeof found !== 'object'
    ? 'Creators'
    : found.length === maxShown
      ? `The ${maxShown} largest creators`
      : formatCount(found.length, 'creator');

const CreatorRow = ({ of: creator, isOpen }: { of: Creator; isOpen: boolean }) => (
  <tr class={isOpen ? 'open' : ''}>
    <td class="names" title={`${creator.displayName} @${creator.handle}`}>
      <a
        href={hrefOf(`world/${creator.platform}/${encodeURIComponent(creator.id)}`)}
        aria-current={isOpen ? 'true' : undefined}
      >
        {creator.displayName || creator.handle}
      </a>{' '}
      <span class="soft">@{creator.handle}</span>
    </td>
    <td>{creator.platform}</td>
    <td class="number" title={formatNumber(creator.followers)}>
      {shortNumber(creator.followers)}
    </td>
    <td>{countryName(creator.country) || 'none'}</td>
    <td>
      {creator.edge?.map((word) => (
        <Badge key={word} kind="assumption">
          {word}
        </Badge>
      ))}
    </td>
  </tr>
);

/** The text, after a pause in typing. */
function useDebounced(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

function CreatorPanel({ of: creator }: { of: Creator }) {
  const pages = useResult(() => pagesOf('3'), []) ?? [];
  const base = useServiceUrl();
  const all = useStore(keys);
  const key = (all.find((each) => each.key === 'demo-full') ?? all[0])?.id ?? '';
  const [sent, setSent] = useState<Sent & { url: string }>();
  // Operations have neutral names in every vocabulary.
  const operations = new Map(
    useStore(routes).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  );
  const requests = pages
    .filter(({ method, path }) => operations.get(`${method} ${path}`)?.startsWith(`${creator.platform}/`))
    // A sandbox may serve look-ups by GET, by POST or by both.
    .filter(
      ({ method, path }) =>
        method === 'GET' || !pages.some((each) => each.path === path && each.method === 'GET'),
    )
    .flatMap((page) => requestFor(page, creator));
  return (
    <section class="panel" aria-label="The creator">
      <h2>
        {creator.displayName || creator.handle}{' '}
        <span class="soft">
          @{creator.handle} on {creator.platform}
        </span>
      </h2>
      <p>{creator.bio || <span class="soft">no bio</span>}</p>
      <Facts
        of={[
          ['followers', formatNumber(creator.followers)],
          ['following', formatNumber(creator.following)],
          ['country', countryName(creator.country) || 'none'],
          ['language', creator.language],
          ['niches', creator.niches.map(nicheName).join(', ') || 'none'],
        ]}
      />
      <div class="toolbar">
        <Copy text={creator.handle}>copy handle</Copy>
        {creator.id !== creator.handle && <Copy text={creator.id}>copy id</Copy>}
      </div>
      {creator.edge?.map((word) => (
        <p key={word} class="note">
          <b>{word}</b>: {edgeCases[word]}
        </p>
      ))}
      <Section title={`Requests for its records, with the key ${nameOf(key)}`}>
        <ul class="rules">
          {requests.map(({ page, ...request }) => (
            <li key={request.url} class="rule">
              <div>
                {page.operation.summary} <span class="soft">{priceOf(page)}</span>
              </div>
              <div class="toolbar">
                <Copy text={curl({ ...request, base, key: shownKey(key) })}>curl</Copy>
                <Button
                  label={`Send ${page.path}`}
                  onClick={() =>
                    runAction('Sent.', async () =>
                      setSent({ url: request.url, ...(await sendAs(key, request)) }),
                    )
                  }
                >
                  send
                </Button>
              </div>
              {sent?.url === request.url && (
                <div class="wide">
                  <Status status={sent.status} />
                  <Body label={`Reply of ${request.url}`} text={sent.body} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </section>
  );
}

/** `id_home-cooking_All` → `home-cooking` */
const nicheName = (id: string): string => id.split('_')[1] ?? id;

const priceOf = ({ operation }: Page): string => {
  const price = operation['x-price'];
  return price?.credits === undefined ? 'by its range' : formatCount(price.credits, 'credit');
};

interface CreatorRequest {
  page: Page;
  method: string;
  url: string;
  body?: unknown;
}

const isIdentifier = (name: string): boolean => /^(uniqueId|channelId)$/.test(name);

/** The request of an operation for one creator; none if it is not about a creator. Other parameters keep their examples. */
function requestFor(page: Page, { id }: Creator): CreatorRequest[] {
  const { method, path, operation } = page;
  if (method === 'POST') {
    const sample = JSON.parse(sampleBody(page) ?? '{}') as Record<string, unknown>;
    const name = Object.keys(sample).find(isIdentifier);
    return name === undefined ? [] : [{ page, method, url: path, body: { ...sample, [name]: id } }];
  }
  const [first, ...rest] = operation.parameters ?? [];
  if (first === undefined || !isIdentifier(first.name)) return [];
  const query = new URLSearchParams({ [first.name]: id });
  for (const { name, required, example } of rest) if (required) query.set(name, String(example ?? ''));
  return [{ page, method, url: `${path}?${query}` }];
}
