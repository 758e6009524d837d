import { Type } from '@sinclair/typebox';
import { nearestHint } from '../../core/nearest.ts';
import { ToolError } from '../tool-error.ts';
import { closedObject, defineTool } from './tool.ts';

const Cells = Type.Array(Type.String(), { description: 'Such as 402 INSUFFICIENT_CREDITS.' });

export const coverage = defineTool({
  name: 'coverage',
  title: 'Read the coverage',
  description:
    'Says which refusals and outcomes the requests have met so far, and which never: for the operations that were called, or for one.',
  readOnly: true,
  input: closedObject({
    operation: Type.Optional(
      Type.String({ maxLength: 100, description: 'All that were called when absent.' }),
    ),
  }),
  output: closedObject({
    met: Type.Integer({ description: 'Cells met of the whole contract.' }),
    total: Type.Integer(),
    operations: Type.Array(Type.Object({ operation: Type.String(), met: Cells, missing: Cells })),
  }),
  async run({ operation }, { admin }) {
    const { coverage, receipt } = await admin.report();
    const cells = Map.groupBy(coverage.cells, (cell) => cell.operation);
    if (operation !== undefined && !cells.has(operation))
      throw new ToolError(
        `There is no operation ${JSON.stringify(operation)}${nearestHint(operation, [...cells.keys()])}.`,
      );
    const shown = operation === undefined ? receipt.byOperation.map((each) => each.operation) : [operation];
    return {
      met: coverage.met,
      total: coverage.total,
      operations: shown
        .filter((each) => each !== null)
        .map((each) => {
          const { true: met = [], false: missing = [] } = Object.groupBy(cells.get(each) ?? [], (cell) =>
            cell.earned + cell.injected > 0 ? 'true' : 'false',
          );
          return { operation: each, met: met.map(cellText), missing: missing.map(cellText) };
        }),
    };
  },
});

const cellText = ({ status, code }: { status: number; code: string }): string => `${status} ${code}`;
