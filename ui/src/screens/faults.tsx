import { useState } from 'preact/hooks';
import { Choice } from '../parts.tsx';
import { chosenKey, nameOf, routes, search } from '../state.ts';
import { useStore } from '../store.ts';
import { AnswerGrid, ForceCell, operationsOf, useForcing } from './answer-grid.tsx';
import { RuleForm } from './rule.tsx';
import { Rules } from './rules.tsx';
import type { ScreenProps } from './screen.ts';

/** Forces answers by a click, and shows the rules. */
export function Faults(_: ScreenProps) {
  const [generation, setGeneration] = useState('3');
  const [times, setTimes] = useState('1');
  const key = useStore(chosenKey);
  return (
    <>
      <section class="section">
        <div class="toolbar wrap">
          <h2>Refusals of each operation</h2>
          <Choice label="Generation" value={generation} onInput={setGeneration} options={['3', '2']} />
          <Choice
            label="A click forces"
            value={times}
            onInput={setTimes}
            options={[
              ['1', 'the next answer'],
              ['3', 'the next three'],
              ['', 'every answer'],
            ]}
          />
          <span class="soft">{key === '' ? 'for any key' : `for ${nameOf(key)}`}</span>
        </div>
        <Grid generation={Number(generation)} times={times} />
      </section>
      <Rules />
      <RuleForm />
    </>
  );
}

function Grid({ generation, times }: { generation: number; times: string }) {
  const text = useStore(search).toLowerCase();
  const forcing = useForcing(times === '' ? undefined : Number(times));
  const grid = operationsOf(useStore(routes), generation)
    .filter(({ operation }) => text === '' || operation.toLowerCase().includes(text))
    .map(({ operation, refusals }) => ({
      operation,
      answers: refusals.map(({ status, errorCode }) => ({ status, code: errorCode })),
    }));
  return (
    <AnswerGrid
      label="Operations and their refusals"
      rows={grid}
      cell={(operation, refusal) => (
        <ForceCell
          forcing={forcing}
          operation={operation}
          answer={refusal}
          label={`Force ${refusal.status} ${refusal.code} on ${operation}`}
        >
          {refusal.status}
        </ForceCell>
      )}
    />
  );
}
