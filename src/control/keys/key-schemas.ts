import { type Static, Type } from '@sinclair/typebox';
import { type Millicredits, maxCredits, toCredits, toMillicredits } from '../../core/credits.ts';
import { nearestOperation } from '../../core/nearest-operation.ts';
import { findOperation } from '../../core/operations.ts';
import { formatRate, parseRate, type Rate } from '../../core/rates.ts';
import type { KeyChanges, KeyState, KeyTerms } from '../../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { Choice, closed, Nullable } from '../route-docs.ts';
import { Duration, durationText, milliseconds } from '../times.ts';

const Credits = (description: string) => Type.Number({ minimum: 0, maximum: maxCredits, description });
const AnyCredits = (description: string) => Type.Number({ description });

const changeable = {
  plan: Type.Optional(Credits('Credits that come back with every cycle.')),
  used: Type.Optional(Credits('Credits of the plan that this cycle has used.')),
  purchased: Type.Optional(Credits('Credits that do not lapse.')),
  unlimited: Type.Optional(Type.Boolean({ description: 'The account never runs out.' })),
  cycle: Type.Optional(Duration('Length of a billing cycle, such as 30d.')),
  limit: Type.Optional(Nullable(Credits('What the key may spend in all its life; null = no limit.'))),
  fractional: Type.Optional(Type.Boolean({ description: 'May ask for single fields.' })),
  rate: Type.Optional(
    Nullable(Type.String({ maxLength: 30, description: 'Such as 3/10s; null = as many as it likes.' })),
  ),
  allow: Type.Optional(
    Nullable(
      Type.Array(Type.String(), { maxItems: 200, description: 'Operations it may call; null = every one.' }),
    ),
  ),
  testOnly: Type.Optional(Type.Boolean({ description: 'Refused by generation 2.' })),
  clockOffset: Type.Optional(Duration("Added to the sandbox's clock, such as 31d or -2h.")),
};

export const NewKey = Type.Object(
  {
    key: Type.Optional(Type.String({ description: 'The key itself; random when absent.' })),
    account: Type.Optional(
      Type.String({ description: 'The account to join, or to open under this name; its own when absent.' }),
    ),
    ...changeable,
    spent: Type.Optional(Credits('What the key has spent already.')),
  },
  closed,
);

export const ChangedKey = Type.Object(changeable, { ...closed, minProperties: 1 });

export const TopUp = Type.Object(
  { plan: changeable.plan, purchased: changeable.purchased },
  { ...closed, minProperties: 1 },
);

export const KeyView = Type.Object(
  {
    id: Type.String({ description: 'Names the key in paths and in the journal.' }),
    key: Type.String({
      description: 'Whole when it is created and for demo keys; otherwise its last characters.',
    }),
    origin: Choice(['demo', 'minted', 'admin'], 'Given at the start, describing itself, or made here.'),
    account: Type.String(),
    plan: Type.Number(),
    used: Type.Number(),
    planRemaining: Type.Number(),
    purchased: Type.Number(),
    held: AnyCredits('Set aside by streams that are under way.'),
    available: Nullable(AnyCredits('What a further call may take; null when unlimited.')),
    unlimited: Type.Boolean(),
    cycle: Type.String(),
    anchorAt: Nullable(Type.Integer({ description: "The account's first use, epoch milliseconds." })),
    renewsAt: Nullable(Type.Integer()),
    limit: Nullable(Type.Number()),
    spent: Type.Number(),
    fractional: Type.Boolean(),
    rate: Nullable(Type.String()),
    allow: Nullable(Type.Array(Type.String())),
    testOnly: Type.Boolean(),
    clockOffset: Type.String(),
  },
  closed,
);

/** @param shown the key whole, in the one reply that may show it */
export function keyView(state: KeyState, shown = state.shown): Static<typeof KeyView> {
  return {
    id: state.id,
    key: shown,
    origin: state.origin,
    account: state.account,
    plan: toCredits(state.plan),
    used: toCredits(state.used),
    planRemaining: toCredits(state.planRemaining),
    purchased: toCredits(state.purchased),
    held: toCredits(state.held),
    available: state.available === null ? null : toCredits(state.available),
    unlimited: state.unlimited,
    cycle: durationText(state.cycleMs),
    anchorAt: state.anchorAt,
    renewsAt: state.renewsAt,
    limit: state.limit === null ? null : toCredits(state.limit),
    spent: toCredits(state.spent),
    fractional: state.fractional,
    rate: state.rate === null ? null : formatRate(state.rate),
    allow: state.allow && [...state.allow],
    testOnly: state.testOnly,
    clockOffset: durationText(state.clockOffsetMs),
  };
}

/** A new key as the ledger takes it: null says the same as absent. @throws Problem 422 */
export function keyTerms({ key, account, spent, ...terms }: Static<typeof NewKey>): KeyTerms {
  const { limit, allow, rate, ...changes } = keyChanges(terms);
  return {
    ...changes,
    ...(key !== undefined && { key }),
    ...(account !== undefined && { account }),
    ...(spent !== undefined && { spent: millicredits('spent', spent) }),
    ...(limit != null && { limit }),
    ...(allow != null && { allow }),
    ...(rate != null && { rate }),
  };
}

/** What is given and nothing else. @throws Problem 422 */
export function keyChanges(given: Static<typeof ChangedKey>): KeyChanges {
  const { plan, used, purchased, limit, unlimited, fractional, testOnly } = given;
  const { cycle, clockOffset, rate, allow } = given;
  return {
    ...(plan !== undefined && { plan: millicredits('plan', plan) }),
    ...(used !== undefined && { used: millicredits('used', used) }),
    ...(purchased !== undefined && { purchased: millicredits('purchased', purchased) }),
    ...(limit !== undefined && { limit: limit === null ? null : millicredits('limit', limit) }),
    ...(unlimited !== undefined && { unlimited }),
    ...(fractional !== undefined && { fractional }),
    ...(testOnly !== undefined && { testOnly }),
    ...(cycle !== undefined && { cycleMs: milliseconds('cycle', cycle) }),
    ...(clockOffset !== undefined && { clockOffsetMs: milliseconds('clockOffset', clockOffset) }),
    ...(rate !== undefined && { rate: rate === null ? null : rateOf(rate) }),
    ...(allow !== undefined && { allow: allow === null ? null : operationsOf(allow) }),
  };
}

/** @throws Problem 422 for more than 3 decimals */
export function millicredits(name: string, credits: number): Millicredits {
  const amount = toMillicredits(credits);
  if (amount === undefined)
    throw new Problem(422, `'${name}' is from 0 to 10^12 credits with at most 3 decimals.`);
  return amount;
}

function rateOf(text: string): Rate {
  const rate = parseRate(text);
  if (!rate) throw new Problem(422, "'rate' is <requests>/<duration>, such as 3/10s.");
  return rate;
}

function operationsOf(names: readonly string[]): string[] {
  for (const name of names) knownOperation('allow', name);
  return [...new Set(names)];
}

/** @throws Problem 422 with the nearest operation */
export function knownOperation(field: string, name: string): void {
  if (!findOperation(name))
    throw new Problem(
      422,
      `'${field}': ${JSON.stringify(name)} is not an operation; the nearest valid one is ${nearestOperation(name)}.`,
    );
}
