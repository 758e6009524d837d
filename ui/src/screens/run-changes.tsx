import type { RunReport } from '../api.ts';
import { formatCount, formatNumber, instant } from '../format.ts';
import { type RunSums, runBefore, sumsOfRun } from '../last-run.ts';
import { Section, Table } from '../parts.tsx';
import { health } from '../state.ts';
import { useStore } from '../store.ts';

/** Rows that are shown at once. */
const maxShown = 20;

/** The present run beside the one before it, as this browser last saw that. */
export function RunChanges({ report }: { report: RunReport }) {
  const sandbox = useStore(health);
  if (!sandbox) return null;
  const now = sumsOfRun(report, sandbox);
  const before = runBefore(now);
  return (
    <Section title="Changed since the run before">
      {before ? (
        <Changes before={before} now={now} />
      ) : (
        <p class="soft">
          This browser has seen no run before this one here. After a restart of the sandbox, or once{' '}
          <code>DELETE /__admin/report</code> begins a new report, the difference stands here.
        </p>
      )}
    </Section>
  );
}

function Changes({ before, now }: { before: RunSums; now: RunSums }) {
  const rows = changedOperations(before, now);
  return (
    <>
      <p class="soft">
        The run before, as this browser saw it last at {instant(before.seenAt)} UTC:{' '}
        {formatCount(before.calls, 'request')}, {formatCount(before.credits, 'credit')},{' '}
        {formatCount(before.refusals, 'refusal')}.
      </p>
      {rows.length === 0 ? (
        <p>Every operation has the same calls, refusals and credits.</p>
      ) : (
        <Table
          label="Operations that changed"
          head={[
            'Operation',
            '#Calls before',
            '#Calls',
            '#Refusals before',
            '#Refusals',
            '#Credits before',
            '#Credits',
          ]}
        >
          {rows.slice(0, maxShown).map(([operation, one, other]) => (
            <tr key={operation}>
              <td>{operation}</td>
              <td class="number">{formatNumber(one.calls)}</td>
              <td class="number">{formatNumber(other.calls)}</td>
              <td class="number">{formatNumber(one.refusals)}</td>
              <td class="number">{formatNumber(other.refusals)}</td>
              <td class="number">{formatNumber(one.credits)}</td>
              <td class="number">{formatNumber(other.credits)}</td>
            </tr>
          ))}
        </Table>
      )}
      {rows.length > maxShown && (
        <p class="soft">
          The {maxShown} that changed most, of {formatNumber(rows.length)}.
        </p>
      )}
      <Answers title="Met now, not before" names={without(now.met, before.met)} />
      <Answers title="Met before, not now" names={without(before.met, now.met)} />
    </>
  );
}

function Answers({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - maxShown;
  return (
    <p>
      <b>{title}</b>: {names.slice(0, maxShown).join(', ')}
      {more > 0 && ` and ${formatNumber(more)} more`}.
    </p>
  );
}

const without = (all: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return all.filter((each) => !known.has(each));
};

type Sums = Pick<RunSums, 'calls' | 'credits' | 'refusals'>;

const nothing: Sums = { calls: 0, credits: 0, refusals: 0 };

/** The operations whose sums differ, those that changed most first. */
function changedOperations(before: RunSums, now: RunSums): (readonly [string, Sums, Sums])[] {
  const byName = (run: RunSums) => new Map(run.byOperation.map((each) => [each.operation, each] as const));
  const [ones, others] = [byName(before), byName(now)];
  const names = [...new Set([...ones.keys(), ...others.keys()])];
  const size = (one: Sums, other: Sums) =>
    Math.abs(one.credits - other.credits) +
    Math.abs(one.calls - other.calls) +
    Math.abs(one.refusals - other.refusals);
  return names
    .map((name) => [name, ones.get(name) ?? nothing, others.get(name) ?? nothing] as const)
    .filter(([, one, other]) => size(one, other) > 0)
    .sort(([, one, other], [, third, fourth]) => size(third, fourth) - size(one, other));
}
