import { allDecisions, decisionsBySubject } from '../../src/app/decisions.ts';
import type { Decision } from '../../src/core/decisions/decision.ts';

/** The register as a page: `docs/decisions.md`. */
export const decisionsPage = (): string => `# Specified, observed, assumed

<!-- Generated from the register (src/app/decisions.ts) by \`npx vitest run --project unit test/app/decisions.test.ts -u\`. -->

The service's specification leaves gaps. Each behaviour of the sandbox has one of three tags:

- **specified**: the specification says so; comments and tests cite its section in [contract.md](contract.md).
- **observed**: public descriptions or real clients of the service agree on it.
- **assumed**: nothing public shows it, so it is a guess. The column *setting* names the setting, or the term of a key, that
  changes it.

This page lists the ${allDecisions.filter(({ tag }) => tag === 'observed').length} observed and ${allDecisions.filter(({ tag }) => tag === 'assumed').length} assumed behaviours; the specified
ones are the contract itself.

\`\`\`sh
creator-sandbox decisions --tag assumed
curl -s http://127.0.0.1:4310/__admin/decisions
curl -s 'http://127.0.0.1:4310/__admin/requests?decision=fields-get'
\`\`\`

The first command needs no running sandbox; in the clone it is \`npm start -s -- decisions --tag assumed\`. The second also counts the answers that relied on each decision; with \`?key=\`
it counts those of one key, as far back as the journal goes. The journal lists the decisions of each request in
\`decisions\`. A sandbox, and \`exec\`, ends with the assumptions that your calls relied on.

A decision marked *general* applies to all answers, or to none visibly, so single answers do not list it. A price that you
replace with the setting \`prices\` no longer counts as an assumption.

## Strict

With \`--strict\` (\`SANDBOX_STRICT=true\`, \`"strict": true\`) the sandbox refuses to answer by an assumption that would
mislead client code if it were wrong. Such a call is answered 501 with problem details (RFC 9457) that name the decision and
the reason. It costs nothing, counts as refused in \`GET /usage\`, and the journal lists the decision in \`decisions\`.

- If the request shows that it relies on the assumption, the 501 comes after the checks of key, rate limit and permissions,
  and before validation and look-up.
- If only the answer shows it (an error code, an offset past the end), the 501 comes in place of that answer.
- Forced refusals (\`Prefer\`, a fault rule, a magic identifier) are refused too: client code cannot distinguish them from
  others, so the sandbox does not give a code that is a guess.
- A stream that has begun is not affected.

500 and 503 can be forced under \`--strict\`: their codes are assumed, but their statuses are specified, and clients act on
the status. Shapes that all refusals share (\`details\`, class names) are not strict either, because no refusal would be left.

| id | behaviour | why it is strict |
|---|---|---|
${allDecisions.flatMap(({ id, what, strict }) => (strict === undefined ? [] : [row(`\`${id}\``, what, strict)])).join('\n')}
${decisionsBySubject.map(([about, decisions]) => room(about, decisions)).join('')}`;

const room = (about: string, decisions: readonly Decision[]): string => `
## ${about}

| id | behaviour | tag | setting |
|---|---|---|---|
${decisions.map(({ id, what, tag, setting, reliedOnBy }) => row(`<a id="${id}"></a>\`${id}\``, what, reliedOnBy === 'general' ? `${tag}, general` : tag, setting === undefined ? '' : `\`${setting}\``)).join('\n')}
`;

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
