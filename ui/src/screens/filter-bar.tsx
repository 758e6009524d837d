import { setSearch, useSearch } from '../address.ts';
import { hasPiece, piecesOf, togglePiece } from '../filter-text.ts';
import { rows, termOfRun } from '../requests.ts';
import { report } from '../state.ts';
import { useStore } from '../store.ts';

/** Filters that one click adds. */
const offered = [
  ['refused', 'status>=400'],
  ['paid', 'credits>0'],
  ['forced', 'injected!=""'],
  ['unknown path', 'matched=false'],
] as const;

/** The filters of the list as chips, and those that one click adds. */
export function FilterBar() {
  const text = useSearch();
  const ofRun = termOfRun(useStore(rows), useStore(report)?.receipt.calls ?? 0);
  const given = [...offered, ['last run', ofRun] as const];
  const others = piecesOf(text).filter((piece) => !given.some(([, each]) => each === piece));
  return (
    <fieldset class="chips" aria-label="Filters">
      {given.map(([name, piece]) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={hasPiece(text, piece)}
          title={piece}
          onClick={() => setSearch(togglePiece(text, piece))}
        >
          {name}
        </button>
      ))}
      {others.map((piece) => (
        <button
          key={piece}
          type="button"
          class="chip on"
          aria-label={`Remove the filter ${piece}`}
          onClick={() => setSearch(togglePiece(text, piece))}
        >
          <span class="mono">{piece}</span> <span aria-hidden="true">×</span>
        </button>
      ))}
    </fieldset>
  );
}
