import { generations } from '../src/app/app.ts';
import { findOperation, type Operation, type OperationId } from '../src/core/operations.ts';
import { readSettings } from '../src/core/settings.ts';
import { outcomesOf } from '../src/faults/outcomes.ts';

const { settings } = readSettings({});

/** The generations of a sandbox with default settings. */
const served = generations.map((make) => make(settings));

/** The refusals that can be forced, by operation. */
export const outcomes = outcomesOf(served);

export const generationOf = (operation: OperationId) => {
  const found = served.find(({ operations }) => operations.some(({ id }) => id === operation));
  if (!found) throw new Error(`no generation has ${operation}`);
  return found;
};

export const operationOf = (id: OperationId): Operation => {
  const operation = findOperation(id);
  if (!operation) throw new Error(`${id} is not an operation`);
  return operation;
};

/** Every error string of generation 2. */
export const errorStrings: readonly string[] = [
  ...new Set(
    Object.values(served.find(({ number }) => number === 2)?.refusals ?? {}).map(
      ({ errorCode }) => errorCode,
    ),
  ),
];
