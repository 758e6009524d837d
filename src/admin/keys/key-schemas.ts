import { type Static, Type } from '@sinclair/typebox';
import { type Millicredits, maxCredits, toCredits, toMillicredits } from '../../core/credits.ts';
import { formatRate, parseRate, type Rate } from '../../core/rates.ts';
import { choice, closedAs, nullable } from '../../core/schema.ts';
import type { KeyChanges, KeyState, KeyTerms } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';
import { assertOperation, Duration, formatSignedDuration, readMilliseconds } from '../values.ts';

const CreditsSchema = (description: string) => Type.Number({ minimum: 0, maximum: maxCredits, description });

/** The terms of a key that may change. */
const changeable = {
  plan: Type.Optional(CreditsSchema('Credits of the plan; every cycle renews them.')),
  used: Type.Optional(CreditsSchema('Credits of the plan used in this cycle.')),
  purchased: Type.Optional(CreditsSchema('Credits that never expire.')),
  unlimited: Type.Optional(Type.Boolean({ description: 'The account never runs out of credits.' })),
  cycle: Type.Optional(Duration('Length of a billing cycle, such as 30d.')),
  limit: Type.Optional(nullable(CreditsSchema('Credits that the key may ever spend; null = no limit.'))),
  fractional: Type.Optional(Type.Boolean({ description: 'May request single fields.' })),
  rate: Type.Optional(
    nullable(
      Type.String({ maxLength: 30, description: 'Requests per time, such as 3/10s; null = no limit.' }),
    ),
  ),
  allow: Type.Optional(
    nullable(
      Type.Array(Type.String(), { maxItems: 200, description: 'Operations that it may call; null = all.' }),
    ),
  ),
  testOnly: Type.Optional(Type.Boolean({ description: 'Refused by generation 2.' })),
  clockOffset: Type.Optional(Duration("Added to the sandbox's clock, such as 31d or -2h.")),
};

export const NewKey = Type.Object(
  {
    key: Type.Optional(Type.String({ description: 'The key itself; random when absent.' })),
    account: Type.Optional(
      Type.String({
        description: 'The account to join, or to open under this name; an account of its own when absent.',
      }),
    ),
    ...changeable,
    label: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The name of the key in the report.' }),
    ),
    spent: Type.Optional(CreditsSchema('Credits that the key has already spent.')),
  },
  closedAs('KeyTerms'),
);

export const ChangedKey = Type.Object(changeable, { ...closedAs('KeyChanges'), minProperties: 1 });

export const TopUp = Type.Object(
  { plan: changeable.plan, purchased: changeable.purchased },
  { ...closedAs('TopUp'), minProperties: 1 },
);

export const KeyView = Type.Object(
  {
    id: Type.String({ description: 'Identifies the key in paths and in the journal.' }),
    key: Type.String({
      description: 'The whole key when it is created and for demo keys; otherwise its last characters.',
    }),
    label: nullable(
      Type.String({
        description: 'Its name: given when it was created, or the label in a self-describing key.',
      }),
    ),
    origin: choice(
      ['demo', 'self-describing', 'admin'],
      'demo: there from the start; self-describing: its text gives its terms, created by its first use; admin: created here.',
    ),
    account: Type.String(),
    plan: Type.Number(),
    used: Type.Number(),
    planRemaining: Type.Number(),
    purchased: Type.Number(),
    held: Type.Number({ description: 'Credits set aside by open streams.' }),
    available: nullable(
      Type.Number({ description: 'Credits that a further call may spend; null when unlimited.' }),
    ),
    unlimited: Type.Boolean(),
    cycle: Type.String(),
    anchorAt: nullable(Type.Integer({ description: "The account's first use, epoch milliseconds." })),
    renewsAt: nullable(Type.Integer()),
    limit: nullable(Type.Number()),
    spent: Type.Number(),
    fractional: Type.Boolean(),
    rate: nullable(Type.String()),
    allow: nullable(Type.Array(Type.String())),
    testOnly: Type.Boolean(),
    clockOffset: Type.String(),
  },
  closedAs('Key'),
);

