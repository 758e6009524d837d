import { formatCount, formatTimes } from '../core/count.ts';
import { roundedCredits } from '../core/credits.ts';
import { nearestHint } from '../core/nearest.ts';
import { ownCommand } from '../system/own-command.ts';
import type { GateResult, Report, ReportCell } from './model.ts';
import { notables } from './reply-facts.ts';
import { type ClientRuleName, clientRuleNames } from './rules.ts';

/** The gates that a run must pass. A gate that is absent holds. */
export interface Gates {
  /** Credits that all keys together may spend. */
  budget?: number | undefined;
  /** Percentage of the outcomes of the called operations that the run must meet. */
  minCoverage?: number | undefined;
  /** Refusals that the run must meet: `402/INSUFFICIENT_CREDITS`, `429`, `QuotaNotEnough`. */
  require?: readonly string[] | undefined;
  /** Credits that may be wasted. */
  maxWaste?: number | undefined;
  maxRuleBreaks?: number | undefined;
  /** No call may rely on an assumption that may mislead client code. */
  refuseAssumptions?: boolean | undefined;
  /** A run that other gates judge may make no request. */
  allowNoRequests?: boolean | undefined;
  /** By client rule, the reason for which it is ignored. */
  ignoreRules?: Readonly<Record<string, unknown>> | undefined;
}

/** The report with the results of these gates, and with the client rules marked that they ignore. */
export function applyGates(report: Report, gates: Gates): Report {
  const clientRules = report.clientRules.map((broken) => {
    const reason = gates.ignoreRules?.[broken.rule];
    return reason === undefined ? broken : { ...broken, ignored: String(reason) };
  });
  const marked = { ...report, clientRules };
  const results = [...report.gates, ...resultsOf(marked, gates)];
  if (results.length > 0 && !gates.allowNoRequests) results.push(...requestsGate(marked));
  return { ...marked, gates: results };
}

/** The gates that do not hold, in one paragraph; undefined if all hold. */
export function gateFailure({ gates }: Pick<Report, 'gates'>): string | undefined {
  const failed = gates.filter(({ holds }) => !holds);
  if (failed.length === 0) return undefined;
  return `${formatCount(failed.length, 'gate does', 'gates do')} not hold. ${failed.map(({ advice }) => advice).join(' ')}`;
}

/** @returns one sentence about the first value that no run can fulfil; undefined if there is none */
export function findGateFlaw(
  { require = [], ignoreRules = {} }: Gates,
  cells: readonly ReportCell[],
): string | undefined {
  for (const wanted of require)
    if (!cells.some((cell) => fits(cell, wanted)))
      return `require: no operation can answer "${wanted}"${nearestHint(wanted, cells.map(requirementOf))}.`;
  for (const [rule, reason] of Object.entries(ignoreRules)) {
    if (!clientRuleNames.includes(rule as ClientRuleName))
      return `ignoreRules: there is no rule "${rule}"${nearestHint(rule, clientRuleNames)}.`;
    if (typeof reason !== 'string' || reason === '')
      return `ignoreRules: "${rule}" needs a reason, such as {"${rule}": "the server decides"}.`;
  }
  return undefined;
}

/** A requirement names a status, a code, or both. */
const fits = ({ status, code }: ReportCell, wanted: string): boolean =>
  [String(status), code, `${status}/${code}`].includes(wanted);

const requirementOf = ({ status, code }: ReportCell): string => `${status}/${code}`;

const isMet = ({ earned, injected }: ReportCell): boolean => earned + injected > 0;

function resultsOf(report: Report, gates: Gates): GateResult[] {
  const { budget, minCoverage, require = [], maxWaste, maxRuleBreaks, refuseAssumptions } = gates;
  return [
    ...(budget === undefined ? [] : [budgetGate(report, budget)]),
    ...(minCoverage === undefined ? [] : [coverageGate(report, minCoverage)]),
    ...require.map((wanted) => requiredGate(report, wanted)),
    ...(maxWaste === undefined ? [] : [wasteGate(report, maxWaste)]),
    ...(maxRuleBreaks === undefined ? [] : [clientRulesGate(report, maxRuleBreaks)]),
    ...(refuseAssumptions ? [assumptionsGate(report)] : []),
  ];
}

function budgetGate({ receipt: { credits, byOperation } }: Report, budget: number): GateResult {
  const dearest = byOperation.toSorted((a, b) => b.credits - a.credits)[0]?.operation;
  return result(
    'budget',
    `at most ${formatCount(budget, 'credit')}`,
    formatCount(credits, 'credit'),
    credits <= budget,
    () => {
      const over = roundedCredits(credits - budget);
      return `The run spent ${formatCount(credits, 'credit')}, ${over} more than the budget of ${budget}: save calls, most of all to ${dearest}, or raise --budget.`;
    },
  );
}

