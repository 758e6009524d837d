import { useState } from 'preact/hooks';
import { formatCallSite } from '../../../src/core/call-site.ts';
import { formatTerm } from '../../../src/core/list-filter.ts';
import { pathAndQuery } from '../../../src/core/request-subject.ts';
import { hrefOf } from '../address.ts';
import { AdminRefusal, callAdmin, entriesOf, type RequestDetail, type Sent } from '../api.ts';
import type { CodeRequest } from '../code.ts';
import { formatCount, formatNumber, instant } from '../format.ts';
import { Body } from '../json.tsx';
import { Badge, Button, Code, Facts, Section, Status, useResult } from '../parts.tsx';
import {
  decisions,
  isMisleading,
  report,
  routes,
  runAction,
  shownKey,
  useNameOf,
  useServiceUrl,
} from '../state.ts';
import { useStore } from '../store.ts';
import { CopyCode } from './copy-code.tsx';
import { OtherRules, WhyUnpaid } from './why.tsx';

/** Everything that the sandbox knows about one request. */
export function RequestPanel({ id, close }: { id: number; close: () => void }) {
  const found = useResult(
    () => resultOrRefusal(callAdmin('get', '/__admin/requests/{id}', { path: { id: String(id) } })),
    [id],
  );
  const request = found instanceof AdminRefusal ? undefined : found;
  return (
    <aside class="panel" aria-label="Request" aria-busy={found === undefined}>
      <div class="toolbar">
        <h2>
          Request {id} {request && <Status status={request.status} code={request.errorCode} />}
        </h2>
        <Button onClick={close} label="Close the request">
          ×
        </Button>
      </div>
      {found instanceof AdminRefusal && <p class="alert">{found.message}</p>}
      {request && <RequestDetails request={request} />}
    </aside>
  );
}

/** Turns a refusal into a result, which the panel shows in place of the data. */
const resultOrRefusal = <T,>(call: Promise<T>): Promise<T | AdminRefusal> =>
  call.catch((error: unknown) => {
    if (error instanceof AdminRefusal) return error;
    throw error;
  });

function RequestDetails({ request }: { request: RequestDetail }) {
  return (
    <>
      <Actions request={request} />
      <WhyUnpaid request={request} />
      <About request={request} />
      <Findings id={request.id} />
      <Section title="Request">
        <Code label="Request">
          {request.method} {pathAndQuery(request.path, request.query)}
        </Code>
        {request.body !== null && (
          <Body
            label="Body of the request"
            text={typeof request.body === 'string' ? request.body : JSON.stringify(request.body)}
          />
        )}
        {request.bodyCut && <p class="soft">The journal stores the first 2 kB of a body.</p>}
      </Section>
      <Reply id={request.id} />
      <Ledger request={request} />
      <OtherRules request={request} />
      <Decisions ids={request.decisions} />
    </>
  );
}

/** Leads to the requests that have a value in common. */
const RequestsWith = ({ member, value }: { member: string; value: string }) => (
  <a href={hrefOf('requests', formatTerm({ member, operator: '=', value }))} title="The requests with it">
    {value}
  </a>
);

