import { useEffect, useRef, useState } from 'preact/hooks';
import { hasPiece, piecesOf, togglePiece } from '../filter-text.ts';
import { Button } from '../parts.tsx';
import { chosenKey, nameOf, search } from '../state.ts';
import { useStore } from '../store.ts';
import { givenViews, removeView, savedViews, saveView } from '../views.ts';

/** Filters that one click adds. */
const offered = [
  ['refused', 'status>=400'],
  ['paid', 'credits>0'],
  ['forced', 'injected!=""'],
  ['unknown path', 'matched=false'],
] as const;

/** The filters of the list as chips, those that one click adds, and the views. */
export function FilterBar() {
  const text = useStore(search);
  const key = useStore(chosenKey);
  const given = offered.map(([, piece]) => piece as string);
  const pieces = piecesOf(text).filter((piece) => !given.includes(piece));
  return (
    <fieldset class="chips" aria-label="Filters">
      {offered.map(([name, piece]) => (
        <button
          key={piece}
          type="button"
          class="chip"
          aria-pressed={hasPiece(text, piece)}
          title={piece}
          onClick={() => search.set(togglePiece(text, piece))}
        >
          {name}
        </button>
      ))}
      {key !== '' && <Chip text={`key ${nameOf(key)}`} remove={() => chosenKey.set('')} />}
      {pieces.map((piece) => (
        <Chip key={piece} text={piece} remove={() => search.set(togglePiece(text, piece))} />
      ))}
      <Views text={text} />
    </fieldset>
  );
}

const Chip = ({ text, remove }: { text: string; remove: () => void }) => (
  <button type="button" class="chip on" aria-label={`Remove the filter ${text}`} onClick={remove}>
    <span class="mono">{text}</span> <span aria-hidden="true">×</span>
  </button>
);

function Views({ text }: { text: string }) {
  const saved = useStore(savedViews);
  const [isNaming, setNaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isNaming]);
  const all = [...givenViews, ...saved];
  const now = all.findIndex((view) => view.search === text);
  const mine = saved.find((view) => view.search === text);
  if (isNaming)
    return (
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          const name = field.current?.value.trim() ?? '';
          if (name !== '') saveView({ name, search: text });
          setNaming(false);
        }}
      >
        <label class="inline">
          <span>Name</span>
          <input
            ref={field}
            maxLength={40}
            onKeyDown={(event) => event.key === 'Escape' && setNaming(false)}
          />
        </label>
        <button type="submit" class="button main">
          Save
        </button>
      </form>
    );
  return (
    <span class="inline">
      <label class="inline">
        <span>View</span>
        <select
          value={String(now)}
          onChange={(event) => search.set(all[Number(event.currentTarget.value)]?.search ?? text)}
        >
          {now < 0 && <option value="-1">not saved</option>}
          {all.map((view, n) => (
            <option key={`${n}`} value={String(n)}>
              {view.name}
            </option>
          ))}
        </select>
      </label>
      {now < 0 && <Button onClick={() => setNaming(true)}>save view</Button>}
      {mine && <Button onClick={() => removeView(mine.name)}>forget view</Button>}
    </span>
  );
}