/** @param key the whole key, in the one reply that may show it */
export function keyView(
  { names }: Pick<Deps, 'names'>,
  state: KeyState,
  key = state.shown,
): Static<typeof KeyView> {
  return {
    id: state.id,
    key,
    label: names.labelOf(state.id) ?? state.label,
    origin: state.origin,
    account: state.account,
    plan: toCredits(state.plan),
    used: toCredits(state.used),
    planRemaining: toCredits(state.planRemaining),
    purchased: toCredits(state.purchased),
    held: toCredits(state.held),
    available: state.available === null ? null : toCredits(state.available),
    unlimited: state.unlimited,
    cycle: formatSignedDuration(state.cycleMs),
    anchorAt: state.anchorAt,
    renewsAt: state.renewsAt,
    limit: state.limit === null ? null : toCredits(state.limit),
    spent: toCredits(state.spent),
    fractional: state.fractional,
    rate: state.rate === null ? null : formatRate(state.rate),
    allow: state.allow && [...state.allow],
    testOnly: state.testOnly,
    clockOffset: formatSignedDuration(state.clockOffsetMs),
  };
}

/** A new key in the ledger's terms; null means the same as absent. @throws Problem 422 */
export function readKeyTerms(
  deps: Pick<Deps, 'operations'>,
  { key, account, spent, label: _, ...terms }: Static<typeof NewKey>,
): KeyTerms {
  const { limit, allow, rate, ...changes } = readKeyChanges(deps, terms);
  return {
    ...changes,
    ...(key !== undefined && { key }),
    ...(account !== undefined && { account }),
    ...(spent !== undefined && { spent: readMillicredits('spent', spent) }),
    ...(limit != null && { limit }),
    ...(allow != null && { allow }),
    ...(rate != null && { rate }),
  };
}

/** The given changes and no others, in the ledger's terms. @throws Problem 422 */
export function readKeyChanges(deps: Pick<Deps, 'operations'>, given: Static<typeof ChangedKey>): KeyChanges {
  const { plan, used, purchased, limit, unlimited, fractional, testOnly } = given;
  const { cycle, clockOffset, rate, allow } = given;
  return {
    ...(plan !== undefined && { plan: readMillicredits('plan', plan) }),
    ...(used !== undefined && { used: readMillicredits('used', used) }),
    ...(purchased !== undefined && { purchased: readMillicredits('purchased', purchased) }),
    ...(limit !== undefined && { limit: limit === null ? null : readMillicredits('limit', limit) }),
    ...(unlimited !== undefined && { unlimited }),
    ...(fractional !== undefined && { fractional }),
    ...(testOnly !== undefined && { testOnly }),
    ...(cycle !== undefined && { cycleMs: readMilliseconds('cycle', cycle) }),
    ...(clockOffset !== undefined && { clockOffsetMs: readMilliseconds('clockOffset', clockOffset) }),
    ...(rate !== undefined && { rate: rate === null ? null : readRate(rate) }),
    ...(allow !== undefined && { allow: allow === null ? null : operationsOf(deps, allow) }),
  };
}

/** @throws Problem 422 for more than 3 decimals */
export function readMillicredits(name: string, credits: number): Millicredits {
  const amount = toMillicredits(credits);
  if (amount === undefined)
    throw new Problem(422, `'${name}' must be 0 to 10^12 credits with at most 3 decimals.`);
  return amount;
}

function readRate(text: string): Rate {
  const rate = parseRate(text);
  if (!rate) throw new Problem(422, "'rate' must be <requests>/<duration>, such as 3/10s.");
  return rate;
}

function operationsOf(deps: Pick<Deps, 'operations'>, names: readonly string[]): string[] {
  for (const name of names) assertOperation(deps, 'allow', name);
  return [...new Set(names)];
}
