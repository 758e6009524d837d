import { ask, type RunReport } from '../api.ts';
import { Badge, credits, Facts, Section, Status, Table, useFound } from '../parts.tsx';
import { changes, chosenKey, decisions, search, useNameOf } from '../state.ts';
import { useStore } from '../store.ts';
import type { ScreenProps } from './screen.ts';

type Sums = Pick<RunReport['receipt'], 'calls' | 'credits' | 'refusals'>;

/** The report on the requests so far; it changes as they come. */
export function Report(_: ScreenProps) {
  const changed = useStore(changes);
  const text = useStore(search).toLowerCase();
  const report = useFound(() => ask('get', '/__admin/report'), [changed]);
  const known = useStore(decisions);
  const nameOf = useNameOf();
  const key = useStore(chosenKey);
  if (!report) return <p class="empty">The report appears here.</p>;
  const { coverage, receipt, waste, lints, assumptions } = report;
  const about = (name: string | null) => (name ?? '').toLowerCase().includes(text);
  const met = coverage.cells.filter(
    ({ earned, injected, operation, code }) => earned + injected > 0 && about(`${operation} ${code}`),
  );
  const broken = lints.filter(({ rule, sentence }) => about(`${rule} ${sentence}`));
  const wasteful = waste.filter(({ rule, operation }) => about(`${rule} ${operation}`));
  const guessed = assumptions.filter(({ id }) => about(`${id} ${known.get(id)?.what ?? ''}`));
  const sums = key === '' ? receipt : (receipt.byKey.find((each) => each.key === key) ?? noSums);
  const wasted = waste.reduce((sum, each) => sum + each.credits, 0);
  return (
    <>
      <h2>Proved by the requests so far</h2>
      <div class="tiles">
        <Tile
          name="Outcomes met, of the operations called"
          value={`${coverage.called.met} of ${coverage.called.total}`}
        />
        <Tile name="Calls" value={credits(sums.calls)} />
        <Tile name="Credits" value={credits(sums.credits)} />
        <Tile name="Refusals" value={credits(sums.refusals)} />
        <Tile name="Credits wasted" value={credits(wasted)} />
        <Tile name="Rules of conduct broken" value={credits(lints.length)} />
      </div>
      {key !== '' && (
        <p class="soft">
          Calls, credits and refusals are those of {nameOf(key)}; the rest is about all keys together.
        </p>
      )}
      <Section title="Conduct">
        {broken.length === 0 && (
          <p class="soft">No rule of conduct is broken{text === '' ? '' : ' that matches the search'}.</p>
        )}
        <ul class="rules">
          {broken.map(({ rule, severity, sentence, requests, count }) => (
            <li key={rule} class="rule">
              <div>
                <Badge kind={severity === 'error' ? 'injected' : 'assumption'}>{severity}</Badge>{' '}
                <b>{rule}</b>, {count} times
                <p class="soft">{sentence}</p>
              </div>
              <div class="toolbar wrap">
                {requests.slice(0, 5).map((id) => (
                  <a key={id} href={`#/live/${id}`}>
                    request {id}
                  </a>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </Section>
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
      <Section title="Receipt">
        <Table label="Receipt by operation" head={['Operation', '#Calls', '#Refusals', '#Credits']}>
          {receipt.byOperation
            .filter(({ operation }) => about(operation))
            .map((each) => (
              <SumsRow key={each.operation} name={each.operation ?? 'unknown path'} of={each} />
            ))}
        </Table>
        <Table label="Receipt by key" head={['Key', '#Calls', '#Refusals', '#Credits']}>
          {receipt.byKey
            .map((each) => [each.label ?? nameOf(each.key), each] as const)
            .filter(([name, each]) => about(name) && (key === '' || each.key === key))
            .map(([name, each]) => (
              <SumsRow key={each.key} name={name} of={each} />
            ))}
        </Table>
      </Section>
      {wasteful.length > 0 && (
        <Section title="Waste">
          <Facts
            of={wasteful.map(
              (each) =>
                [
                  `${each.rule}, ${each.operation}`,
                  `${credits(each.credits)} credits, ${each.requests} requests`,
                ] as const,
            )}
          />
        </Section>
      )}
      {guessed.length > 0 && (
        <Section title="Assumptions">
          <ul class="decisions">
            {guessed.map(({ id, requests, strict }) => (
              <li key={id}>
                {strict && <Badge kind="assumption">may mislead</Badge>} <code>{id}</code>, {requests}{' '}
                requests. {known.get(id)?.what}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const noSums: Sums = { calls: 0, credits: 0, refusals: 0 };

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
    <td class="number">{credits(of.credits)}</td>
  </tr>
);

const nextOf = ({
  retried,
  waited,
  gaveUp,
  wentOn,
}: RunReport['coverage']['cells'][number]['next']): string =>
  [
    [retried, 'retried'],
    [waited, 'waited'],
    [gaveUp, 'gave up'],
    [wentOn, 'went on'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, what]) => `${what} ${count}`)
    .join(', ');
