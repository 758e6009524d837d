import { allDecisions, decisionsBySubject } from '../../src/app/decisions.ts';
import type { Decision } from '../../src/core/decisions/decision.ts';

/** The register as a page: `docs/decisions.md`. */
export const decisionsPage = (): string => `# Specified, observed, assumed

<!-- Generated from the register (src/app/decisions.ts) by \`npx vitest run --project unit test/app/decisions.test.ts -u\`. -->

Each behaviour of the sandbox has one of three tags:

- **specified**: the service's specification says so ([contract.md](contract.md)).
- **observed**: public descriptions or real clients of the service agree on it.
- **assumed**: nothing public shows it, so it is a guess. The setting behind the tag, or the term of a key, changes it.

This page lists the ${allDecisions.filter(({ tag }) => tag === 'observed').length} observed and ${allDecisions.filter(({ tag }) => tag === 'assumed').length} assumed behaviours. *General* ones apply to all answers, so single answers do not
list them.

\`\`\`sh
creator-sandbox decisions --tag assumed
curl -s 'http://127.0.0.1:4310/__admin/decisions?key=demo-full'
curl -s 'http://127.0.0.1:4310/__admin/requests?decision=fields-get'
\`\`\`

The first needs no running sandbox. The second counts the answers that relied on each behaviour; without \`key\` those of all
keys. A run ends with the assumptions that its calls relied on. A price that the setting \`prices\` replaces is none.

## Strict

With \`--strict\` a call that relies on one of these gets 501, a problem (RFC 9457) that names it. It costs nothing and counts as
refused. Where the request shows the assumption, the 501 comes after the checks of key, rate and permission; where only the
answer does, in its place. Forced refusals are refused too. A stream that has begun is not affected.

| ids | why a wrong guess would mislead a client |
|---|---|
${strictRows()}
${decisionsBySubject.map(([about, decisions]) => room(about, decisions)).join('')}`;

/** Decisions that are strict for the same reason share a row. */
function strictRows(): string {
  const byReason = Map.groupBy(
    allDecisions.filter(({ strict }) => strict !== undefined),
    ({ strict }) => strict ?? '',
  );
  const linked = (decisions: readonly Decision[]) => decisions.map(({ id }) => `[${id}](#${id})`).join(', ');
  return [...byReason].map(([reason, decisions]) => row(linked(decisions), reason)).join('\n');
}

const room = (about: string, decisions: readonly Decision[]): string => `
## ${about}

| id | behaviour | tag |
|---|---|---|
${decisions.map((decision) => row(`<a id="${decision.id}"></a>\`${decision.id}\``, decision.what, tagOf(decision))).join('\n')}
`;

const tagOf = ({ tag, setting, reliedOnBy }: Decision): string =>
  [
    tag,
    ...(reliedOnBy === 'general' ? ['general'] : []),
    ...(setting === undefined ? [] : [`\`${setting}\``]),
  ].join(', ');

const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
