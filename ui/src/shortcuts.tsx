import { useRef } from 'preact/hooks';
import { isTyping, useWindow } from './listen.ts';
import { Button } from './parts.tsx';

const shortcuts = [
  ['?', 'these shortcuts'],
  ['1 … 8', 'the screens, in their order'],
  ['/', 'the search'],
  ['j  k', 'the next and the previous request'],
  ['Enter', 'open the request'],
  ['Escape', 'close the request, or leave the headings'],
  ['↑  ↓  Page  Home  End', 'move in the table'],
  ['↑ at the first row, then ← → Enter', 'sort by a heading'],
  ['Tab', 'the next part of the screen: the table is one stop'],
] as const;

/** All shortcuts, at the key `?` and at a button. */
export function Shortcuts() {
  const box = useRef<HTMLDialogElement>(null);
  const open = () => box.current?.open || box.current?.showModal();
  useWindow('keydown', (event) => {
    if (event.key === '?' && !isTyping(event.target)) open();
  });
  return (
    <>
      <Button label="Shortcuts" onClick={open}>
        ?
      </Button>
      <dialog ref={box} aria-label="Shortcuts">
        <p>
          <b>Shortcuts</b>
        </p>
        <dl class="shortcuts">
          {shortcuts.map(([keys, says]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <Button onClick={() => box.current?.close()}>Close</Button>
      </dialog>
    </>
  );
}
