import { type CallSite, formatCallSite } from '../../../src/core/call-site.ts';
import { formatTerm } from '../../../src/core/list-filter.ts';
import { hrefOf, useSearch } from '../address.ts';
import type { RunReport } from '../api.ts';
import { formatCount, formatNumber } from '../format.ts';
import { Badge, Section, Status, Table } from '../parts.tsx';
import { report as reportNow, useNameOf } from '../state.ts';
import { useStore } from '../store.ts';
import type { ScreenProps } from './screen.ts';

type Cell = RunReport['coverage']['cells'][number];
type Evidence = RunReport['waste'][number]['requests'];
type IsSearched = (...texts: readonly (string | null)[]) => boolean;

/** The report on the requests of this run: what broke, what was wasted, what was paid, what was met. */
export function Report(_: ScreenProps) {
  const report = useStore(reportNow);
  const text = useSearch().toLowerCase();
  if (!report) return <p class="empty">The journal is off, so nothing is counted.</p>;
  const isSearched: IsSearched = (...texts) => texts.join(' ').toLowerCase().includes(text);
  return (
    <>
      <h2>This run</h2>
      <Summary report={report} />
      <Broken rules={report.clientRules} isSearched={isSearched} />
      <Wasted waste={report.waste} isSearched={isSearched} />
      <Paid receipt={report.receipt} isSearched={isSearched} />
      <Coverage report={report} isSearched={isSearched} />
      <Assumptions assumptions={report.assumptions} isSearched={isSearched} />
    </>
  );
}

function Summary({ report: { coverage, waste, clientRules, receipt } }: { report: RunReport }) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const wasted = sum(waste.map(({ credits }) => Math.round(credits * 1000))) / 1000;
  return (
    <div class="tiles">
      <Tile name="Client rules broken" value={formatNumber(clientRules.length)} />
      <Tile name="Credits wasted" value={formatNumber(wasted)} />
      <Tile name="Credits paid" value={formatNumber(receipt.credits)} />
      <Tile name="Requests" value={formatNumber(receipt.calls)} />
      <Tile name="Refusals" value={formatNumber(receipt.refusals)} />
      <Tile
        name="Outcomes met, of the operations called"
        value={`${formatNumber(coverage.called.met)} of ${formatNumber(coverage.called.total)}`}
      />
    </div>
  );
}

const Tile = ({ name, value }: { name: string; value: string }) => (
  <div class="tile">
    <b>{value}</b>
    <span>{name}</span>
  </div>
);

const at = (callSite: CallSite | undefined): string => (callSite ? formatCallSite(callSite) : '');

/** The first requests that show a finding. */
const Requests = ({ of }: { of: Evidence }) => (
  <>
    {of.slice(0, 5).map(({ id, method, path, test }) => (
      <a
        key={id}
        class="aside"
        href={`#/requests/${id}`}
        title={`${method} ${path}${test ? `, test ${test}` : ''}`}
      >
        request {id}
      </a>
    ))}
  </>
);

