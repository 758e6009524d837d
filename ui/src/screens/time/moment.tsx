import { useEffect, useState } from 'preact/hooks';
import { AdminRefusal, fetchAdmin, type Moment } from '../../api.ts';
import { formatCount, formatNumber, instant, span } from '../../format.ts';
import { accountNow } from '../../outlook.ts';
import { Facts, Section, Table } from '../../parts.tsx';
import { chosenKey, clock, connected, useNameOf } from '../../state.ts';
import { useStore } from '../../store.ts';
import { inTurn } from './in-turn.ts';
import { NotRecorded } from './not-recorded.tsx';

type Answer = Moment | AdminRefusal;

/** Accounts that are shown at once. */
const maxShown = 40;

/** The state just before a request. While another one is asked for, the page says so. */
export function MomentBefore({ id, isMoving }: { id: number; isMoving: boolean }) {
  const found = useMoment(id);
  const isLate = isMoving || found?.id !== id;
  const isOn = useStore(connected);
  return (
    <div aria-busy={isLate}>
      <h2>
        Just before request {found?.id ?? id}{' '}
        {isLate && isOn && <span class="soft">playing the run up to it …</span>}
      </h2>
      {isLate && !isOn && <p class="soft">The sandbox does not answer: request {id} waits for it.</p>}
      {found?.answer instanceof AdminRefusal ? (
        <NotRecorded refusal={found.answer} />
      ) : (
        found && <Shown moment={found.answer} />
      )}
    </div>
  );
}

function Shown({ moment }: { moment: Moment }) {
  const now = useStore(clock);
  const { at, frozen, worldDate, faults } = moment;
  return (
    <>
      <Facts
        of={[
          ['clock', `${instant(at)}${frozen ? ', frozen' : ''}`],
          ['world', worldDate],
          ...(now && now.now - at > 1000 ? [['the clock now', `${span(now.now - at)} later`] as const] : []),
        ]}
      />
      <Accounts moment={moment} />
      <Section title="Fault rules">
        {faults.length === 0 && <p class="soft">None.</p>}
        <ul class="decisions">
          {faults.slice(0, maxShown).map(({ id, match, state, hits, respond }) => (
            <li key={id}>
              {[
                `${id}: ${match.operation ?? 'every operation'}`,
                ...(respond
                  ? [`answers ${[respond.status, respond.errorCode].filter(Boolean).join(' ')}`]
                  : []),
                state,
                `acted ${formatCount(hits, 'time')}`,
              ].join(', ')}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** The accounts in use, and the chosen one. */
function Accounts({ moment: { at, keys } }: { moment: Moment }) {
  const nameOf = useNameOf();
  const chosen = useStore(chosenKey);
  const used = keys.filter(({ id, anchorAt, origin }) =>
    chosen === '' ? anchorAt !== null || origin !== 'demo' : id === chosen,
  );
  return (
    <Section title="Balances">
      {used.length === 0 && <p class="soft">No key was in use yet.</p>}
      {used.length > 0 && (
        <Table label="Balances" head={['Key', '#Plan left', '#Purchased', '#Spent', 'Renews in']}>
          {used.slice(0, maxShown).map(({ id, label, ...key }) => (
            <tr key={id}>
              <td>{label ?? nameOf(id)}</td>
              <td class="number">
                {key.unlimited
                  ? 'unlimited'
                  : `${formatNumber(key.planRemaining)} of ${formatNumber(key.plan)}`}
              </td>
              <td class="number">{formatNumber(key.purchased)}</td>
              <td class="number">
                {formatNumber(key.spent)}
                {key.limit === null ? '' : ` of ${formatNumber(key.limit)}`}
              </td>
              <td>{key.renewsAt === null ? 'unused' : span(key.renewsAt - accountNow(key, at))}</td>
            </tr>
          ))}
        </Table>
      )}
      {used.length > maxShown && (
        <p class="soft">
          The first {maxShown} of {formatNumber(used.length)}; choose a key above for its own.
        </p>
      )}
    </Section>
  );
}

/** The last answer, and the request that it is about. */
function useMoment(id: number): { id: number; answer: Answer } | undefined {
  const [found, setFound] = useState<{ id: number; answer: Answer }>();
  // What failed without a connection is asked for again with the next.
  const isOn = useStore(connected);
  useEffect(() => {
    const leaving = new AbortController();
    momentOf(id, leaving.signal).then(
      (answer) => setFound({ id, answer }),
      () => {},
    );
    // The sandbox plays on for nobody.
    return () => leaving.abort();
  }, [id, isOn]);
  return found;
}

/** @throws AbortError */
async function momentOf(id: number, signal: AbortSignal): Promise<Answer> {
  try {
    const reply = await inTurn(() => fetchAdmin('get', `./moments/${id}`, undefined, signal), signal);
    return (await reply.json()) as Moment;
  } catch (error) {
    if (error instanceof AdminRefusal) return error;
    throw error;
  }
}
