import { type CallSite, formatCallSite } from '../../../src/core/call-site.ts';
import type { RunReport } from '../api.ts';
import { formatCount, formatNumber } from '../format.ts';
import { inlineCode } from '../inline-code.tsx';
import { Badge, Section, Status, Table } from '../parts.tsx';
import { chosenKey, decisions, report as reportNow, search, sumsOf, useNameOf } from '../state.ts';
import { useStore } from '../store.ts';
import { Coverage } from './coverage.tsx';
import { RunChanges } from './run-changes.tsx';
import type { ScreenProps } from './screen.ts';

type Sums = Pick<RunReport['receipt'], 'calls' | 'credits' | 'refusals'>;
type Cell = RunReport['coverage']['cells'][number];

/** The report on the requests so far; it changes as they come. */
export function Report(_: ScreenProps) {
  const report = useStore(reportNow);
  const text = useStore(search).toLowerCase();
  if (!report) return <p class="empty">The report appears here.</p>;
  const isSearched = (name: string | null) => (name ?? '').toLowerCase().includes(text);
  return (
    <>
      <h2>Proved by the requests so far</h2>
      <Summary report={report} />
      <RunChanges report={report} />
      <Coverage cells={report.coverage.cells} isSearched={isSearched} />
      <ClientRules rules={report.clientRules} isSearched={isSearched} />
      <Outcomes cells={report.coverage.cells} isSearched={isSearched} />
      <Receipt receipt={report.receipt} isSearched={isSearched} />
      <Waste waste={report.waste} isSearched={isSearched} />
      <Assumptions assumptions={report.assumptions} isSearched={isSearched} />
    </>
  );
}

type IsSearched = (name: string | null) => boolean;
interface Searched {
  isSearched: IsSearched;
}

function Summary({ report }: { report: RunReport }) {
  const { coverage, waste, clientRules } = report;
  const nameOf = useNameOf();
  const key = useStore(chosenKey);
  const sums = sumsOf(report, key);
  const wasted = waste.reduce((sum, each) => sum + each.credits, 0);
  return (
    <>
      <div class="tiles">
        <Tile
          name="Outcomes met, of the operations called"
          value={`${coverage.called.met} of ${coverage.called.total}`}
        />
        <Tile name="Calls" value={formatNumber(sums.calls)} />
        <Tile name="Credits" value={formatNumber(sums.credits)} />
        <Tile name="Refusals" value={formatNumber(sums.refusals)} />
        <Tile name="Credits wasted" value={formatNumber(wasted)} />
        <Tile
          name="Breaks of client rules"
          value={formatNumber(clientRules.reduce((sum, { requestCount }) => sum + requestCount, 0))}
        />
      </div>
      {key !== '' && (
        <p class="soft">
          Calls, credits and refusals are those of {nameOf(key)}; the rest is about all keys together.
        </p>
      )}
    </>
  );
}

const at = (callSite: CallSite | undefined): string => (callSite ? ` at ${formatCallSite(callSite)}` : '');