function Broken({ rules, isSearched }: { rules: RunReport['clientRules']; isSearched: IsSearched }) {
  const broken = rules.filter(({ rule, sentence, callSite }) => isSearched(rule, sentence, at(callSite)));
  return (
    <Section title="What broke: the rules of the contract for clients">
      {broken.length === 0 && (
        <p class="soft">No client rule is broken{rules.length === 0 ? '' : ' that matches the search'}.</p>
      )}
      <ul class="rules">
        {broken.map(({ rule, severity, sentence, parameters, requests, requestCount, callSite }) => (
          <li key={rule + at(callSite)} class="rule">
            <div>
              <Badge kind={severity === 'error' ? 'injected' : 'assumption'}>{severity}</Badge> <b>{rule}</b>
              {parameters && ` (${parameters.join(', ')})`}, {formatCount(requestCount, 'time')}{' '}
              <span class="mono">{at(callSite)}</span>
              <p class="soft">{sentence}</p>
            </div>
            <div>
              <Requests of={requests} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Wasted({ waste, isSearched }: { waste: RunReport['waste']; isSearched: IsSearched }) {
  const shown = waste.filter(({ rule, operation, callSite }) => isSearched(rule, operation, at(callSite)));
  if (shown.length === 0) return null;
  return (
    <Section title="What was wasted">
      <Table
        label="Waste by rule"
        head={['Rule', '#Credits', '#Requests', 'Operation', 'Line of your code', 'Such as']}
      >
        {shown.map(({ rule, operation, callSite, requests, requestCount, credits }) => (
          <tr key={`${rule} ${operation}${at(callSite)}`}>
            <td>{rule}</td>
            <td class="number">{formatNumber(credits)}</td>
            <td class="number">{formatNumber(requestCount)}</td>
            <td>{operation}</td>
            <td class="long">{at(callSite)}</td>
            <td>
              <Requests of={requests.slice(0, 2)} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** Rows of the receipt that are shown at once. */
const maxLines = 200;

function Paid({ receipt, isSearched }: { receipt: RunReport['receipt']; isSearched: IsSearched }) {
  const nameOf = useNameOf();
  return (
    <Section title="What was paid">
      <div class="columns">
        <Sums
          label="By operation"
          rows={receipt.byOperation.map((each) => ({ ...each, name: each.operation ?? 'unknown path' }))}
          isSearched={isSearched}
        />
        <Sums
          label="By key"
          rows={receipt.byKey.map((each) => ({ ...each, name: each.label ?? nameOf(each.key) }))}
          isSearched={isSearched}
        />
      </div>
      <ByLine byTest={receipt.byTest} isSearched={isSearched} />
    </Section>
  );
}

interface SumsProps {
  label: string;
  rows: readonly { name: string; calls: number; refusals: number; credits: number }[];
  isSearched: IsSearched;
}

const Sums = ({ label, rows, isSearched }: SumsProps) => (
  <Table label={label} head={[label, '#Requests', '#Refusals', '#Credits']}>
    {rows
      .filter(({ name }) => isSearched(name))
      .slice(0, maxLines)
      .map(({ name, calls, refusals, credits }) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="number">{formatNumber(calls)}</td>
          <td class="number">{formatNumber(refusals)}</td>
          <td class="number">{formatNumber(credits)}</td>
        </tr>
      ))}
  </Table>
);

/** What each test paid at each line, the dearest first; nothing where no request named either. */
function ByLine({ byTest, isSearched }: Pick<RunReport['receipt'], 'byTest'> & { isSearched: IsSearched }) {
  const rows = byTest.flatMap(({ test, callSites }) =>
    callSites.map(({ callSite, ...sums }) => ({ test, line: at(callSite ?? undefined), ...sums })),
  );
  if (rows.every(({ test, line }) => test === null && line === '')) return null;
  const found = rows
    .filter(({ test, line }) => isSearched(test, line))
    .sort((a, b) => b.credits - a.credits || b.calls - a.calls);
  return (
    <>
      <Table label="By test and line" head={['Test', '#Credits', '#Requests', 'Line of your code']}>
        {found.slice(0, maxLines).map(({ test, line, calls, credits }) => (
          <tr key={`${test} ${line}`}>
            <td class="long">{test ?? 'no test named'}</td>
            <td class="number">{formatNumber(credits)}</td>
            <td class="number">{formatNumber(calls)}</td>
            <td class="long">{line || 'no line known'}</td>
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

/** The outcomes of each operation that was called: which were met, what the client did then, and which were never met. */
function Coverage({ report, isSearched }: { report: RunReport; isSearched: IsSearched }) {
  const cells = Map.groupBy(report.coverage.cells, ({ operation }) => operation);
  const called = report.receipt.byOperation.flatMap(({ operation, calls, refusals }) =>
    operation !== null && isSearched(operation) ? [{ operation, answered: calls - refusals }] : [],
  );
  return (
    <Section title="What was met, and what never was">
      <ul class="rules" aria-label="Outcomes">
        {called.map(({ operation, answered }) => (
          <Outcomes
            key={operation}
            operation={operation}
            answered={answered}
            cells={cells.get(operation) ?? []}
          />
        ))}
      </ul>
      <p class="soft">
        What was never met can be forced: <a href="#/faults">Faults</a>.
      </p>
    </Section>
  );
}

interface OutcomesProps {
  operation: string;
  answered: number;
  cells: readonly Cell[];
}

function Outcomes({ operation, answered, cells }: OutcomesProps) {
  const [met, never] = [true, false].map((isMet) =>
    cells.filter(({ earned, injected }) => earned + injected > 0 === isMet),
  ) as [Cell[], Cell[]];
  return (
    <li class="rule">
      <div>
        <a href={hrefOf('requests', formatTerm({ member: 'operation', operator: '=', value: operation }))}>
          {operation}
        </a>{' '}
        answered {formatCount(answered, 'time')}
        {met.map((cell) => (
          <MetOutcome key={cell.code} cell={cell} />
        ))}
      </div>
      <details>
        <summary>
          {formatNumber(never.length)} of {formatNumber(cells.length)} never met
        </summary>
        <p class="soft">{never.map(({ status, code }) => `${status} ${code}`).join(', ')}</p>
      </details>
    </li>
  );
}

/** An outcome, how often it was met, and what the client did then; it leads to the first request. */
function MetOutcome({ cell: { status, code, earned, injected, next, requests } }: { cell: Cell }) {
  const [first] = requests ?? [];
  return (
    <div>
      <a href={first ? `#/requests/${first.id}` : '#/requests'}>
        <Status status={status} code={code} />
      </a>{' '}
      {formatCount(earned + injected, 'time')}
      {earned === 0 && ', by force only'}
      <span class="soft">{nextOf(next)}</span>
    </div>
  );
}

const nextOf = ({ retried, waited, gaveUp, wentOn }: Cell['next']): string =>
  [
    [retried, 'retried'],
    [waited, 'waited'],
    [gaveUp, 'gave up'],
    [wentOn, 'went on'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, what]) => `, then ${what} ${count}`)
    .join('');

/** The guesses that replies relied on and that may mislead client code. */
function Assumptions({
  assumptions,
  isSearched,
}: Pick<RunReport, 'assumptions'> & { isSearched: IsSearched }) {
  const shown = assumptions.filter(({ id, strict }) => strict && isSearched(id));
  if (shown.length === 0) return null;
  return (
    <Section title="Assumptions that may mislead">
      <ul class="decisions">
        {shown.map(({ id, requests }) => (
          <li key={id}>
            <b>{id}</b>, {formatCount(requests, 'request')}
          </li>
        ))}
      </ul>
    </Section>
  );
}
