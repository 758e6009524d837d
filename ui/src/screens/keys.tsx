import { useState } from 'preact/hooks';
import { formatTerm } from '../../../src/core/list-filter.ts';
import { hrefOf, useSearch } from '../address.ts';
import { callAdmin, type Entry, entriesOf, type Key } from '../api.ts';
import { askBefore } from '../ask-before.tsx';
import { formatCount, formatNumber, instant, signed, span } from '../format.ts';
import { Button, Facts, Field, Section, Table, useResult } from '../parts.tsx';
import { loadRows } from '../requests.ts';
import { accountNow, changes, keys, nameOf, runAction, useNow } from '../state.ts';
import { useStore } from '../store.ts';
import { KeyBuilder } from './builder.tsx';
import type { ScreenProps } from './screen.ts';

/** Keys that are shown, and entries of a ledger. */
const maxShown = 200;

/** Keys with their accounts, and the ledger of one. */
export function Keys({ place: [id] }: ScreenProps) {
  const text = useSearch().toLowerCase();
  const all = useStore(keys);
  const open = all.find((each) => each.id === id) ?? all[0];
  const found = all.filter((each) =>
    `${nameOf(each.id)} ${each.key} ${each.account}`.toLowerCase().includes(text),
  );
  return (
    <div class="columns">
      <div>
        <h2>{formatCount(found.length, 'key')}</h2>
        <Table label="Keys" head={['Key', '#May spend', '#Plan left', '#Purchased', '#Spent', 'Renews in']}>
          {found.slice(0, maxShown).map((key) => (
            <KeyRow key={key.id} of={key} open={key.id === open?.id} />
          ))}
        </Table>
        {found.length === 0 && <p class="empty">No key matches the search.</p>}
        {found.length > maxShown && (
          <p class="soft">
            {maxShown} of {formatNumber(found.length)} are shown; the search finds the others.
          </p>
        )}
        <KeyBuilder />
      </div>
      {open && <KeyPanel key={open.id} of={open} />}
    </div>
  );
}

/** The credits that a key may still spend: by its account, its limit and its permissions. Infinity = any number. */
function spendable({ available, limit, spent, allow }: Key): number {
  if (allow?.length === 0) return 0;
  return Math.max(0, Math.min(available ?? Infinity, limit === null ? Infinity : limit - spent));
}

function KeyRow({ of: key, open }: { of: Key; open: boolean }) {
  const now = useNow();
  const { id, plan, planRemaining, purchased, limit, spent, renewsAt } = key;
  const left = spendable(key);
  return (
    <tr class={open ? 'open' : ''}>
      <td>
        <a href={hrefOf(`keys/${id}`)} aria-current={open ? 'true' : undefined}>
          {nameOf(id)}
        </a>
      </td>
      <td class="number">
        {left === Infinity ? (
          'unlimited'
        ) : (
          <>
            {formatNumber(left)}{' '}
            <meter min={0} max={Math.max(plan + purchased, 1)} value={left} aria-label="May still spend" />
          </>
        )}
      </td>
      <td class="number">{formatNumber(planRemaining)}</td>
      <td class="number">{formatNumber(purchased)}</td>
      <td class="number">
        {limit === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(limit)}`}
      </td>
      <td>{renewsAt === null ? 'unused' : span(renewsAt - accountNow(key, now))}</td>
    </tr>
  );
}

function KeyPanel({ of: key }: { of: Key }) {
  const name = nameOf(key.id);
  const path = { key: key.id };
  const [amount, setAmount] = useState('100');
  const changed = useStore(changes);
  const entries = useResult(() => entriesOf(key.id), [key.id, changed]);
  const topUp = (what: 'plan' | 'purchased') =>
    runAction(`${formatCount(Number(amount), 'credit')} added to ${name}.`, () =>
      callAdmin('post', '/__admin/keys/{key}/credits', { path, body: { [what]: Number(amount) } }),
    );
  const empty = () =>
    runAction(`${name} has no credits now.`, () =>
      callAdmin('patch', '/__admin/keys/{key}', { path, body: { used: key.plan, purchased: 0 } }),
    );
  const reset = async () =>
    (await askBefore(`${name}, its account and its requests go back to their start.`)) &&
    runAction(`${name} is reset.`, async () => {
      await callAdmin('post', '/__admin/reset', { body: { key: key.id } });
      await loadRows();
    });
  return (
    <section class="panel" aria-label="The account">
      <h2>
        {name}{' '}
        <span class="soft">
          {key.origin === 'demo'
            ? 'demo key'
            : `${key.key}, ${key.origin === 'admin' ? 'made here' : 'describes itself'}`}
        </span>
      </h2>
      <div class="toolbar">
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
      <Terms of={key} />
      <p>
        <a href={hrefOf('requests', formatTerm({ member: 'key', operator: '=', value: name }))}>
          its requests
        </a>
      </p>
      {entries && <Ledger entries={entries} />}
    </section>
  );
}

/** The terms of the key, and the renewal of its plan. */
function Terms({ of: key }: { of: Key }) {
  const now = accountNow(key, useNow());
  const { renewsAt, allow, rate, held } = key;
  const left = spendable(key);
  return (
    <Facts
      of={[
        ['may still spend', left === Infinity ? 'any number of credits' : formatCount(left, 'credit')],
        ['held by open streams', formatNumber(held)],
        [
          'renews',
          renewsAt === null
            ? 'its first call begins the cycle'
            : `${instant(renewsAt)}, in ${span(renewsAt - now)}`,
        ],
        ['may call', allow === null ? 'every operation' : allow.join(', ') || 'nothing'],
        ['single fields', key.fractional ? 'allowed' : 'not allowed: whole records only'],
        ['requests', rate === null ? 'no limit' : `at most ${rate}`],
        ...(key.testOnly ? [['generation 2', 'refuses it: it is for tests only'] as const] : []),
      ]}
    />
  );
}

/** The balance after each entry, from the lowest to the highest: a scale from 0 would hide small changes. */
function BalanceChart({ balances }: { balances: readonly number[] }) {
  const [lowest, highest] = [Math.min(...balances), Math.max(...balances)];
  const heightOf = (balance: number) => 100 - (100 * (balance - lowest)) / (highest - lowest || 1);
  const points = balances.map((balance, n) => `${(100 * n) / (balances.length - 1)},${heightOf(balance)}`);
  const range = `${formatNumber(lowest)} to ${formatNumber(highest)}`;
  return (
    <figure class="chart">
      <svg viewBox="0 -2 100 104" preserveAspectRatio="none" role="img" aria-label={`Balance: ${range}`}>
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption>Balance, {range}</figcaption>
    </figure>
  );
}

function Ledger({ entries }: { entries: readonly Entry[] }) {
  return (
    <Section title="Ledger">
      {entries.length > 1 && (
        <BalanceChart balances={entries.slice(-maxShown).map(({ balance }) => balance)} />
      )}
      <Table
        label="Entries of the ledger"
        head={['At', 'Entry', 'Operation', '#Plan', '#Purchased', '#Balance']}
      >
        {entries
          .slice(-maxShown)
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
      {entries.length > maxShown && (
        <p class="soft">
          The latest {maxShown} of {formatNumber(entries.length)} entries.
        </p>
      )}
    </Section>
  );
}
