import { useEffect, useRef } from 'preact/hooks';
import { address, hrefOf, lastHrefOf, setSearch, useSearch } from './address.ts';
import { callAdmin } from './api.ts';
import { AskBefore, askBefore } from './ask-before.tsx';
import { formatCount, instant, span } from './format.ts';
import { Icon } from './icons.tsx';
import { isTyping, useWindow } from './listen.ts';
import { Button } from './parts.tsx';
import { loadRows, rows, termOfRun } from './requests.ts';
import { screens } from './screens/screens.ts';
import {
  accountNow,
  clock,
  connected,
  faults,
  health,
  keys,
  notice,
  report,
  runAction,
  useIsAway,
} from './state.ts';
import { useStore } from './store.ts';

const day = 86_400_000;

/** The screens, and what is the same on each of them: the run, faults, the clock, the search. */
export function Frame() {
  const isAway = useIsAway();
  return (
    <header class="frame">
      <div class="bar">
        <h1 class="brand">
          <a href="#/requests">creator-sandbox</a>
        </h1>
        <Screens />
        <Search />
        <Connection />
        <Version />
      </div>
      <div class="bar">
        <fieldset class="group" disabled={isAway} aria-label="The sandbox">
          <Run />
          <FaultSwitch />
          <ClockPanel />
        </fieldset>
      </div>
      <Notice />
      <AskBefore />
    </header>
  );
}

function Screens() {
  const { screen } = useStore(address);
  return (
    <nav class="screens" aria-label="Screens">
      {screens.map(({ id, title }, n) => (
        <a
          key={id}
          href={lastHrefOf(id)}
          aria-current={id === screen ? 'page' : undefined}
          title={`Key ${n + 1}`}
        >
          <Icon name={id} />
          {title}
        </a>
      ))}
    </nav>
  );
}

function Connection() {
  const on = useStore(connected);
  const isAway = useIsAway();
  const [kind, text] = on
    ? ['on', 'live']
    : isAway
      ? ['off', 'The sandbox does not answer: what is shown may be out of date.']
      : ['waiting', 'connecting …'];
  return (
    <span class={`dot ${kind}`} role="status">
      {text}
    </span>
  );
}

function Version() {
  const now = useStore(health);
  if (!now) return null;
  return (
    <span class="soft">
      {now.version} · {formatCount(now.world.size, 'person', 'people')}, seed {now.world.seed}
      {now.vocabulary === 'auto' ? '' : ` · ${now.vocabulary} words`}
      {now.strict ? ' · strict' : ''}
    </span>
  );
}

/** The sums of the present run, which lead to its requests; and the marker that begins the next. */
function Run() {
  const known = useStore(report);
  const all = useStore(rows);
  if (!known) return null;
  const { calls, credits } = known.receipt;
  const begin = () =>
    runAction('A new run begins with the next request.', () => callAdmin('delete', '/__admin/report'));
  return (
    <span class="inline">
      <a href={hrefOf('requests', termOfRun(all, calls))} title="The requests of this run">
        this run: {formatCount(calls, 'request')}, {formatCount(credits, 'credit')}
      </a>
      <Button onClick={begin}>new run</Button>
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
  const all = useStore(keys);
  if (!now) return null;
  const waits = all
    .flatMap((each) => (each.renewsAt === null ? [] : [each.renewsAt - accountNow(each, now.now)]))
    .filter((wait) => wait > 0);
  const next = waits.length === 0 ? undefined : Math.min(...waits);
  const advance = (by: number, text: string) =>
    runAction(`The clock is ${text} later.`, async () => {
      const { ran } = await callAdmin('post', '/__admin/clock/advance', { body: { by } });
      return ran.length > 0 ? `${formatCount(ran.length, 'plan')} renewed.` : undefined;
    });
  const set = (mode: 'real' | 'frozen') =>
    runAction(`The clock is ${mode}.`, () => callAdmin('put', '/__admin/clock', { body: { mode } }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group within one
    <span class="inline" role="group" aria-label="Clock">
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
      <Button kind="danger" onClick={reset}>
        reset everything
      </Button>
    </span>
  );
}

const reset = async () =>
  (await askBefore('Keys, ledger, rate windows, journal, faults and clock go back to their start.')) &&
  runAction('Everything is reset.', async () => {
    await callAdmin('post', '/__admin/reset', { body: {} });
    await loadRows();
  });

function Search() {
  const text = useSearch();
  const input = useRef<HTMLInputElement>(null);
  useWindow('keydown', (event) => {
    if (event.key !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    input.current?.focus();
  });
  return (
    <label class="grow">
      <input
        ref={input}
        type="search"
        aria-label="Search"
        value={text}
        placeholder="search this screen ( / )"
        onInput={(event) => setSearch(event.currentTarget.value)}
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