/** The report's findings that name a request, with the others that they name. */
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
        {waste.map(({ rule, credits, requests, requestCount }) => (
          <li key={rule}>
            <a href="#/report">{rule}</a>: {formatCount(credits, 'credit')} wasted in{' '}
            {formatCount(requestCount, 'request')}
            {requests
              .filter((each) => each.id !== id)
              .map((each) => (
                <a key={each.id} class="aside" href={`#/requests/${each.id}`}>
                  request {each.id}
                </a>
              ))}
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

/** The page of the operation that a request called. */
function usePageOf({ operation, method }: RequestDetail): string | undefined {
  const route = useStore(routes).find((each) => each.operation === operation && each.method === method);
  return route && `#/api/${route.generation}/${route.method}${route.path}`;
}

function About({ request }: { request: RequestDetail }) {
  const nameOf = useNameOf();
  const page = usePageOf(request);
  const {
    at,
    key,
    operation,
    credits: charged,
    durationMs,
    traceId,
    injected,
    notes,
    nearest,
    callSite,
  } = request;
  return (
    <>
      {injected !== null && (
        <p>
          <Badge kind="injected">injected</Badge> by{' '}
          {/^fault-/.test(injected) ? <a href="#/faults">{injected}</a> : injected}
        </p>
      )}
      {nearest !== null && (
        <p class="alert">
          There is no such path. The nearest one is <code>{nearest}</code>.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <Facts
        of={[
          ['at', instant(at)],
          ['key', key === null ? nameOf(key) : <a href={`#/keys/${key}`}>{nameOf(key)}</a>],
          ['operation', page === undefined ? (operation ?? 'none') : <a href={page}>{operation}</a>],
          ['credits', formatNumber(charged)],
          ['took', `${durationMs.toFixed(2)} ms`],
          ['trace', traceId ?? 'none'],
          ...(callSite
            ? [
                [
                  'line',
                  <RequestsWith key="line" member="callSite" value={formatCallSite(callSite)} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </>
  );
}

function Actions({ request }: { request: RequestDetail }) {
  const nameOf = useNameOf();
  const served = useStore(routes);
  const [sent, setSent] = useState<Sent>();
  const { id, key, method, path, query, body, operation, status } = request;
  const codeRequest: CodeRequest = {
    base: useServiceUrl(),
    method,
    url: pathAndQuery(path, query),
    ...(body !== null && { body }),
    key: key === null ? null : shownKey(key),
  };
  const refusals = served.find((each) => each.operation === operation)?.refusals ?? [];
  const failNext = (text: string) => {
    const [code, errorCode = ''] = text.split(' ');
    return runAction(`The next ${operation} of ${nameOf(key)} answers ${text}.`, () =>
      callAdmin('post', '/__admin/faults', {
        body: {
          match: { operation: operation ?? '', ...(key !== null && { key }) },
          respond: { status: Number(code), errorCode },
          times: 1,
        },
      }),
    );
  };
  return (
    <>
      <div class="toolbar">
        <Button
          kind="main"
          onClick={() =>
            runAction('Sent again.', async () =>
              setSent(await callAdmin('post', '/__admin/send', { body: { request: id } })),
            )
          }
        >
          Send again
        </Button>
        <CopyCode request={codeRequest} status={status} />
        {refusals.length > 0 && (
          <label class="inline">
            <span>fail next time</span>
            <select
              value=""
              onChange={(event) => {
                void failNext(event.currentTarget.value);
                event.currentTarget.value = '';
              }}
            >
              <option value="">with …</option>
              {refusals.map(({ status: code, errorCode }) => (
                <option key={errorCode}>{`${code} ${errorCode}`}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {sent && (
        <Section title="Reply to the request sent again">
          <Status status={sent.status} />
          <Body label="Reply to the request sent again" text={sent.body} />
        </Section>
      )}
    </>
  );
}

function Reply({ id }: { id: number }) {
  const path = { id: String(id) };
  const reply = useResult(
    () => resultOrRefusal(callAdmin('get', '/__admin/requests/{id}/reply', { path })),
    [id],
  );
  if (reply === undefined) return null;
  return (
    <Section title="Reply">
      {reply instanceof AdminRefusal ? (
        <p class="soft">{reply.message}</p>
      ) : (
        <Body label="Reply" text={reply.body} />
      )}
    </Section>
  );
}

/** The entries that this request made. */
function Ledger({ request: { key, traceId, credits: charged } }: { request: RequestDetail }) {
  const entries = useResult(
    async () =>
      key === null || traceId === null || charged === 0
        ? []
        : (await entriesOf(key)).filter((entry) => entry.traceId === traceId),
    [key, traceId],
  );
  if (!entries || entries.length === 0) return null;
  return (
    <Section title="Ledger">
      {entries.map((entry) => (
        <Facts
          key={entry.id}
          of={[
            ['entry', `${entry.kind} ${entry.id}`],
            ['rule', entry.rule ?? 'none'],
            ['plan', formatNumber(entry.plan)],
            ['purchased', formatNumber(entry.purchased)],
            ['balance after it', formatNumber(entry.balance)],
          ]}
        />
      ))}
    </Section>
  );
}

function Decisions({ ids }: { ids: readonly string[] }) {
  const known = useStore(decisions);
  if (ids.length === 0) return null;
  return (
    <Section title="Decisions that the reply relies on">
      <ul class="decisions">
        {ids
          .toSorted((one, other) => Number(isMisleading(other)) - Number(isMisleading(one)))
          .map((id) => {
            const decision = known.get(id);
            return (
              <li key={id}>
                <Badge kind={isMisleading(id) ? 'assumption' : 'plain'}>{decision?.tag ?? ''}</Badge>{' '}
                <RequestsWith member="decisions" value={id} /> {decision?.what}{' '}
                {decision?.setting && (
                  <span class="soft">
                    {' '}
                    Changed by <code>{decision.setting}</code>.
                  </span>
                )}
                {decision?.strict && <span class="soft"> Careful: {decision.strict}</span>}
              </li>
            );
          })}
      </ul>
    </Section>
  );
}
