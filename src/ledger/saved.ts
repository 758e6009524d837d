import { type Static, Type } from '@sinclair/typebox';
import { earliestAt, latestAt } from '../core/clock.ts';
import { maxCredits } from '../core/credits.ts';
import { maxDurationMs } from '../core/durations.ts';
import type { KeyOrigin } from '../core/keys/terms.ts';
import { choice, closed, closedAs, nullable } from '../core/schema.ts';
import { vocabularies } from '../core/vocabulary.ts';
import { dayOf } from './days.ts';
import { entryKinds } from './entries.ts';

const maxInteger = Number.MAX_SAFE_INTEGER;

const Amount = Type.Integer({ minimum: 0, maximum: maxInteger });
/** At most 10^12 credits, in thousandths. */
const Granted = Type.Integer({ minimum: 0, maximum: maxCredits * 1000 });
const Movement = Type.Integer({ minimum: -maxInteger, maximum: maxInteger });
/** The instants of accounts, whose clocks differ from the sandbox's by at most `maxDurationMs`. */
export const savedAt = { minimum: earliestAt - maxDurationMs, maximum: latestAt + maxDurationMs };
const At = Type.Integer(savedAt);
const AtOrNever = nullable(At);
/** A renewal is up to one cycle later. */
const RenewsAt = nullable(Type.Integer({ ...savedAt, maximum: savedAt.maximum + maxDurationMs }));
const DurationMs = Type.Integer({ minimum: 1, maximum: maxDurationMs });
const Offset = Type.Integer({ minimum: -maxDurationMs, maximum: maxDurationMs });
const Day = Type.Integer({ minimum: dayOf(savedAt.minimum), maximum: dayOf(savedAt.maximum) });
const PositiveCount = Type.Integer({ minimum: 1, maximum: maxInteger });
const KeyId = Type.String({ pattern: '^[0-9a-f]{16}$' });
const AccountId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });
const ShortName = Type.String({ maxLength: 100 });
const SubmissionKind = choice(['creators', 'brands']);

const RateCount = Type.Integer({ minimum: 1, maximum: 999_999 });
const Rate = Type.Object({ count: RateCount, windowMs: DurationMs }, closed);
const Operations = Type.Array(ShortName, { maxItems: 200 });

/** No file or body that is read has room for more. */
const many = { maxItems: 5_000_000 };

const funds = {
  plan: Type.Optional(Granted),
  used: Type.Optional(Granted),
  purchased: Type.Optional(Granted),
  unlimited: Type.Optional(Type.Boolean()),
  cycleMs: Type.Optional(DurationMs),
  clockOffsetMs: Type.Optional(Offset),
};

/** The terms that an account or a key began with, for resets. */
const Opening = Type.Object(
  {
    ...funds,
    limit: Type.Optional(Granted),
    spent: Type.Optional(Granted),
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
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger })),
    keyId: Type.Optional(KeyId),
    operation: Type.Optional(ShortName),
    rule: Type.Optional(ShortName),
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
    plan: Granted,
    used: Amount,
    purchased: Granted,
    purchasedUsed: Amount,
    unlimited: Type.Boolean(),
    cycleMs: DurationMs,
    anchorAt: AtOrNever,
    renewsAt: RenewsAt,
    clockOffsetMs: Offset,
    opening: Opening,
    entries: Type.Array(SavedEntry, { minItems: 1, ...many }),
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
    limit: nullable(Granted),
    spent: Amount,
    fractional: Type.Boolean(),
    testOnly: Type.Boolean(),
    allow: nullable(Operations),
    rate: nullable(Rate),
    /** The words that it used last. */
    words: Type.Optional(choice(vocabularies)),
    opening: Opening,
    usage: Type.Array(
      Type.Object(
        { day: Day, operation: ShortName, requests: PositiveCount, charged: Amount, credits: Amount },
        closed,
      ),
      many,
    ),
    submitted: Type.Array(
      Type.Object({ kind: SubmissionKind, name: Type.String({ minLength: 1, maxLength: 3_000 }) }, closed),
      many,
    ),
    submittedOn: Type.Array(
      Type.Object({ kind: SubmissionKind, day: Day, count: PositiveCount }, closed),
      many,
    ),
  },
  closedAs('SavedKey'),
);
export type SavedKey = Static<typeof SavedKey>;

/**
 * The whole ledger, in thousandths of a credit and epoch milliseconds. Open holds are saved as released, since their
 * streams are not saved.
 */
export const SavedLedger = Type.Object(
  {
    accounts: Type.Array(SavedAccount, many),
    /** In the order of their creation. */
    keys: Type.Array(SavedKey, many),
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
