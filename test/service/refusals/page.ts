import { type Operation, operationsOf } from '../../../src/core/operations.ts';
import type { ServedRoute } from '../../../src/service/http/served.ts';
import { outcomes } from '../../generations.ts';
import { type Provocation, type Refusable, refusables } from './ways.ts';

/** All answers of each operation, and the way to each: `docs/refusals.md`. */
export const refusalsPage = (
  served: readonly ServedRoute[],
): string => `# Every refusal, and how to provoke it

<!-- Generated from the tables of refusals and operations by \`npx vitest run --project unit test/service/refusals/ -u\`. -->

A refusal is *earned* by a key, by a request or by a setting of the sandbox, or it is *forced*. Everything in these tables
can be forced too: by the header \`Prefer: code=<status>, example=<code>\`, by a fault rule, and in place of a look-up by an
identifier ([forcing.md](forcing.md)). The test of this page provokes each cell over HTTP.

- **key**, **request**, **setting**: what earns it; the table of ways says how.
- **forced**: nothing earns it on this operation, but it can be forced.
- **-**: the operation never answers so.

An unknown path is 404 without an envelope, in both generations: \`GET /nothing\`, \`GET /v2/nothing\`. Bodies, headers
and URLs that cannot be read are 400 \`VALIDATION_ERROR\` or \`BodyInvalid\`.
${refusables(served).map(section).join('')}`;

function section(generation: Refusable): string {
  const { number, refusals } = generation;
  const codes = codesOf(generation);
  const requests = number === 3;
  return `
## Generation ${number}

| ${requests ? 'status | ' : ''}code | earned by |
|---${requests ? '|---' : ''}|---|
${refusals.map(({ row: { status, errorCode }, how }) => row(...(requests ? [String(status)] : []), `\`${errorCode}\``, how)).join('\n')}

${requests ? streamed : 'Every refusal has the status of the setting `v2Status`, 403 by default. The strings of the columns:'}
${codes.map((code, index) => `\n${index + 1}. \`${code}\``).join('')}

| operation | ${codes.map((_, index) => index + 1).join(' | ')} |${requests ? ' requests that earn 400 and 404 |' : ''}
|---${codes.map(() => '|---').join('')}|${requests ? '---|' : ''}
${operationsOf(number)
  .map((operation) =>
    row(
      `\`${operation.methods.join(', ')} /${operation.id}\``,
      ...codes.map((code) => cellOf(generation, operation, code)),
      ...(requests ? [requestsOf(generation, operation)] : []),
    ),
  )
  .join('\n')}
`;
}

const streamed = `After its start a stream of \`/nls\` can fail with these codes, when a fault rule forces it
(\`{"profile": "failed-result", "errorCode": "CONFLICT"}\`), and with the last one when the sandbox stops:
${outcomes
  .ofStream('nls')
  .map(({ errorCode }) => `\`${errorCode}\``)
  .join(', ')}.

The codes of the columns:`;

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