function ClientRules({ rules, isSearched }: { rules: RunReport['clientRules']; isSearched: IsSearched }) {
  const text = useStore(search);
  const broken = rules.filter(({ rule, sentence, callSite }) =>
    isSearched(`${rule} ${sentence}${at(callSite)}`),
  );
  return (
    <Section title="Client rules">
      {broken.length === 0 && (
        <p class="soft">No client rule is broken{text === '' ? '' : ' that matches the search'}.</p>
      )}
      <ul class="rules">
        {broken.map(({ rule, severity, sentence, parameters, requests, requestCount, callSite }) => (
          <li key={rule + at(callSite)} class="rule">
            <div>
              <Badge kind={severity === 'error' ? 'injected' : 'assumption'}>{severity}</Badge> <b>{rule}</b>
              {parameters && ` (${parameters.join(', ')})`}, {formatCount(requestCount, 'time')}
              {at(callSite)}
              <p class="soft">{sentence}</p>
            </div>
            <div class="toolbar wrap">
              {requests.slice(0, 5).map(({ id, method, path, test }) => (
                <a key={id} href={`#/live/${id}`} title={`${method} ${path}${test ? `, test ${test}` : ''}`}>
                  request {id}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Outcomes({ cells, isSearched }: { cells: readonly Cell[]; isSearched: IsSearched }) {
  const met = cells.filter(
    ({ earned, injected, operation, code }) => earned + injected > 0 && isSearched(`${operation} ${code}`),
  );
  return (
    <Section title="Outcomes met">
      <Table label="Outcomes" head={['Operation', 'Outcome', '#Earned', '#Injected', 'Then the client']}>
        {met.map((cell) => (
          <tr key={cell.operation + cell.code}>
            <td>{cell.operation}</td>
            <td>
              <Status status={cell.status} code={cell.code} />
            </td>
            <td class="number">{cell.earned}</td>
            <td class="number">{cell.injected}</td>
            <td>{nextOf(cell.next)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Receipt({ receipt, isSearched }: { receipt: RunReport['receipt']; isSearched: IsSearched }) {
  const nameOf = useNameOf();
  const key = useStore(chosenKey);
  return (
    <Section title="Receipt">
      <Table label="Receipt by operation" head={['Operation', '#Calls', '#Refusals', '#Credits']}>
        {receipt.byOperation
          .filter(({ operation }) => isSearched(operation))
          .map((each) => (
            <SumsRow key={each.operation} name={each.operation ?? 'unknown path'} of={each} />
          ))}
      </Table>
      <Table label="Receipt by key" head={['Key', '#Calls', '#Refusals', '#Credits']}>
        {receipt.byKey
          .map((each) => [each.label ?? nameOf(each.key), each] as const)
          .filter(([name, each]) => isSearched(name) && (key === '' || each.key === key))
          .map(([name, each]) => (
            <SumsRow key={each.key} name={name} of={each} />
          ))}
      </Table>
      <ReceiptByLine byTest={receipt.byTest} isSearched={isSearched} />
    </Section>
  );
}

const maxLines = 200;

/** What each test paid at each line, the dearest first; nothing where no request named either. */
function ReceiptByLine({ byTest, isSearched }: Pick<RunReport['receipt'], 'byTest'> & Searched) {
  const rows = byTest.flatMap(({ test, callSites }) =>
    callSites.map(({ callSite, calls, credits }) => ({
      isNamed: test !== null || callSite !== null,
      test: test ?? 'no test named',
      line: callSite ? formatCallSite(callSite) : 'no line known',
      ...{ calls, credits },
    })),
  );
  if (!rows.some(({ isNamed }) => isNamed)) return null;
  const found = rows
    .filter(({ test, line }) => isSearched(`${test} ${line}`))
    .sort((a, b) => b.credits - a.credits || b.calls - a.calls);
  return (
    <>
      <Table label="Receipt by test and line" head={['Test', 'Line of your code', '#Calls', '#Credits']}>
        {found.slice(0, maxLines).map(({ test, line, calls, credits }) => (
          <tr key={`${test} ${line}`}>
            <td class="long">{test}</td>
            <td class="long">{line}</td>
            <td class="number">{formatNumber(calls)}</td>
            <td class="number">{formatNumber(credits)}</td>
          </tr>
        ))}
      </Table>
      {found.length > maxLines && (
        <p class="soft">
          The dearest {maxLines} of {formatNumber(found.length)}; the search finds the others.
        </p>
      )}
    </>
  );
}

function Waste({ waste, isSearched }: { waste: RunReport['waste']; isSearched: IsSearched }) {
  const shown = waste.filter(({ rule, operation, callSite }) =>
    isSearched(`${rule} ${operation}${at(callSite)}`),
  );
  if (shown.length === 0) return null;
  return (
    <Section title="Waste">
      <Table label="Waste by rule" head={['Rule', 'Operation', 'Line of your code', '#Requests', '#Credits']}>
        {shown.map(({ rule, operation, callSite, requestCount, credits }) => (
          <tr key={`${rule} ${operation}${at(callSite)}`}>
            <td>{rule}</td>
            <td>{operation}</td>
            <td class="long">{callSite ? formatCallSite(callSite) : ''}</td>
            <td class="number">{formatNumber(requestCount)}</td>
            <td class="number">{formatNumber(credits)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Assumptions({
  assumptions,
  isSearched,
}: {
  assumptions: RunReport['assumptions'];
  isSearched: IsSearched;
}) {
  const known = useStore(decisions);
  const shown = assumptions.filter(({ id }) => isSearched(`${id} ${known.get(id)?.what ?? ''}`));
  if (shown.length === 0) return null;
  return (
    <Section title="Assumptions">
      <ul class="decisions">
        {shown.map(({ id, requests, strict }) => (
          <li key={id}>
            {strict && <Badge kind="assumption">may mislead</Badge>}{' '}
            <a href={`#/docs/decisions/${encodeURIComponent(id)}`}>{id}</a>,{' '}
            {formatCount(requests, 'request')}. {inlineCode(known.get(id)?.what ?? '')}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Tile = ({ name, value }: { name: string; value: string }) => (
  <div class="tile">
    <b>{value}</b>
    <span>{name}</span>
  </div>
);

const SumsRow = ({ name, of }: { name: string; of: Sums }) => (
  <tr>
    <td>{name}</td>
    <td class="number">{of.calls}</td>
    <td class="number">{of.refusals}</td>
    <td class="number">{formatNumber(of.credits)}</td>
  </tr>
);

const nextOf = ({ retried, waited, gaveUp, wentOn }: Cell['next']): string =>
  [
    [retried, 'retried'],
    [waited, 'waited'],
    [gaveUp, 'gave up'],
    [wentOn, 'went on'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, what]) => `${what} ${count}`)
    .join(', ');
