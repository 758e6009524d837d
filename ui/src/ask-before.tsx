import { useEffect, useRef } from 'preact/hooks';
import { Button } from './parts.tsx';
import { createStore, useStore } from './store.ts';

/** An act that waits for a yes, because it cannot be undone. */
interface Question {
  why: string;
  answer: (isYes: boolean) => void;
}

const question = createStore<Question | undefined>(undefined);

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
