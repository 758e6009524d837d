import { thousandthsOf, toCredits } from '../../../../src/core/credits.ts';
import type { Fork } from '../../api.ts';
import { formatNumber, signed } from '../../format.ts';
import { Table } from '../../parts.tsx';
import { useNameOf } from '../../state.ts';

type Sums = Pick<Fork['origin'], 'credits' | 'calls' | 'refusals'>;

/** Rows of one kind that are shown at once. */
const maxShown = 15;

/** Two bills side by side: by operation, by key, in all. */
export function Bills({ fork: { origin, fork } }: { fork: Fork }) {
  const nameOf = useNameOf();
  const byOperation = pairs(
    origin.byOperation,
    fork.byOperation,
    ({ operation }) => operation ?? 'unknown path',
  );
  const byKey = pairs(origin.byKey, fork.byKey, ({ key }) => nameOf(key));
  const head = ['#Refusals', '#Fork', '#Credits', '#Fork', '#Difference'];
  return (
    <>
      <Table label="Both bills by operation" head={['Operation', ...head]}>
        {byOperation.slice(0, maxShown).map(([name, one, other]) => (
          <SumsRow key={name} name={name} one={one} other={other} />
        ))}
        <SumsRow name="in all" one={origin} other={fork} isSum />
      </Table>
      {byKey.length > 1 && (
        <Table label="Both bills by key" head={['Key', ...head]}>
          {byKey.slice(0, maxShown).map(([name, one, other]) => (
            <SumsRow key={name} name={name} one={one} other={other} />
          ))}
        </Table>
      )}
      {Math.max(byOperation.length, byKey.length) > maxShown && (
        <p class="soft">The {maxShown} that changed most; the sum has all.</p>
      )}
    </>
  );
}

interface SumsRowProps {
  name: string;
  one: Sums;
  other: Sums;
  isSum?: boolean;
}

function SumsRow({ name, one, other, isSum = false }: SumsRowProps) {
  const more = differenceOf(one, other);
  return (
    <tr class={isSum ? 'open' : ''}>
      <td>{name}</td>
      <td class="number">{formatNumber(one.refusals)}</td>
      <td class="number">{formatNumber(other.refusals)}</td>
      <td class="number">{formatNumber(one.credits)}</td>
      <td class="number">{formatNumber(other.credits)}</td>
      <td class={`number ${more > 0 ? 'more' : more < 0 ? 'less' : ''}`}>{signed(more) || 'none'}</td>
    </tr>
  );
}

const differenceOf = (one: Sums, other: Sums): number =>
  toCredits(thousandthsOf(other.credits) - thousandthsOf(one.credits));

const nothing: Sums = { credits: 0, calls: 0, refusals: 0 };

/** The rows of both, those that changed most first. */
function pairs<T extends Sums>(
  origin: readonly T[],
  fork: readonly T[],
  nameOf: (row: T) => string,
): (readonly [name: string, one: Sums, other: Sums])[] {
  const byName = (rows: readonly T[]) => new Map(rows.map((row) => [nameOf(row), row] as const));
  const [ones, others] = [byName(origin), byName(fork)];
  const names = [...new Set([...ones.keys(), ...others.keys()])];
  const size = ([, one, other]: readonly [string, Sums, Sums]) => Math.abs(differenceOf(one, other));
  return names
    .map((name) => [name, ones.get(name) ?? nothing, others.get(name) ?? nothing] as const)
    .sort((a, b) => size(b) - size(a) || b[1].credits - a[1].credits);
}
