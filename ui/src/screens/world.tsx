import { useEffect, useState } from 'preact/hooks';
import { type Creator, callAdmin, type Sent, sendAs } from '../api.ts';
import { curl } from '../code.ts';
import { type Page, pagesOf, sampleBody } from '../documents.ts';
import { formatCount } from '../format.ts';
import {
  Badge,
  Button,
  Choice,
  Code,
  Copy,
  prettyText,
  Section,
  Status,
  Table,
  useResult,
} from '../parts.tsx';
import { chosenKey, keys, nameOf, routes, runAction, search, shownKey, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';
import { odd } from './odd.ts';
import type { ScreenProps } from './screen.ts';

type Terms = Readonly<Record<string, string>>;

/** Creators to test with. */
export function World({ place: [platform, id] }: ScreenProps) {
  const [terms, setTerms] = useState<Terms>({ limit: '100' });
  const name = useDebounced(useStore(search).trim());
  const query = name === '' ? terms : { ...terms, name };
  const found = useResult(
    () => callAdmin('get', '/__admin/world/creators', { query }),
    [JSON.stringify(query)],
  );
  const shown = found?.creators ?? [];
  const isOpen = (each: Creator) => each.platform === platform && each.id === id;
  // An address may name a creator that the list does not show.
  const named = useResult(async () => {
    if (platform === undefined || id === undefined) return undefined;
    const { creators } = await callAdmin('get', '/__admin/world/creators', { query: { platform, name: id } });
    return creators.find(isOpen);
  }, [platform, id]);
  const open = shown.find(isOpen) ?? (named && isOpen(named) ? named : shown[0]);
  const set = (name: string) => (value: string) => {
    const { [name]: _, ...rest } = terms;
    setTerms(value === '' ? rest : { ...rest, [name]: value });
  };
  const value = (name: string) => terms[name] ?? '';
  return (
    <div class="columns">
      <div>
        <h2>Creators</h2>
        <form class="form" onSubmit={(event) => event.preventDefault()}>
          <Choice
            label="Platform"
            value={value('platform')}
            onInput={set('platform')}
            options={[['', 'any'] as const, 'clip', 'gram', 'tube']}
          />
          <Choice
            label="Odd"
            value={value('odd')}
            onInput={set('odd')}
            options={[['', 'or not'] as const, ['true', 'anything odd'] as const, ...Object.keys(odd)]}
          />
          <CompleteField label="Niche" placeholder="yoga" onChange={set('niche')} />
          <CompleteField label="Country" placeholder="ITA" onChange={set('country')} />
          <CompleteField label="Language" placeholder="ita" onChange={set('language')} />
          <CompleteField label="At least followers" placeholder="10000" onChange={set('minFollowers')} />
          <CompleteField label="At most followers" placeholder="100000" onChange={set('maxFollowers')} />
        </form>
        {odd[value('odd')] && <p class="note">{odd[value('odd')]}</p>}
        <Table label="Creators" head={['Creator', 'Platform', '#Followers', 'Country', 'Odd']}>
          {shown.map((each) => (
            <tr key={each.platform + each.id} class={each === open ? 'open' : ''}>
              <td class="names" title={`${each.displayName} @${each.handle}`}>
                <a
                  href={`#/world/${each.platform}/${each.id}`}
                  aria-current={each === open ? 'true' : undefined}
                >
                  {each.displayName || each.handle}
                </a>{' '}
                <span class="soft">@{each.handle}</span>
              </td>
              <td>{each.platform}</td>
              <td class="number">{each.followers.toLocaleString('en')}</td>
              <td>{each.country || 'none'}</td>
              <td class="odd">
                {each.odd?.map((word) => (
                  <Badge key={word} kind="assumption">
                    {word}
                  </Badge>
                ))}
              </td>
            </tr>
          ))}
        </Table>
        {found && shown.length === 0 && <p class="empty">No creator matches.</p>}
      </div>
      {open && <CreatorPanel key={open.platform + open.id} of={open} />}
    </div>
  );
}

/** The text, after a pause in typing. */
function useDebounced(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

/** Searches only when the text is complete, because half a country code is refused. */
function CompleteField({
  label,
  placeholder,
  onChange,
}: {
  label: string;
  placeholder: string;
  onChange: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        placeholder={placeholder}
        spellcheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    </label>
  );
}

function CreatorPanel({ of: creator }: { of: Creator }) {
  const pages = useResult(() => pagesOf('3'), []) ?? [];
  const base = useServiceUrl();
  const all = useStore(keys);
  const chosen = useStore(chosenKey);
  const key = chosen || ((all.find((each) => each.key === 'demo-full') ?? all[0])?.id ?? '');
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
    <div>
      <h2>{creator.displayName || creator.handle}</h2>
      <div class="toolbar wrap">
        <Copy text={creator.handle}>copy handle</Copy>
        {creator.id !== creator.handle && <Copy text={creator.id}>copy id</Copy>}
      </div>
      <p>{creator.niches.join(', ')}</p>
      {creator.odd?.map((word) => (
        <p key={word} class="note">
          <b>{word}</b>: {odd[word]}
        </p>
      ))}
      <Section title={`Requests for its records, with the key ${nameOf(key)}`}>
        <ul class="rules">
          {requests.map(({ page, ...request }) => (
            <li key={request.url} class="rule">
              <div>
                {page.operation.summary} <span class="soft">{priceOf(page)}</span>
              </div>
              <div class="toolbar wrap">
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
                  <Code label={`Reply of ${request.url}`} text={prettyText(sent.body)} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

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
