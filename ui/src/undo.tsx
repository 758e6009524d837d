import { useEffect, useRef } from 'preact/hooks';
import { caller } from './access.tsx';
import { AdminRefusal, callAdmin } from './api.ts';
import { Button } from './parts.tsx';
import { loadRows } from './requests.ts';
import { notice, runAction } from './state.ts';
import { createStore, useStore } from './store.ts';

/** An act that waits for a yes, because it cannot be undone. */
interface Question {
  why: string;
  answer: (isYes: boolean) => void;
}

const question = createStore<Question | undefined>(undefined);

/**
 * Runs an act that destroys something, so that it can be undone; asks first where it cannot.
 * @param what the act, in a few words
 * @param done what to say when it is done
 * @param work may return what else to say
 */
export async function runUndoable(what: string, done: string, work: () => Promise<unknown>): Promise<void> {
  const refusal = await keep(what);
  if (refusal !== undefined && !(await askBefore(refusal))) return;
  let more = '';
  const isDone = await runAction(done, async () => {
    const said = await work();
    if (typeof said === 'string') more = ` ${said}`;
    await loadRows();
  });
  if (isDone && refusal === undefined) notice.set({ text: done + more, failed: false, undo: what });
}

/** @returns why nothing was kept; undefined if it was */
async function keep(what: string): Promise<string | undefined> {
  // A token for its own keys may not keep the state of all.
  if (caller.value?.scope === 'own') return 'This token may not undo what it does.';
  try {
    await callAdmin('put', '/__admin/undo', { body: { what } });
    return undefined;
  } catch (error) {
    if (error instanceof AdminRefusal) return error.message;
    return 'The sandbox does not answer.';
  }
}

/** Asks before what cannot be undone. @returns whether to do it */
export const askBefore = (why: string): Promise<boolean> =>
  new Promise((resolve) => {
    question.set({
      why,
      answer(isYes) {
        question.set(undefined);
        resolve(isYes);
      },
    });
  });

/** Undoes the last act. */
export const undo = (): Promise<boolean> =>
  runAction(
    'Undone: accounts, keys, clock and rules are as before. The journal does not come back.',
    async () => {
      await callAdmin('post', '/__admin/undo');
      await loadRows();
    },
  );

/** The question before what cannot be undone. */
export function AskBefore() {
  const now = useStore(question);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (now) box.current?.showModal();
    else box.current?.close();
  }, [now]);
  return (
    <dialog ref={box} aria-label="This cannot be undone" onCancel={() => now?.answer(false)}>
      <p>
        <b>This cannot be undone.</b>
      </p>
      <p>{now?.why}</p>
      <div class="toolbar">
        <Button onClick={() => now?.answer(false)}>Leave it</Button>
        <Button kind="danger" onClick={() => now?.answer(true)}>
          Do it anyway
        </Button>
      </div>
    </dialog>
  );
}
