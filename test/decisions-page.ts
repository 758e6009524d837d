import { allDecisions, decisionsByRoom } from '../src/decisions.ts';
import type { Decision } from '../src/register/decision.ts';

/** The register as a page to read: `docs/decisions.md`. */
export const decisionsPage = (): string => `# Specified, observed, assumed

<!-- Made from the register in the code (src/decisions.ts) by \`npx vitest run --project unit test/decisions.test.ts -u\`. -->

The service's specification leaves gaps. Each behaviour of the sandbox carries one of three tags:

- **specified**: the interface specification says so; comments and tests cite its section.
- **observed**: public descriptions or real clients of the service agree on it.
- **assumed**: nobody shows it, and we chose. Where a knob makes sense, there is one: a setting, or a term of a key.

What is specified is not listed here: it is the contract. This is the rest: ${allDecisions.filter(({ tag }) => tag === 'observed').length} observed and ${allDecisions.filter(({ tag }) => tag === 'assumed').length} assumed behaviours.

    creator-sandbox decisions --tag assumed
    curl localhost:4310/__admin/decisions
    curl 'localhost:4310/__admin/requests?decision=fields-get'

The first needs no running sandbox. The second also tells how many answers leaned on each (with \`?key=\` those of one key,
as far as the journal has them); the journal notes it of every request (\`decisions\`), and at its end a sandbox, and \`exec\`,
says on which assumed ones your calls leaned. What is marked *general* holds of the sandbox and is told of no single
answer: all answers lean on it, or none shows that it does. A price that the setting \`prices\` replaces for an operation is
yours, and no assumption of ours any more.

## Strict

With \`--strict\` (\`SANDBOX_STRICT=true\`, \`"strict": true\`) the sandbox does not answer by the assumptions that would mislead
client code if they were wrong. A call that touches one is answered 501 with problem details (RFC 9457) that name the
decision and the reason; it costs nothing, counts in \`GET /usage\` as refused, and stands in the journal with its decision
in \`decisions\`. It comes where the request shows what it asks for: after the key, the rate limit and the permissions, before
validation and look-up. Where only the answer shows it (an error code, an offset past the end), it comes in place of that
answer. A refusal that was forced by \`Prefer\`, a fault rule or an identifier is no exception: client code cannot tell it
from an earned one, so a code that is a guess is not given. What is told inside a stream that has begun stays.

500 and 503 can be forced under \`--strict\`: their codes are assumed, but their statuses are specified, and clients act on
these. Shapes that all refusals share (\`details\`, class names) are not strict either: no refusal would be left.

| id | behaviour | why it is strict |
|---|---|---|
${allDecisions.flatMap(({ id, what, strict }) => (strict === undefined ? [] : [row(`\`${id}\``, what, strict)])).join('\n')}
${decisionsByRoom.map(([about, decisions]) => room(about, decisions)).join('')}`;

const room = (about: string, decisions: readonly Decision[]): string => `
## ${about}

| id | behaviour | tag | knob |
|---|---|---|---|
${decisions.map(({ id, what, tag, knob, reliedOnBy }) => row(`\`${id}\``, what, reliedOnBy === 'general' ? `${tag}, general` : tag, knob === undefined ? '' : `\`${knob}\``)).join('\n')}
`;

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
