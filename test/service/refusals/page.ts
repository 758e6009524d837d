import { type Operation, operationsOf } from '../../../src/core/operations.ts';
import type { ServedRoute } from '../../../src/service/http/served.ts';
import { outcomes } from '../../generations.ts';
import { type Provocation, type Refusable, refusables } from './ways.ts';

/** All answers of each operation, and the way to each: `docs/refusals.md`. */
export const refusalsPage = (
  served: readonly ServedRoute[],
): string => `# Every refusal, and how to provoke it

<!-- Generated from the tables of refusals and operations by \`npx vitest run --project unit test/service/refusals/ -u\`. -->

A key, a request or a setting *earns* a refusal. Each one can also be *forced*, by a header, an identifier or a rule
([forcing.md](forcing.md)). A test provokes all of them over HTTP.

An unknown path is 404 without an envelope, in both generations: \`GET /nothing\`, \`GET /v2/nothing\`. Bodies, headers
and URLs that cannot be read are 400 \`VALIDATION_ERROR\` or \`BodyInvalid\`.
${refusables(served).map(section).join('')}`;

function section(generation: Refusable): string {
  const { number, refusals } = generation;
  const codes = codesOf(generation);
  const requests = number === 3;
  const cells = operationsOf(number).map((operation) => ({
    operation,
    cells: codes.map((code) => cellOf(generation, operation, code)),
    requests: requests ? requestsOf(generation, operation) : '',
  }));
  const differs = codes.map((_, at) => new Set(cells.map((each) => each.cells[at])).size > 1);
  const everywhere = codes.filter((_, at) => !differs[at]);
  const rows = Map.groupBy(cells, (each) => JSON.stringify([each.cells, each.requests]));
  return `
## Generation ${number}

| ${requests ? 'status | ' : ''}code | earned by |
|---${requests ? '|---' : ''}|---|
${refusals.map(({ row: { status, errorCode }, how }) => row(...(requests ? [String(status)] : []), `\`${errorCode}\``, how)).join('\n')}

${requests ? streamed : 'Every refusal has the status of the setting `v2Status`, 403 by default.'}

Equal for all operations, by the table above: ${listed(everywhere)}. The others:

| operations | earned | only forced |${requests ? ' requests that earn 400 and 404 |' : ''}
|---|---|---|${requests ? '---|' : ''}
${[...rows.values()]
  .map((alike) => {
    const [{ cells: found, requests: earning } = { cells: [], requests: '' }] = alike;
    const of = (isEarned: boolean) =>
      listed(
        codes.filter((_, at) => differs[at] && found[at] !== '-' && (found[at] !== 'forced') === isEarned),
      );
    const names = alike.map(({ operation }) => `\`${operation.methods.join(', ')} /${operation.id}\``);
    return row(names.join(', '), of(true), of(false), ...(requests ? [earning] : []));
  })
  .join('\n')}
`;
}

const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ') || '-';

const streamed = `After its start a stream of \`/nls\` can fail with these codes, when a fault rule forces it
(\`{"profile": "failed-result", "errorCode": "CONFLICT"}\`), and with the last one when the sandbox stops:
${listed(outcomes.ofStream('nls').map(({ errorCode }) => errorCode))}.`;

export const codesOf = ({ refusals }: Refusable): string[] => [
  ...new Set(refusals.map(({ row: { errorCode } }) => errorCode)),
];

/** A way to provoke a code on an operation. */
export function cellOf({ refusals }: Refusable, operation: Operation, code: string): string {
  const ways = refusals.filter(
    (refusal) => refusal.row.errorCode === code && refusal.provoke(operation) !== undefined,
  );
  if (ways.length > 0) return [...new Set(ways.map(({ by }) => by))].join(', ');
  return outcomes.of(operation.id).some(({ errorCode }) => errorCode === code) ? 'forced' : '-';
}

const requestsOf = ({ refusals }: Refusable, operation: Operation): string =>
  refusals
    .filter(({ by }) => by === 'request')
    .flatMap(({ provoke }) => provoke(operation) ?? [])
    .map(({ parameters }: Provocation) => `\`${JSON.stringify(parameters)}\``)
    .join(', ');

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
