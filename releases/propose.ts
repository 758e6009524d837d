import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { allDecisions } from '../src/app/decisions.ts';
import { sandboxKeyOf } from '../src/contract/exchange.ts';
import { readExchanges } from '../src/contract/folder.ts';
import type { VerificationReport } from '../src/contract/verify.ts';
import { httpSend, outgoing } from '../src/contract/wire.ts';
import { createSandbox } from '../src/library/index.ts';
import type { Agreement } from '../src/report/agreement.ts';
import { readAgreement } from '../src/report/agreement-file.ts';

/**
 * Turns the differences of `verify --target --json` into proposed edits of the register:
 * `node releases/propose.ts report.json 2026-11-22`. Each entry that a differing answer of the sandbox relies on gets a
 * comment with what the target answered; a person decides whether the entry or the code changes. Prints the text of the
 * change, with the table of the agreement. Prints nothing when the target agrees, unless the committed table is a month old.
 */
const maxSentences = 5;
const agreementFile = 'releases/agreement.json';
const maxTableAgeMs = 30 * 24 * 60 * 60_000;

const [reportFile = '', date = ''] = process.argv.slice(2);
const { differences, compared, creditsSpent } = JSON.parse(
  readFileSync(reportFile, 'utf8'),
) as VerificationReport;
if (differences.length > 0) {
  const byExchange = Map.groupBy(differences, ({ exchange }) => exchange);
  const concerned = await decisionsOf([...byExchange.keys()]);
  const proposals = Map.groupBy(
    differences.flatMap((difference) =>
      (concerned.get(difference.exchange) ?? []).map((id) => ({ id, difference })),
    ),
    ({ id }) => id,
  );
  for (const [id, found] of proposals)
    comment(
      id,
      found.map(({ difference }) => sentenceOf(difference)),
    );
  console.log(textOfChange(concerned));
}
const { operations } = readAgreement(agreementFile);
if (operations.length > 0 && (differences.length > 0 || isTableOld())) console.log(tableOf(operations));

/** Whether the table of the last commit is absent or old. */
function isTableOld(): boolean {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:${agreementFile}`], { encoding: 'utf8' });
  if (status !== 0) return true;
  const committed = JSON.parse(stdout) as Agreement;
  const instants = committed.operations.map(({ lastComparedAt }) => Date.parse(lastComparedAt ?? ''));
  return !(Date.parse(date) - Math.max(...instants) < maxTableAgeMs);
}

function tableOf(compared: Agreement['operations']): string {
  const rows = compared.map(({ operation, lastAgreedAt, lastComparedAt, exchanges, differences: found }) => {
    const days = [lastAgreedAt, lastComparedAt].map((at) => at?.slice(0, 10) ?? 'never');
    return `| ${[operation, ...days, String(exchanges), String(found.length)].map(cell).join(' | ')} |`;
  });
  return [
    '',
    'When each operation last agreed:',
    '',
    '| operation | last agreed | last compared | exchanges | differences |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The decisions, general ones aside, on which the sandbox's own answers to these exchanges rely. */
async function decisionsOf(names: readonly string[]): Promise<Map<string, string[]>> {
  const sandbox = await createSandbox({ size: 60 });
  const send = httpSend({
    url: sandbox.url,
    v2Url: `${sandbox.url}/v2`,
    timeoutMs: 30_000,
    maxBytes: 10_000_000,
  });
  const general = new Set(
    allDecisions.filter(({ reliedOnBy }) => reliedOnBy === 'general').map(({ id }) => id),
  );
  const found = new Map<string, string[]>();
  try {
    for (const exchange of readExchanges().filter(({ name }) => names.includes(name))) {
      const key = sandboxKeyOf(exchange);
      for (const request of [...(exchange.before ?? []), exchange.request])
        await send(outgoing(request, key));
      const last = (await sandbox.requests()).at(-1);
      found.set(
        exchange.name,
        (last?.decisions ?? []).filter((id) => !general.has(id)),
      );
    }
  } finally {
    await sandbox.close();
  }
  return found;
}

/** Writes the sentences above the entry. */
function comment(id: string, sentences: readonly string[]): void {
  const entry = new RegExp(`^ {2}'?${id}'?: \\{$`, 'm');
  const root = new URL('../', import.meta.url);
  for (const file of globSync('src/**/decisions.ts', { cwd: root })) {
    const text = readFileSync(new URL(file, root), 'utf8');
    if (!entry.test(text)) continue;
    const lines = sentences.slice(0, maxSentences).map((sentence) => `  // ${sentence}\n`);
    writeFileSync(
      new URL(file, root),
      text.replace(entry, (line) => `${lines.join('')}${line}`),
    );
    return;
  }
}

function sentenceOf({
  exchange,
  place,
  expected,
  actual,
}: VerificationReport['differences'][number]): string {
  const line = `${date}, the target at ${exchange} ${place}: expected ${expected}, found ${actual}.`;
  // A target decides these words: they must stay one line of a comment.
  return line.replaceAll(/[\r\n\u2028\u2029]/g, ' ');
}

function textOfChange(concerned: ReadonlyMap<string, readonly string[]>): string {
  const rows = differences.map(
    ({ exchange, place, kind, expected, actual }) =>
      `| ${[exchange, place, kind, expected, actual, (concerned.get(exchange) ?? []).join(', ')].map(cell).join(' | ')} |`,
  );
  return [
    `The target differs from the golden exchanges: ${differences.length} differences in ${compared.length} exchanges, for ${creditsSpent} credits.`,
    'Each entry of the register that these answers rely on has a comment. Change the entry or the code, and remove the comment.',
    '',
    '| exchange | place | kind | expected | found | entries |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** A cell of a Markdown table, whatever the target sent. */
function cell(text: string): string {
  return `\`${text.replaceAll(/[`|\r\n]/g, ' ').slice(0, 200)}\``;
}
