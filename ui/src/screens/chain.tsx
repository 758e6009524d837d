import { useMemo } from 'preact/hooks';
import { pathAndQuery } from '../../../src/core/request-subject.ts';
import { callAdmin, type RequestDetail } from '../api.ts';
import { formatCount, formatNumber, span } from '../format.ts';
import { Section, Status, useResult } from '../parts.tsx';
import { type Row, rows } from '../requests.ts';
import { report } from '../state.ts';
import { useStore } from '../store.ts';

/** As long after another as the report counts a call as paid again. */
const maxGapMs = 600_000;
/** Requests of a chain that are shown, and whose bodies are compared. */
const maxLinks = 20;

/** The same call before and after a request, and whether it was paid twice; what the report found in it. */
export function RetryChain({ request }: { request: RequestDetail }) {
  const chain = useChain(request);
  return (
    <>
      {chain.length > 1 && (
        <Section title={`Sent ${formatNumber(chain.length)} times`}>
          <Verdict chain={chain} />
          <ol class="decisions">
            {nearestIn(chain, request.id).map(({ id, status, errorCode, credits, realAt }) => (
              <li key={id}>
                {id === request.id ? <b>this one</b> : <a href={`#/live/${id}`}>request {id}</a>}{' '}
                <Status status={status} code={errorCode} />, {formatCount(credits, 'credit')}
                {realAt > request.realAt && `, ${span(realAt - request.realAt)} later`}
                {realAt < request.realAt && `, ${span(request.realAt - realAt)} before`}
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Findings id={request.id} />
    </>
  );
}

function Verdict({ chain }: { chain: readonly Row[] }) {
  const paid = chain.filter(({ credits }) => credits > 0);
  const sum = paid.reduce((total, { credits }) => total + credits, 0);
  if (paid.length === 0) return <p>None of them was paid.</p>;
  if (paid.length === 1) return <p>Paid once: {formatCount(sum, 'credit')}.</p>;
  return (
    <p class="alert">
      Paid {formatNumber(paid.length)} times: {formatCount(sum, 'credit')},{' '}
      {formatNumber(sum - (paid[0]?.credits ?? 0))} of them for the same again.
    </p>
  );
}

/** The report's findings that name a request. */
function Findings({ id }: { id: number }) {
  const found = useStore(report);
  const isNamed = ({ requests }: { requests: readonly { id: number }[] }) =>
    requests.some((each) => each.id === id);
  const waste = found?.waste.filter(isNamed) ?? [];
  const broken = found?.clientRules.filter(isNamed) ?? [];
  if (waste.length + broken.length === 0) return null;
  return (
    <Section title="Found by the report">
      <ul class="decisions">
        {waste.map(({ rule, credits, requestCount }) => (
          <li key={rule}>
            <a href="#/report">{rule}</a>: {formatCount(credits, 'credit')} of waste in{' '}
            {formatCount(requestCount, 'request')}
          </li>
        ))}
        {broken.map(({ rule, sentence }) => (
          <li key={rule}>
            <a href="#/report">{rule}</a>: {sentence}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The requests of the key that are equal to one, each within ten minutes of the next; oldest first. */
function useChain(request: RequestDetail): readonly Row[] {
  const all = useStore(rows);
  const near = useMemo(() => nearRows(all, request), [all, request]);
  const unknown = request.body === null ? [] : nearestIn(near, request.id).map(({ id }) => id);
  const bodies = useResult(async () => {
    const found = await Promise.all(
      unknown.map((id) => callAdmin('get', '/__admin/requests/{id}', { path: { id: String(id) } })),
    );
    return new Map(found.map(({ id, body, bodyCut }) => [id, bodyCut ? undefined : JSON.stringify(body)]));
  }, [request.id, unknown.join()]);
  if (request.body === null) return near;
  const own = request.bodyCut ? undefined : JSON.stringify(request.body);
  return near.filter(({ id }) => own !== undefined && bodies?.get(id) === own);
}

function nearRows(all: readonly Row[], request: RequestDetail): readonly Row[] {
  if (request.key === null || request.operation === null) return [];
  const url = pathAndQuery(request.path, request.query);
  const same = all.filter(
    (row) =>
      row.key === request.key &&
      row.operation === request.operation &&
      row.method === request.method &&
      row.url === url,
  );
  const place = same.findIndex(({ id }) => id === request.id);
  if (place < 0) return [];
  const isNext = (n: number) => Math.abs((same[n]?.at ?? 0) - (same[n - 1]?.at ?? 0)) <= maxGapMs;
  let [start, end] = [place, place + 1];
  while (start > 0 && isNext(start)) start -= 1;
  while (end < same.length && isNext(end)) end += 1;
  return same.slice(start, end);
}

/** At most twenty of a chain, with a request in their middle. */
function nearestIn(chain: readonly Row[], id: number): readonly Row[] {
  const place = chain.findIndex((row) => row.id === id);
  const start = Math.max(0, Math.min(place - maxLinks / 2, chain.length - maxLinks));
  return chain.slice(start, start + maxLinks);
}