/**
 * Nothing is proved by a run whose client found another address, or other paths. It is shown where it does not hold, and the
 * gate of `--service` does not say so already.
 */
function requestsGate({ receipt: { calls, byOperation }, gates }: Report): GateResult[] {
  if (byOperation.some(({ operation }) => operation !== null)) return [];
  if (calls === 0 && gates.some(({ gate, holds }) => gate === 'service' && !holds)) return [];
  const asked =
    calls === 0
      ? 'The command asked the sandbox for nothing'
      : `The command asked for ${formatCount(calls, 'path')} that the service does not have, and for nothing else`;
  return [
    result(
      'requests',
      'at least 1',
      calls === 0 ? 'none' : `none, and ${formatCount(calls, 'unknown path')}`,
      false,
      () =>
        `${asked}, so its gates judge nothing: point its client at CREATOR_SANDBOX_URL, or give --allow-no-requests.`,
    ),
  ];
}

function coverageGate({ coverage: { called, cells }, receipt }: Report, percent: number): GateResult {
  const found = called.total === 0 ? 0 : (called.met / called.total) * 100;
  const names = new Set(receipt.byOperation.map(({ operation }) => operation));
  return result(
    'min-coverage',
    `at least ${percent} %`,
    `${shown(found)} % (${called.met} of ${called.total})`,
    found >= percent,
    () => {
      const missing = cells.find((cell) => names.has(cell.operation) && !isMet(cell));
      const example = missing ? `, such as ${missing.status}/${missing.code} of ${missing.operation}` : '';
      return called.total === 0
        ? 'No operation was called, so nothing is covered.'
        : `The run met ${called.met} of the ${called.total} outcomes of the operations that it called, which is ${shown(found)} % and not ${percent} %: test further answers${example}, or lower --min-coverage.`;
    },
  );
}

/** Rounded down, so that a gate that does not hold never looks as if it did. */
const shown = (percent: number): number => Math.floor(percent * 10) / 10;

function requiredGate({ coverage: { cells } }: Report, wanted: string): GateResult {
  const fitting = cells.filter((cell) => fits(cell, wanted));
  const met = fitting.filter(isMet).length;
  return result(
    'require',
    wanted,
    met === 0 ? 'never met' : `met at ${formatCount(met, 'operation')}`,
    met > 0,
    () => `No call met ${wanted}: ${wayTo(fitting[0] as ReportCell)}.`,
  );
}

function wayTo({ status, code }: ReportCell): string {
  if (code === notables.refreshed.code)
    return 'let a test advance the clock by more than ten minutes and ask for the same again, or the cache of the client never expires';
  if (status < 400) return 'let a test make a call that gets it';
  return `force it with the header \`Prefer: code=${status}, example=${code}\` or with a fault rule`;
}

function wasteGate({ waste }: Report, max: number): GateResult {
  const wasted = roundedCredits(waste.reduce((sum, { credits }) => sum + credits, 0));
  const [worst] = waste.toSorted((a, b) => b.credits - a.credits);
  return result(
    'max-waste',
    `at most ${formatCount(max, 'credit')}`,
    formatCount(wasted, 'credit'),
    wasted <= max,
    () =>
      `The run wasted ${formatCount(wasted, 'credit')}, and the gate allows ${max}: look at ${worst?.rule} of ${worst?.operation} first, or raise --max-waste.`,
  );
}

function clientRulesGate({ clientRules }: Report, max: number): GateResult {
  const counted = clientRules.filter(({ ignored }) => ignored === undefined);
  const found = counted.reduce((sum, { requestCount }) => sum + requestCount, 0);
  return result(
    'max-rule-breaks',
    `at most ${max}`,
    String(found),
    found <= max,
    () =>
      `The client broke client rules ${formatTimes(found)} (${[...new Set(counted.map(({ rule }) => rule))].join(', ')}), and the gate allows ${max}: correct the client, or ignore a rule with its reason in ignoreRules.`,
  );
}

function assumptionsGate({ assumptions }: Report): GateResult {
  const misleading = assumptions.filter(({ strict }) => strict).map(({ id }) => id);
  return result(
    'refuse-assumptions',
    'none marked (!)',
    misleading.length === 0 ? 'none' : misleading.join(', '),
    misleading.length === 0,
    () =>
      `Calls relied on assumptions that may mislead client code (${misleading.join(', ')}): read them with \`${ownCommand} decisions\`, and avoid such calls.`,
  );
}

const result = (
  gate: string,
  wanted: string,
  found: string,
  holds: boolean,
  advice: () => string,
): GateResult => ({ gate, wanted, found, holds, ...(!holds && { advice: advice() }) });
