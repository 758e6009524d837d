import { type Static, Type } from '@sinclair/typebox';
import { earliestAt, latestAt } from '../core/clock.ts';
import { maxCredits } from '../core/credits.ts';
import { maxDurationMs } from '../core/durations.ts';
import type { KeyOrigin } from '../core/keys/terms.ts';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';
import { dayOf } from './days.ts';
import { entryKinds } from './entries.ts';

const most = Number.MAX_SAFE_INTEGER;

const Amount = Type.Integer({ minimum: 0, maximum: most });
/** At most 10^12 credits, in thousandths. */
const Given = Type.Integer({ minimum: 0, maximum: maxCredits * 1000 });
const Movement = Type.Integer({ minimum: -most, maximum: most });
/** An account's clock differs from the sandbox's by at most its offset. */
export const savedAt = { minimum: earliestAt - maxDurationMs, maximum: latestAt + maxDurationMs };
const At = Type.Integer(savedAt);
const AtOrNever = nullable(At);
/** Up to one cycle later. */
const RenewsAt = nullable(Type.Integer({ ...savedAt, maximum: savedAt.maximum + maxDurationMs }));
const Length = Type.Integer({ minimum: 1, maximum: maxDurationMs });
const Offset = Type.Integer({ minimum: -maxDurationMs, maximum: maxDurationMs });
const Day = Type.Integer({
  minimum: dayOf(savedAt.minimum),
  maximum: dayOf(savedAt.maximum),
});
const Count = Type.Integer({ minimum: 1, maximum: most });
const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' });
const AccountId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });
const Name = Type.String({ maxLength: 100 });
const Submitted = choice(['creators', 'brands']);

const Rate = Type.Object({ count: Type.Integer({ minimum: 1, maximum: 999_999 }), windowMs: Length }, closed);
const Operations = Type.Array(Name, { maxItems: 200 });

const funds = {
  plan: Type.Optional(Given),
  used: Type.Optional(Given),
  purchased: Type.Optional(Given),
  unlimited: Type.Optional(Type.Boolean()),
  cycleMs: Type.Optional(Length),
  clockOffsetMs: Type.Optional(Offset),
};

/** The terms that an account or a key began with, for resets. */
const Opening = Type.Object(
  {
    ...funds,
    limit: Type.Optional(Given),
    spent: Type.Optional(Given),
    fractional: Type.Optional(Type.Boolean()),
    testOnly: Type.Optional(Type.Boolean()),
    allow: Type.Optional(Operations),
    rate: Type.Optional(Rate),
  },
  closed,
);

/** An entry without its number, which is its position, and without fields that are null or 0. */
const SavedEntry = Type.Object(
  {
    at: At,
    kind: choice(entryKinds),
    /** On an entry that carries older ones: how many. */
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: most })),
    keyId: Type.Optional(KeyId),
    operation: Type.Optional(Name),
    rule: Type.Optional(Name),
    plan: Type.Optional(Movement),
    purchased: Type.Optional(Movement),
    held: Type.Optional(Movement),
    balance: Movement,
    traceId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{1,32}$' })),
  },
  closedAs('SavedEntry'),
);
export type SavedEntry = Static<typeof SavedEntry>;

const SavedAccount = Type.Object(
  {
    id: AccountId,
    plan: Given,
    used: Amount,
    purchased: Given,
    purchasedUsed: Amount,
    unlimited: Type.Boolean(),
    cycleMs: Length,
    anchorAt: AtOrNever,
    renewsAt: RenewsAt,
    clockOffsetMs: Offset,
    opening: Opening,
    entries: Type.Array(SavedEntry, { minItems: 1 }),
  },
  closedAs('SavedAccount'),
);
export type SavedAccount = Static<typeof SavedAccount>;

const SavedKey = Type.Object(
  {
    id: KeyId,
    account: AccountId,
    origin: choice(['demo', 'self-describing', 'admin'] satisfies KeyOrigin[]),
    secret: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$' })),
    /** SHA-256 of the key, instead of `secret`. */
    digest: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    /** With a digest: the last characters of the key. */
    ends: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{0,4}$' })),
    limit: nullable(Given),
    spent: Amount,
    fractional: Type.Boolean(),
    testOnly: Type.Boolean(),
    allow: nullable(Operations),
    rate: nullable(Rate),
    opening: Opening,
    usage: Type.Array(
      Type.Object({ day: Day, operation: Name, requests: Count, charged: Amount, credits: Amount }, closed),
    ),
    submitted: Type.Array(
      Type.Object({ kind: Submitted, name: Type.String({ minLength: 1, maxLength: 3_000 }) }, closed),
    ),
    submittedOn: Type.Array(Type.Object({ kind: Submitted, day: Day, count: Count }, closed)),
  },
  closedAs('SavedKey'),
);
export type SavedKey = Static<typeof SavedKey>;

/**
 * The whole ledger, in thousandths of a credit and epoch milliseconds. It has open holds released, for their streams
 * are not saved.
 */
export const SavedLedger = Type.Object(
  {
    accounts: Type.Array(SavedAccount),
    /** In the order of their creation. */
    keys: Type.Array(SavedKey),
  },
  closedAs('SavedLedger'),
);
export type SavedLedger = Static<typeof SavedLedger>;

/** A contradiction in a saved ledger. */
export interface Flaw {
  /** JSON pointer. */
  pointer: string;
  /** A sentence. */
  says: string;
}
