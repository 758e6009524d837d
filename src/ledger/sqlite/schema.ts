/** Raise it with every change to the tables: a file of another version is refused. */
export const schemaVersion = 1;

/** Identifies the file in SQLite's header ("CrSb"). */
export const applicationId = 0x43725362;

/**
 * Amounts are whole thousandths of a credit, instants and lengths milliseconds. `available` of an account is
 * plan − used − heldPlan + purchased − heldPurchased; its entries sum to plan − used and to purchased.
 * `opening` is the JSON of the terms that an account or a key began with, for resets. Rows refer to each other by
 * number without REFERENCES, and only entries are looked up here: the rest is read whole at the opening.
 * `checksum` is the CRC-32 of the other columns, so that a damaged row is noticed at the opening; `commits` counts them.
 * The checks are a last line of defence: a bug in the rules fails its own transaction instead of losing money.
 */
export const schema = `
CREATE TABLE accounts (
  number        INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  plan          INTEGER NOT NULL CHECK (plan BETWEEN 0 AND 9007199254740991),
  used          INTEGER NOT NULL CHECK (used BETWEEN 0 AND 9007199254740991),
  purchased     INTEGER NOT NULL CHECK (purchased BETWEEN heldPurchased AND 9007199254740991),
  purchasedUsed INTEGER NOT NULL CHECK (purchasedUsed >= 0),
  heldPlan      INTEGER NOT NULL CHECK (heldPlan >= 0),
  heldPurchased INTEGER NOT NULL CHECK (heldPurchased >= 0),
  unlimited     INTEGER NOT NULL CHECK (unlimited IN (0, 1)),
  cycleMs       INTEGER NOT NULL CHECK (cycleMs > 0),
  anchorAt      INTEGER,
  renewsAt      INTEGER,
  clockOffsetMs INTEGER NOT NULL,
  entries       INTEGER NOT NULL CHECK (entries >= 0),
  opening       TEXT NOT NULL,
  checksum      INTEGER NOT NULL
) STRICT;
CREATE TABLE keys (
  number       INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  secret       TEXT NOT NULL UNIQUE,
  account      INTEGER NOT NULL,
  origin       TEXT NOT NULL CHECK (origin IN ('demo', 'self-describing', 'admin')),
  allow        TEXT,
  fractional   INTEGER NOT NULL CHECK (fractional IN (0, 1)),
  testOnly     INTEGER NOT NULL CHECK (testOnly IN (0, 1)),
  spendLimit   INTEGER CHECK (spendLimit >= 0),
  spent        INTEGER NOT NULL CHECK (spent BETWEEN 0 AND 9007199254740991),
  held         INTEGER NOT NULL CHECK (held >= 0),
  rateCount    INTEGER,
  rateWindowMs INTEGER,
  opening      TEXT NOT NULL,
  checksum     INTEGER NOT NULL
) STRICT;
CREATE TABLE entries (
  account   INTEGER NOT NULL,
  id        INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  keyId     TEXT,
  operation TEXT,
  rule      TEXT,
  plan      INTEGER NOT NULL,
  purchased INTEGER NOT NULL,
  held      INTEGER NOT NULL,
  balance   INTEGER NOT NULL,
  traceId   TEXT,
  checksum  INTEGER NOT NULL,
  PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE holds (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  key       INTEGER NOT NULL,
  plan      INTEGER NOT NULL CHECK (plan >= 0),
  purchased INTEGER NOT NULL CHECK (purchased >= 0),
  operation TEXT NOT NULL,
  rule      TEXT,
  traceId   TEXT NOT NULL,
  at        INTEGER NOT NULL,
  checksum  INTEGER NOT NULL
) STRICT;
CREATE TABLE usage (
  key       INTEGER NOT NULL,
  day       INTEGER NOT NULL,
  operation TEXT NOT NULL,
  requests  INTEGER NOT NULL,
  charged   INTEGER NOT NULL,
  credits   INTEGER NOT NULL,
  checksum  INTEGER NOT NULL,
  PRIMARY KEY (key, day, operation)
) STRICT, WITHOUT ROWID;
CREATE TABLE submissions (
  key      INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  name     TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (key, kind, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE submissionDays (
  key      INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  day      INTEGER NOT NULL,
  count    INTEGER NOT NULL CHECK (count > 0),
  checksum INTEGER NOT NULL,
  PRIMARY KEY (key, kind, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared (
  name     TEXT PRIMARY KEY,
  account  INTEGER,
  counter  INTEGER NOT NULL CHECK (counter IN (0, 1)),
  value    TEXT,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
  name     TEXT PRIMARY KEY,
  takenAt  INTEGER NOT NULL,
  bytes    INTEGER NOT NULL,
  content  TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE commits (number INTEGER NOT NULL) STRICT;
INSERT INTO commits VALUES (0);
`;
