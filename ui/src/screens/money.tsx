import { useState } from 'preact/hooks';
import { accountNow } from '../account-now.ts';
import { callAdmin, type Entry, entriesOf, type Key } from '../api.ts';
import { askBefore } from '../ask-before.tsx';
import { formatCount, formatNumber, instant, signed, span } from '../format.ts';
import { Button, Facts, Field, Section, Table, useResult } from '../parts.tsx';
import { loadRows } from '../requests.ts';
import { changes, chosenKey, keys, nameOf, runAction, search, useNow } from '../state.ts';
import { useStore } from '../store.ts';
import { KeyBuilder } from './builder.tsx';
import type { ScreenProps } from './screen.ts';

/** Keys with their accounts, and the ledger of one. */
export function Money({ place }: ScreenProps) {
  const text = useStore(search).toLowerCase();
  const chosen = useStore(chosenKey);
  const all = useStore(keys);
  const open = all.find(({ id }) => id === (place[0] || chosen)) ?? all[0];
  const found = all.filter(
    ({ id, key, account }) =>
      (chosen === '' || id === chosen) &&
      (text === '' || `${nameOf(id)} ${key} ${account}`.toLowerCase().includes(text)),
  );
  return (
    <div class="columns">
      <div>
        <h2>Keys</h2>
        <Table label="Keys" head={['Key', '#Plan left', '#Purchased', '#Held', '#Spent', 'Renews in']}>
          {found.slice(0, 200).map((key) => (
            <KeyRow key={key.id} of={key} open={key.id === open?.id} />
          ))}
        </Table>
        {found.length > 200 && (
          <p class="soft">The search narrows {found.length} keys down; 200 are shown.</p>
        )}
        <KeyBuilder />
      </div>
      {open && <KeyPanel key={open.id} of={open} />}
    </div>
  );
}

function KeyRow({ of: key, open }: { of: Key; open: boolean }) {
  const now = useNow();
  const { id, plan, planRemaining, purchased, held, limit, spent, unlimited, renewsAt } = key;
  return (
    <tr class={open ? 'open' : ''}>
      <td>
        <a href={`#/money/${id}`} aria-current={open ? 'true' : undefined}>
          {nameOf(id)}
        </a>
      </td>
      <td class="number">
        {unlimited ? (
          'unlimited'
        ) : (
          <>
            {formatNumber(planRemaining)}{' '}
            <meter min={0} max={Math.max(plan, 1)} value={planRemaining} aria-label="Plan left" />
          </>
        )}
      </td>
      <td class="number">{formatNumber(purchased)}</td>
      <td class="number">{formatNumber(held)}</td>
      <td class="number">
        {limit === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(limit)}`}
      </td>
      <td>{renewsAt === null ? 'unused' : span(renewsAt - accountNow(key, now))}</td>
    </tr>
  );
}

function KeyPanel({ of: key }: { of: Key }) {
  const name = nameOf(key.id);
  const [amount, setAmount] = useState('100');
  const changed = useStore(changes);
  const entries = useResult(() => entriesOf(key.id), [key.id, changed]);
  const topUp = (what: 'plan' | 'purchased') =>
    runAction(`${formatCount(Number(amount), 'credit')} added.`, () =>
      callAdmin('post', '/__admin/keys/{key}/credits', {
        path: { key: key.id },
        body: { [what]: Number(amount) },
      }),
    );
  const empty = () =>
    runAction(`${name} has no credits now.`, () =>
      callAdmin('patch', '/__admin/keys/{key}', {
        path: { key: key.id },
        body: { used: key.plan, purchased: 0 },
      }),
    );
  const reset = async () =>
    (await askBefore(`${name}, its account and its requests go back to their start.`)) &&
    runAction(`${name} is reset.`, async () => {
      await callAdmin('post', '/__admin/reset', { body: { key: key.id } });
      await loadRows();
    });
  return (
    <div>
      <h2>
        {name}{' '}
        <span class="soft">
          {key.origin === 'demo'
            ? 'demo key'
            : `${key.key}, ${key.origin === 'admin' ? 'made here' : 'describes itself'}`}
        </span>
      </h2>
      <div class="toolbar wrap">
        <Field label="Credits" type="number" value={amount} onInput={setAmount} />
        <Button onClick={() => topUp('purchased')}>top up</Button>
        <Button onClick={() => topUp('plan')}>larger plan</Button>
        <Button onClick={empty} disabled={key.unlimited}>
          empty now
        </Button>
        <Button kind="danger" onClick={reset}>
          reset
        </Button>
      </div>
      <p class="soft">
        {key.fractional ? 'Single fields allowed.' : 'Whole records only.'}{' '}
        {key.rate ? `At most ${key.rate} requests.` : ''}{' '}
        {key.testOnly ? 'Test only: refused by generation 2.' : ''}{' '}
        {key.allow === null ? '' : `Allowed: ${key.allow.join(', ') || 'nothing'}.`}
      </p>
      <Renewal of={key} />
      {entries && <Ledger entries={entries} />}
    </div>
  );
}

/** When the plan renews. */
function Renewal({ of: key }: { of: Key }) {
  const now = accountNow(key, useNow());
  const { renewsAt } = key;
  return (
    <Facts
      of={[
        [
          'renews',
          renewsAt === null
            ? 'its first call begins the cycle'
            : `${instant(renewsAt)}, in ${span(renewsAt - now)}`,
        ],
      ]}
    />
  );
}

const shown = 200;

function Ledger({ entries }: { entries: readonly Entry[] }) {
  return (
    <Section title="Ledger">
      <Table
        label="Entries of the ledger"
        head={['At', 'Entry', 'Operation', '#Plan', '#Purchased', '#Balance']}
      >
        {entries
          .slice(-shown)
          .reverse()
          .map((entry) => (
            <tr key={entry.id}>
              <td class="mono">{instant(entry.at)}</td>
              <td>
                {entry.kind} {signed(entry.held)}
              </td>
              <td>{entry.operation ?? ''}</td>
              <td class="number">{signed(entry.plan)}</td>
              <td class="number">{signed(entry.purchased)}</td>
              <td class="number">{formatNumber(entry.balance)}</td>
            </tr>
          ))}
      </Table>
      {entries.length > shown && (
        <p class="soft">
          The latest {shown} of {entries.length} entries.
        </p>
      )}
    </Section>
  );
}
