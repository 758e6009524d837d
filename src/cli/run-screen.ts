import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { roundedCredits } from '../core/credits.ts';
import { shellWord, shortLine } from '../core/plain-text.ts';
import {
  atCallSite,
  brokenRuleName,
  calledOperations,
  cellName,
  headLine,
  type OperationPart,
  requestLines,
} from '../report/formats/parts.ts';
import type { Report } from '../report/model.ts';
import type { RefusedRow } from './refusals.ts';

export interface AboutRun {
  readonly refused: readonly RefusedRow[];
  /** The command and the flags before it, for the next commands. */
  readonly command: string;
  readonly flags: string;
  /** Those that `mutate` and `explore` take too. */
  readonly trialFlags: string;
  /** The file that has the report as JSON already. */
  readonly json: string | undefined;
  /** Whether a variable named the address. */
  readonly isAddressNamed: boolean;
  /** The hosts that the command was seen to ask beside the sandbox. */
  readonly askedHosts: readonly string[];
  /** The hosts that `--service` named. */
  readonly services: readonly string[];
}

/** Rows of each part, so that all fits a screen. */
const maxShownRows = 3;
const maxNamedCells = 3;
/** One for each slip that stops a client at its first calls. */
const maxShownRefusals = 10;

/** One screen: the calls of a command, what was refused, the rules it broke, its waste, the answers it never met, its gates, and the next commands. */
export function runScreen(report: Report, about: AboutRun): string {
  const lines = [
    `creator-sandbox: ${headLine(report)}`,
    ...(report.receipt.calls === 0 ? noRequests(about) : foundLines(report, about)),
    ...gateLines(report),
    ...(report.receipt.calls === 0
      ? []
      : ['', 'Next:', ...nextCommands(report, about).map((each) => `  ${each}`)]),
  ];
  return `\n${lines.join('\n')}\n`;
}

const foundLines = (report: Report, { refused }: AboutRun): string[] => [
  ...calledLines(report),
  ...refusedLines(refused),
  ...bugLines(report),
  ...wasteLines(report),
  ...unmetLines(report),
];

function noRequests({ isAddressNamed, askedHosts, services }: AboutRun): string[] {
  return [
    'The command sent no request to the sandbox.',
    askedHosts.length > 0 ? askedElsewhere(askedHosts, services) : askedNobody(isAddressNamed, services),
    ...(services.length > 0
      ? []
      : ['Every command finds the address in CREATOR_SANDBOX_URL, and a key in CREATOR_SANDBOX_KEY.']),
  ];
}

function askedElsewhere(hosts: readonly string[], services: readonly string[]): string {
  const named = hosts.slice(0, maxShownRows);
  const asked = `It asked ${[...named, ...more(hosts.length - named.length)].join(', ')}`;
  const other = hosts.find((host) => !services.includes(host));
  if (other === undefined) return `${asked}.`;
  const place = services.length === 0 ? '' : `, not ${services.join(', ')}`;
  return `${asked}${place}. Is that the service? --service ${other} leads its requests here.`;
}

function askedNobody(isAddressNamed: boolean, services: readonly string[]): string {
  if (services.length > 0)
    return `It was seen to ask no host at all: is ${services.join(', ')} the host in its code, and do its tests start the client?`;
  return isAddressNamed
    ? 'Does it read another variable, or have tests of its own that start no client?'
    : 'Its client does not know the address: name the variable from which it takes it, such as --env API_URL=url --env API_KEY=key, or the host that it calls, such as --service api.example.com.';
}

function refusedLines(refused: readonly RefusedRow[]): string[] {
  if (refused.length === 0) return [];
  const sum = refused.reduce((total, { count }) => total + count, 0);
  return [
    `Refused    ${formatCount(sum, 'request')}, as the service would`,
    ...refused
      .slice(0, maxShownRefusals)
      .map((each) =>
        shortLine(
          `  ${each.answer} ${each.count}× at ${each.subject}${atCallSite(each)}${each.reason === '' ? '' : `: ${each.reason}`}`,
        ),
      ),
    ...moreLines(refused.length - maxShownRefusals),
  ];
}

const gateLines = ({ gates }: Report): string[] =>
  gates.map(
    ({ gate, wanted, found, holds }) =>
      `Gate ${gate}: ${wanted}; ${found}. ${holds ? 'It holds.' : 'It does not hold.'}`,
  );

