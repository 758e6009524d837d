import type { Millicredits } from '../core/credits.ts';
import type { Call, FindingDetails, Found, Judgement, SeenCall, Watch } from './call.ts';
import { createFindings, type Findings, isWaste } from './findings.ts';
import { createHistory } from './history.ts';
import { createNextSteps, type NextSteps } from './next-steps.ts';
import { pageOf } from './pages.ts';
import { isRefreshed } from './rules/paid-again.ts';
import { type ClientRuleName, clientRules, type WasteRuleName, wasteRules } from './rules.ts';

/** Judges the calls of a run by all rules, in blocks. */
export interface Judge {
  /** Takes a call whose outcome is known. */
  take(call: Call): void;
  /** Takes a stream that its client left. */
  takeLeft(stream: Call): void;
  /** Judges what waits, so that all findings so far are there. */
  judgeAll(): void;
  /** All findings, also those that later calls may take back. */
  findings(): Findings;
  readonly nextSteps: NextSteps;
  /** Decides what later calls could take back: they have nothing to do with those before. */
  decide(): void;
}

export interface JudgeOptions {
  /** Takes a call that was paid before. */
  onPaidAgain(call: Call): void;
  /** Takes a success that the client had long before. */
  onRefreshed(call: Call): void;
  onWaste(rule: WasteRuleName, credits: Millicredits): void;
}

/** Calls that are judged at once: of more, V8 would copy what waits to where only a whole collection frees it. */
const maxBlock = 64;
/** A large body weighs as much as so many calls: it is kept until its block is judged. */
const largeWeight = 16;

type RuleName = ClientRuleName | WasteRuleName;
const rules = Object.entries({ ...clientRules, ...wasteRules }) as [RuleName, Judgement][];
const rulesOfOne = rules.flatMap(([name, { breaks }]) => (breaks ? [{ name, breaks }] : []));

export function createJudge({ onPaidAgain, onRefreshed, onWaste }: JudgeOptions): Judge {
  let block: Call[] = [];
  let weight = 0;
  const findings = createFindings();
  const history = createHistory();
  let watches: [RuleName, Watch][] = [];
  const nextSteps = createNextSteps();

  const foundBy =
    (rule: RuleName): Found =>
    (request, details) =>
      add(rule, request, details);

  function add(rule: RuleName, request: Call | SeenCall, details: FindingDetails = {}): void {
    findings.add(rule, request, details);
    if (isWaste(rule)) onWaste(rule, details.credits ?? 0);
  }

  function watchAnew(): void {
    watches = rules.flatMap(([name, { watch }]) => (watch ? [[name, watch(foundBy(name))]] : []));
  }
  watchAnew();

  function judgeAll(): void {
    const calls = block.sort((a, b) => a.input.id - b.input.id);
    block = [];
    weight = 0;
    for (const ofKey of Map.groupBy(calls, ({ keyId }) => keyId).values()) {
      // Calls of different clients say nothing about each other.
      if (!ofKey[0]?.isShared) judgeKey(ofKey);
      for (const call of ofKey) judgeOne(call);
    }
  }

  function judgeKey(calls: readonly Call[]): void {
    history(calls);
    for (const call of calls) {
      const page = pageOf(call);
      if (page) call.page = page;
    }
    nextSteps.judge(calls);
    for (const [, watch] of watches) watch.judge(calls);
  }

  function judgeOne(call: Call): void {
    for (const { name, breaks } of rulesOfOne) {
      const broken = breaks(call);
      if (!broken) continue;
      add(name, call, broken === true ? {} : broken);
      if (name === 'paid-again') onPaidAgain(call);
    }
    if (isRefreshed(call)) onRefreshed(call);
  }

  return {
    take(call) {
      block.push(call);
      weight += call.input.body === undefined ? largeWeight : 1;
      if (weight >= maxBlock) judgeAll();
    },
    takeLeft(stream) {
      for (const [name, { breaksAtEnd }] of rules) if (breaksAtEnd?.(stream)) add(name, stream);
    },
    judgeAll,
    findings() {
      const all = findings.copy();
      for (const [name, { undecided }] of watches)
        undecided?.((request, details) => all.add(name, request, details));
      return all;
    },
    nextSteps,
    decide() {
      judgeAll();
      for (const [name, { undecided }] of watches) undecided?.(foundBy(name));
      watchAnew();
    },
  };
}
