import { useEffect, useRef } from 'preact/hooks';
import { accountNow } from './account-now.ts';
import { callAdmin } from './api.ts';
import { AskBefore } from './ask-before.tsx';
import { formatCount, formatNumber, instant, span } from './format.ts';
import { isTyping, useWindow } from './listen.ts';
import { Button } from './parts.tsx';
import { Shortcuts } from './shortcuts.tsx';
import {
  chosenKey,
  clock,
  connected,
  faults,
  health,
  keys,
  lost,
  nameOf,
  notice,
  report,
  runAction,
  search,
  sumsOf,
} from './state.ts';
import { useStore } from './store.ts';

const day = 86_400_000;

/** Clock, world, faults, sums, the key and the search: the same on every screen. */
export function Frame() {
  return (
    <header class="frame">
      <div class="facts-line">
        <h1 class="brand">
          <a href="#/live">creator-sandbox</a>
        </h1>
        <Connection />
        <World />
        <Sums />
        <FaultSwitch />
      </div>
      <div class="facts-line">
        <ClockPanel />
        <KeySwitch />
        <Search />
        <Shortcuts />
      </div>
      <Notice />
      <AskBefore />
    </header>
  );
}

function Connection() {
  const on = useStore(connected);
  const isLoaded = useStore(health) !== undefined;
  const isLost = useStore(lost);
  if (!on && !isLost)
    return (
      <span class="dot waiting" role="status">
        connecting …
      </span>
    );
  return (
    <span class={on ? 'dot on' : 'dot off'} role="status">
      {on ? 'live' : isLoaded ? 'not connected: what is shown may be out of date' : 'not connected'}
    </span>
  );
}

function World() {
  const now = useStore(health);
  if (!now) return null;
  return (
    <span class="soft">
      {now.version} · {now.world.size} people, seed {now.world.seed} · {now.vocabulary} words
      {now.strict ? ' · strict' : ''}
    </span>
  );
}

/** The sums of the receipt: the journal has forgotten older requests, and what a stream cost after it began. */
function Sums() {
  const key = useStore(chosenKey);
  const known = useStore(report);
  if (!known) return null;
  const { calls, credits } = sumsOf(known, key);
  return (
    <span class="soft">
      <b>{formatNumber(calls)}</b> {calls === 1 ? 'request' : 'requests'}, <b>{formatNumber(credits)}</b>{' '}
      {credits === 1 ? 'credit' : 'credits'}
    </span>
  );
}

function FaultSwitch() {
  const live = useStore(faults).filter(({ state }) => state === 'live');
  if (live.length === 0) return <span class="soft">no faults</span>;
  return (
    <span class="alert">
      <a href="#/faults">{formatCount(live.length, 'fault')} live</a>{' '}
      <Button
        label="Turn off all fault rules"
        onClick={() =>
          runAction('All fault rules are removed.', () => callAdmin('delete', '/__admin/faults'))
        }
      >
        off
      </Button>
    </span>
  );
}

function ClockPanel() {
  const now = useStore(clock);
  const key = useStore(chosenKey);
  const all = useStore(keys);
  if (!now) return null;
  const renewals = all
    .filter((each) => key === '' || each.id === key)
    .flatMap((each) => (each.renewsAt === null ? [] : [each.renewsAt - accountNow(each, now.now)]))
    .filter((wait) => wait > 0);
  const next = renewals.length === 0 ? undefined : Math.min(...renewals);
  const advance = (by: number, text: string) =>
    runAction(`The clock is ${text} later.`, async () => {
      const { ran } = await callAdmin('post', '/__admin/clock/advance', { body: { by } });
      return ran.length > 0 ? `${formatCount(ran.length, 'plan')} renewed.` : undefined;
    });
  const set = (mode: 'real' | 'frozen') =>
    runAction(`The clock is ${mode}.`, () => callAdmin('put', '/__admin/clock', { body: { mode } }));
  return (
    <fieldset class="group" aria-label="Clock">
      <span>
        <b class="mono">{instant(now.now)}</b> {now.mode}
      </span>
      <Button onClick={() => advance(day, 'a day')}>+1 day</Button>
      <Button onClick={() => advance(30 * day, '30 days')}>+30 days</Button>
      <Button disabled={next === undefined} onClick={() => advance(next ?? 0, span(next ?? 0))}>
        to renewal{next === undefined ? '' : ` (${span(next)})`}
      </Button>
      {now.mode === 'frozen' ? null : <Button onClick={() => set('frozen')}>freeze</Button>}
      {now.mode === 'real' ? null : <Button onClick={() => set('real')}>real</Button>}
    </fieldset>
  );
}

function KeySwitch() {
  const key = useStore(chosenKey);
  const all = useStore(keys);
  return (
    <label class="inline">
      <span>Key</span>
      <select value={key} onChange={(event) => chosenKey.set(event.currentTarget.value)}>
        <option value="">all keys</option>
        {all.map((each) => (
          <option key={each.id} value={each.id}>
            {nameOf(each.id)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Search() {
  const text = useStore(search);
  const input = useRef<HTMLInputElement>(null);
  useWindow('keydown', (event) => {
    if (event.key !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    input.current?.focus();
  });
  return (
    <label class="inline grow">
      <span>Search</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder="on this screen ( / )"
        onInput={(event) => search.set(event.currentTarget.value)}
      />
    </label>
  );
}

function Notice() {
  const now = useStore(notice);
  useEffect(() => {
    if (!now || now.failed) return undefined;
    const timer = setTimeout(() => notice.set(undefined), 5_000);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class={now?.failed ? 'notice failed' : 'notice'} role="status" aria-live="polite">
      {now && (
        <>
          <span>{now.text}</span>
          <Button label="Dismiss" onClick={() => notice.set(undefined)}>
            ×
          </Button>
        </>
      )}
    </div>
  );
}