function calledLines({ receipt }: Report): string[] {
  const rows = receipt.byOperation.toSorted((a, b) => b.calls - a.calls);
  const named = rows
    .slice(0, 2 * maxShownRows)
    .map(({ operation, calls }) => `${operation ?? 'unknown paths'} ${calls}×`);
  return [`Called     ${[...named, ...more(rows.length - named.length)].join(', ')}`];
}

function bugLines({ clientRules }: Report): string[] {
  const broken = clientRules
    .filter(({ ignored }) => ignored === undefined)
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  return [
    `Bugs       ${broken.length === 0 ? 'none: no client rule is broken' : formatCount(broken.length, 'client rule is broken', 'client rules are broken')}`,
    ...broken
      .slice(0, maxShownRows)
      .flatMap((each) => [
        `  ${each.severity}: ${brokenRuleName(each)} ${each.requestCount}×${atCallSite(each)}. ${each.sentence}`,
        ...firstRequestOf(each),
      ]),
    ...moreLines(broken.length - maxShownRows),
  ];
}

function wasteLines({ waste, receipt }: Report): string[] {
  const found = waste.filter(({ credits }) => credits > 0).toSorted((a, b) => b.credits - a.credits);
  const sum = roundedCredits(found.reduce((total, { credits }) => total + credits, 0));
  return [
    `Wasted     ${sum} of ${formatCount(receipt.credits, 'credit')}`,
    ...found
      .slice(0, maxShownRows)
      .flatMap((each) => [
        `  ${formatCount(each.credits, 'credit')}: ${each.rule} ${each.requestCount}× at ${each.operation}${atCallSite(each)}`,
        ...firstRequestOf(each),
      ]),
    ...moreLines(found.length - maxShownRows),
  ];
}

function unmetLines(report: Report): string[] {
  const parts = calledOperations(report).toSorted((a, b) => b.sums.calls - a.sums.calls);
  const { met, total } = report.coverage.called;
  return [
    `Never met  ${total - met} of ${total} answers of these operations`,
    ...parts
      .slice(0, maxShownRows)
      .map(
        (part) =>
          `  ${part.operation}${callingLine(report, part)}: ${cellNames(part.neverMet.map(cellName))}`,
      ),
    ...moreLines(parts.length - maxShownRows, 'operation'),
  ];
}

/** The line that called an operation most. */
function callingLine({ receipt: { byTest } }: Report, { operation }: OperationPart): string {
  const [first] = byTest
    .flatMap(({ callSites }) => callSites)
    .flatMap(({ callSite, operations }) =>
      operations.flatMap((row) => (callSite && row.operation === operation ? [{ ...row, callSite }] : [])),
    )
    .toSorted((a, b) => b.calls - a.calls || b.credits - a.credits);
  return first ? ` (${formatCallSite(first.callSite)})` : '';
}

const cellNames = (names: readonly string[]): string =>
  names.length === 0
    ? 'all are met'
    : [...names.slice(0, maxNamedCells), ...more(names.length - maxNamedCells)].join(', ');

const firstRequestOf = (of: Parameters<typeof requestLines>[0]): string[] =>
  requestLines(of)
    .slice(0, 1)
    .map((line) => `    ${line}`);

const more = (count: number): string[] => (count > 0 ? [`${count} more`] : []);

const moreLines = (count: number, noun = ''): string[] =>
  count > 0 ? [`  ${noun === '' ? `${count} more` : `${formatCount(count, `more ${noun}`)}`}`] : [];

/** The next commands: keep it so, where the run did not yet; look further; see where the credits go. */
function nextCommands({ clientRules, coverage }: Report, about: AboutRun): string[] {
  const { command, flags, trialFlags, json } = about;
  const run = (...words: string[]) =>
    ['npx creator-sandbox', ...words, '--', command].filter((each) => each !== '').join(' ');
  const hasRefusals = coverage.cells.some(
    ({ status, earned, injected }) => status >= 400 && earned + injected > 0,
  );
  const file = `--json ${shellWord(json ?? 'run.json')}`;
  const isRuleGateNew = clientRules.length > 0 && !flags.includes('--max-rule-breaks');
  return [
    ...(json === undefined || isRuleGateNew
      ? [run('exec', flags, file, ...(isRuleGateNew ? ['--max-rule-breaks 0'] : []))]
      : []),
    run(hasRefusals ? 'mutate' : 'explore', trialFlags),
    `npx creator-sandbox report ${shellWord(json ?? 'run.json')}`,
  ];
}
