import { type CallSite, furtherCallSites } from '../core/call-site.ts';
import type { Millicredits } from '../core/credits.ts';
import type { Call, FindingDetails, SeenCall } from './call.ts';
import { evidenceOf, maxEvidence, siteName } from './evidence.ts';
import { compareBy } from './order.ts';
import { type ClientRuleName, clientRuleNames, type WasteRuleName, wasteRuleNames } from './rules.ts';
import type { Evidence } from './tally-input.ts';

type RuleName = ClientRuleName | WasteRuleName;

/** The breaks of one rule at one call site; waste also of one operation. */
export interface Finding<Name extends RuleName = RuleName> {
  readonly rule: Name;
  /** The number of the operation. */
  readonly operation: number;
  readonly callSite: CallSite | null;
  credits: Millicredits;
  requestCount: number;
  /** The first requests. */
  readonly requests: Evidence[];
  /** The first parameters that broke it, each once. */
  readonly parameters: string[];
}

export interface Findings {
  add(rule: RuleName, request: Call | SeenCall, details?: FindingDetails): void;
  /** By rule, operation and call site, in the order of the report. */
  all(): Finding[];
  /** The same findings, to which more can be added. */
  copy(): Findings;
}

/** Beyond so many rows, the call sites of a finding share one. */
const maxRows = 1_000;

const order: readonly string[] = [...clientRuleNames, ...wasteRuleNames];

export const isWaste = (rule: RuleName): rule is WasteRuleName =>
  (wasteRuleNames as readonly string[]).includes(rule);

export function createFindings(known: readonly Finding[] = []): Findings {
  const rows = new Map<string, Finding>();
  function rowOf(rule: RuleName, operation: number, callSite: CallSite | null): Finding {
    const name = siteName(isWaste(rule) ? `${rule} ${operation}` : rule, callSite);
    const found = rows.get(name);
    if (found) return found;
    if (rows.size >= maxRows && callSite !== null && callSite !== furtherCallSites)
      return rowOf(rule, operation, furtherCallSites);
    const row = { rule, operation, callSite, credits: 0, requestCount: 0, requests: [], parameters: [] };
    rows.set(name, row);
    return row;
  }
  for (const row of known) {
    const { requests, parameters } = row;
    Object.assign(rowOf(row.rule, row.operation, row.callSite), {
      ...row,
      requests: [...requests],
      parameters: [...parameters],
    });
  }
  const all = () =>
    [...rows.values()].sort(
      (a, b) =>
        order.indexOf(a.rule) - order.indexOf(b.rule) ||
        (isWaste(a.rule) ? a.operation - b.operation : 0) ||
        bySite(a, b),
    );
  return {
    add(rule, request, { parameters = [], credits = 0, times = 1 } = {}) {
      const isSeen = 'evidence' in request;
      const callSite = isSeen ? request.evidence.callSite : (request.input.request.callSite ?? null);
      const row = rowOf(rule, request.operation.number, callSite);
      row.credits += credits;
      row.requestCount += times;
      if (row.requests.length < maxEvidence)
        row.requests.push(isSeen ? request.evidence : evidenceOf(request.input));
      for (const name of parameters)
        if (row.parameters.length < maxEvidence && !row.parameters.includes(name)) row.parameters.push(name);
    },
    all,
    copy: () => createFindings(all()),
  };
}

const bySite = compareBy(({ callSite }: Finding) => siteName('', callSite));
