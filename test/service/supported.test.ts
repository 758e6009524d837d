import { expect, it } from 'vitest';
import { allDecisions } from '../../src/app/decisions.ts';
import { wholeInWords } from '../../src/app/openapi/prices.ts';
import type { Decision } from '../../src/core/decisions/decision.ts';
import { isFractional, type Operation, type OperationId, operations } from '../../src/core/operations.ts';
import type { PriceView } from '../../src/core/prices.ts';
import { missingOperations } from '../../src/service/v2/missing.ts';
import { testApp } from '../harness.ts';

const { deps } = await testApp({ vocabulary: 'neutral' });
const prices = deps.prices.toJSON();

/** A decision on more operations than this is no more about one than about another. */
const maxOperations = 20;

/** The decisions about an operation by name. */
const decisionsOn = (id: OperationId): Decision[] =>
  allDecisions.filter(({ reliedOnBy }) => {
    if (typeof reliedOnBy === 'string') return false;
    const named = new Set([reliedOnBy].flat().flatMap(({ on }) => on ?? operations.map((each) => each.id)));
    return named.size <= maxOperations && named.has(id);
  });

const links = (decisions: readonly Decision[]): string =>
  decisions.map(({ id }) => `[${id}](decisions.md#${id})`).join(', ') || '-';

/** The words of the page about an operation, beside its name. */
function cellsOf(operation: Operation): string[] {
  const { id } = operation;
  const open = decisionsOn(id);
  const settings = new Set(open.flatMap(({ setting }) => (setting?.endsWith('=') ? [] : (setting ?? []))));
  return [
    `${wholeInWords(id, prices[id] as PriceView)}${isFractional(operation) ? ', or by `fields`' : ''}`,
    links(open.filter(({ tag }) => tag === 'observed')),
    links(open.filter(({ tag }) => tag === 'assumed')),
    [...settings].map((name) => `\`${name}\``).join(', ') || '-',
  ];
}

const nameOf = ({ id, methods }: Operation): string =>
  `${methods.join(', ')} ${deps.words
    .pathsOf(id)
    .map((path) => `\`${path}\``)
    .join(', ')}`;

/** Operations of which the same is said share a row. */
const table = (generation: 2 | 3): string => {
  const own = operations.filter((operation) => operation.generation === generation);
  const alike = Map.groupBy(own, (operation) => JSON.stringify(cellsOf(operation)));
  const rows = [...alike.values()].map((group) => {
    const [first] = group as [Operation];
    return `| ${[group.map(nameOf).join(', '), ...cellsOf(first)].join(' | ')} |`;
  });
  return `| operation | price in credits | observed | assumed | settings |
|---|---|---|---|---|
${rows.join('\n')}`;
};

const page = `# What is supported

<!-- Generated from the operations, the register and the list of what is missing by \`npx vitest run --project unit test/service/supported -u\`. -->

Every operation, in the neutral words ([vocabulary.md](vocabulary.md)). All that neither column names is as the specification has it
([contract.md](contract.md)), or the same for all operations ([decisions.md](decisions.md)). The setting \`prices\` changes every price,
\`lookups\` the methods of look-ups, \`withdrawn\` withdraws operations of generation 3.

## Generation 3: key in \`api-key\`

${table(3)}

## Generation 2: key in \`apiId\`

${table(2)}

## Missing

The service is known to have these, and nobody shows what they answer. GET and POST are answered by a problem of status 501 that
says so; it costs nothing, and the journal and the end of a run name it. Any other path is unknown as the service has it.

${missingOperations.map((path) => `- \`${path}\``).join('\n')}

Lists of niches, topics and brands are those of the sandbox's world, smaller than the service's; the ready fault \`large-reply\`
sends a large one.
`;

it('docs/supported.md names every operation, what is assumed of it, and what is missing', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/supported.md');
});
