import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { followEvents, pollState } from './events.ts';
import { Frame } from './frame.tsx';
import { Icon } from './icons.tsx';
import { isTyping, useWindow } from './listen.ts';
import { Field, Form, Submit } from './parts.tsx';
import { screens } from './screens/screens.ts';
import { health, notice, search } from './state.ts';
import { useStore } from './store.ts';
import './style.css';
import './docs.css';
import { storeToken, tokenNeeded } from './token.ts';

/** `#/live/12` → `['live', '12']` */
const placeOf = (): string[] => location.hash.slice(2).split('/').map(decodeURIComponent);

/** Screens that say themselves what they wait for. */
const loadsAlone = new Set(['live', 'api', 'docs']);

function App() {
  const [place, setPlace] = useState(placeOf);
  const locked = useStore(tokenNeeded);
  // Until the state has arrived, a screen would show that there is nothing.
  const isKnown = useStore(health) !== undefined;
  useWindow('hashchange', () => {
    const next = placeOf();
    if (next[0] !== place[0]) {
      search.set('');
      notice.set(undefined);
    }
    setPlace(next);
  });
  useEffect(() => {
    if (locked) return undefined;
    const leaving = new AbortController();
    void followEvents(leaving.signal);
    return () => leaving.abort();
  }, [locked]);
  useWindow('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const screen = screens[Number(key) - 1];
    if (screen && !isTyping(target) && !ctrlKey && !metaKey && !altKey) location.hash = `/${screen.id}`;
  });
  // The list of screens is wider than a narrow window.
  useEffect(() => {
    document
      .querySelector('.screens [aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place[0]]);
  if (locked) return <AskForToken />;
  const screen = screens.find(({ id }) => id === place[0]) ?? screens[0];
  if (!screen) return null;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the screen
      </button>
      <Frame />
      <nav class="screens" aria-label="Screens">
        {screens.map(({ id, title }, n) => (
          <a
            key={id}
            href={`#/${id}`}
            aria-current={id === screen.id ? 'page' : undefined}
            title={`Key ${n + 1}`}
          >
            <Icon name={id} />
            {title}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1} aria-label={screen.title} data-place={place.join('/')}>
        {isKnown || loadsAlone.has(screen.id) ? (
          <screen.Screen place={place.slice(1)} />
        ) : (
          <>
            <h2>{screen.title}</h2>
            <p class="soft">Loading the state of the sandbox …</p>
            <div class="skeleton" />
          </>
        )}
      </main>
    </>
  );
}

function AskForToken() {
  const [text, setText] = useState('');
  return (
    <main class="token">
      <h1>creator-sandbox</h1>
      <p>
        The admin surface of this sandbox needs a token (setting adminToken). This tab keeps it until it is
        closed.
      </p>
      <Form onSubmit={() => storeToken(text)}>
        <Field label="Admin token" type="password" value={text} onInput={setText} />
        <div class="wide">
          <Submit>Open</Submit>
        </div>
      </Form>
    </main>
  );
}

const root = document.getElementById('app');
if (root) render(<App />, root);
pollState();
