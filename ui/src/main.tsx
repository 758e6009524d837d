import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { address, lastHrefOf } from './address.ts';
import { followEvents, pollState } from './events.ts';
import { Frame } from './frame.tsx';
import { isTyping, useWindow } from './listen.ts';
import { Field, Form, Submit } from './parts.tsx';
import { screens } from './screens/screens.ts';
import { health, useIsAway } from './state.ts';
import { useStore } from './store.ts';
import './style.css';
import { storeToken, tokenNeeded } from './token.ts';

/** Screens that say themselves what they wait for. */
const loadsAlone = new Set(['requests', 'api']);

function App() {
  const { screen: id, place } = useStore(address);
  const locked = useStore(tokenNeeded);
  // Until the state has arrived, a screen would show that there is nothing.
  const isKnown = useStore(health) !== undefined;
  const isAway = useIsAway();
  const screen = screens.find((each) => each.id === id) ?? screens[0];
  useEffect(() => {
    if (locked) return undefined;
    const leaving = new AbortController();
    void followEvents(leaving.signal);
    return () => leaving.abort();
  }, [locked]);
  useWindow('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const chosen = screens[Number(key) - 1];
    if (chosen && !isTyping(target) && !ctrlKey && !metaKey && !altKey) location.hash = lastHrefOf(chosen.id);
  });
  useEffect(() => {
    document.title = `${screen?.title} · creator-sandbox`;
    // The list of screens may be wider than a narrow window.
    document
      .querySelector('.screens [aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [screen]);
  if (locked) return <AskForToken />;
  if (!screen) return null;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the screen
      </button>
      <Frame />
      <main id="main" tabIndex={-1} aria-label={screen.title} data-place={[id, ...place].join('/')}>
        {/* Nothing can be done while the sandbox is away. */}
        <fieldset class="screen" disabled={isAway} aria-label={screen.title}>
          {isKnown || loadsAlone.has(screen.id) ? (
            <screen.Screen place={place} />
          ) : (
            <>
              <h2>{screen.title}</h2>
              <p class="soft">Loading the state of the sandbox …</p>
            </>
          )}
        </fieldset>
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
