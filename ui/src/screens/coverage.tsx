import { useState } from 'preact/hooks';
import type { RunReport } from '../api.ts';
import { Choice, Section } from '../parts.tsx';
import { routes } from '../state.ts';
import { useStore } from '../store.ts';
import { AnswerGrid, ForceCell, operationsOf, useForcing } from './answer-grid.tsx';

type Cell = RunReport['coverage']['cells'][number];

interface CoverageProps {
  cells: readonly Cell[];
  isSearched: (name: string) => boolean;
}

/** Every answer of every operation: how often it was met, and a click that makes it happen where it never was. */
export function Coverage({ cells, isSearched }: CoverageProps) {
  const [generation, setGeneration] = useState('3');
  const forcing = useForcing(1);
  const served = useStore(routes);
  const byOperation = Map.groupBy(cells, ({ operation }) => operation);
  const grid = operationsOf(served, Number(generation)).flatMap((route) => {
    const { operation } = route;
    const answers = byOperation.get(operation) ?? [];
    return isSearched(operation) && answers.length > 0 ? [{ operation, answers }] : [];
  });
  const pageOf = (operation: string) => {
    const route = served.find((each) => each.operation === operation);
    return route ? `#/api/${route.generation}/${route.method}${route.path}` : '#/api';
  };
  return (
    <Section title="Coverage: operations and their answers">
      <div class="toolbar wrap">
        <Choice label="Generation" value={generation} onInput={setGeneration} options={['3', '2']} />
        <p class="legend">
          <span class="cell earned">3</span> met so often <span class="cell forced">1</span> met by force only{' '}
          <span class="cell">+</span> never met: make it happen <span class="cell live">●</span> comes next
        </p>
      </div>
      <AnswerGrid
        label="Coverage"
        rows={grid}
        cell={(operation, cell) => {
          if (cell.earned + cell.injected > 0) return <MetCell cell={cell} />;
          if (cell.status < 400) return <HowToMeet cell={cell} page={pageOf(operation)} />;
          return (
            <ForceCell
              forcing={forcing}
              operation={operation}
              answer={cell}
              label={`Make it happen: ${cell.status} ${cell.code} of ${operation}`}
              title={`${cell.status} ${cell.code}, never met`}
            >
              +
            </ForceCell>
          );
        }}
      />
    </Section>
  );
}

/** A number of replies, which leads to the first of them. */
function MetCell({ cell: { operation, status, code, earned, injected, requests } }: { cell: Cell }) {
  const [first] = requests ?? [];
  const name = `${operation} answered ${status} ${code}: ${earned} earned, ${injected} forced`;
  return (
    <a
      class={earned > 0 ? 'cell earned' : 'cell forced'}
      href={first ? `#/live/${first.id}` : '#/live'}
      aria-label={name}
      title={name}
    >
      {earned + injected}
    </a>
  );
}

/** A notable success, which no rule can force: it leads to where a call or the data of the world bring it about. */
function HowToMeet({ cell: { operation, code }, page }: { cell: Cell; page: string }) {
  const [how, place] = successes[code] ?? ['call it'];
  return (
    <a
      class="cell"
      href={place ?? page}
      aria-label={`Make it happen: ${code} of ${operation}: ${how}`}
      title={`${code}, never met: ${how}`}
    >
      +
    </a>
  );
}

/** The way to a notable success, and its place, if that is not the page of the operation. */
const successes: Readonly<Record<string, readonly [how: string, place?: string]>> = {
  'no-results': ['search for what nobody has'],
  'empty-page': ['ask for an offset beyond the last result'],
  'last-page': ['ask for the page with the last result'],
  'photo-post': ['look up creators of clip until one has a photo post', '#/world'],
  'private-account': ['look up a private creator: Odd = private', '#/world'],
  'too-broad': ['describe creators in a word or two'],
  'unlimited-account': ['call it with an unlimited key, such as demo-unlimited'],
  'after-renewal': ['move the clock to the renewal of the plan, then call it'],
  refreshed: ['call it again more than ten minutes later'],
};
