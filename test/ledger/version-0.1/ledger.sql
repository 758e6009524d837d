PRAGMA application_id = 1131565922;
PRAGMA user_version = 3;
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
  opening       TEXT NOT NULL
) STRICT;
CREATE INDEX accountsByRenewal ON accounts (renewsAt - clockOffsetMs);
CREATE TABLE keys (
  number       INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  secret       TEXT NOT NULL UNIQUE,
  account      INTEGER NOT NULL,
  origin       TEXT NOT NULL CHECK (origin IN ('demo', 'minted', 'admin')),
  allow        TEXT,
  fractional   INTEGER NOT NULL CHECK (fractional IN (0, 1)),
  testOnly     INTEGER NOT NULL CHECK (testOnly IN (0, 1)),
  spendLimit   INTEGER CHECK (spendLimit >= 0),
  spent        INTEGER NOT NULL CHECK (spent BETWEEN 0 AND 9007199254740991),
  held         INTEGER NOT NULL CHECK (held >= 0),
  rateCount    INTEGER,
  rateWindowMs INTEGER,
  opening      TEXT NOT NULL
) STRICT;
CREATE INDEX keysByAccount ON keys (account);
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
  at        INTEGER NOT NULL
) STRICT;
CREATE INDEX holdsByKey ON holds (key);
CREATE TABLE usage (
  key       INTEGER NOT NULL,
  day       INTEGER NOT NULL,
  operation TEXT NOT NULL,
  requests  INTEGER NOT NULL,
  charged   INTEGER NOT NULL,
  credits   INTEGER NOT NULL,
  PRIMARY KEY (key, day, operation)
) STRICT, WITHOUT ROWID;
CREATE TABLE submissions (
  key  INTEGER NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (key, kind, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE submissionDays (
  key   INTEGER NOT NULL,
  kind  TEXT NOT NULL,
  day   INTEGER NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (key, kind, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
  name    TEXT PRIMARY KEY,
  takenAt INTEGER NOT NULL,
  bytes   INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE totals (
  minted INTEGER NOT NULL CHECK (minted >= 0)
) STRICT;
INSERT INTO accounts VALUES (1, 'account-2a97516c354b6884', 30000, 0, 0, 0, 0, 0, 0, 2592000000, 1772323200000, 1777507200000, 0, 3, '{"plan":30000,"limit":9000}');
INSERT INTO accounts VALUES (2, 'account-4e65afd0de31dcb2', 20000, 20000, 4000, 1000, 0, 3000, 0, 2592000000, 1772323200005, 1774915200005, 0, 3, '{"plan":20000,"purchased":5000,"rate":{"count":3,"windowMs":10000}}');
INSERT INTO accounts VALUES (3, 'account-4e398933c065f2da', 4000, 1000, 0, 0, 0, 0, 0, 2592000000, 1772323205000, 1774915205000, 5000, 2, '{"plan":4000,"allow":["nls"],"fractional":true,"clockOffsetMs":5000}');
INSERT INTO keys VALUES (1, '2a97516c354b6884', 'demo', 1, 'demo', NULL, 0, 0, 9000, 2000, 0, NULL, NULL, '{"plan":30000,"limit":9000}');
INSERT INTO keys VALUES (2, '4e65afd0de31dcb2', 'sandbox:plan=20,purchased=5,rate=3/10s:kept', 2, 'minted', NULL, 0, 0, NULL, 21000, 3000, 3, 10000, '{"plan":20000,"purchased":5000,"rate":{"count":3,"windowMs":10000}}');
INSERT INTO keys VALUES (3, '4e398933c065f2da', 'created-secret', 3, 'admin', '["nls"]', 1, 0, NULL, 1000, 0, NULL, NULL, '{"plan":4000,"allow":["nls"],"fractional":true,"clockOffsetMs":5000}');
INSERT INTO keys VALUES (4, '5bcaffed4d27f7b2', 'beside', 3, 'admin', NULL, 0, 1, 1000, 0, 0, NULL, NULL, '{"limit":1000,"testOnly":true}');
INSERT INTO entries VALUES (1, 1, 1772323200000, 'open', NULL, NULL, NULL, 30000, 0, 0, 30000, NULL);
INSERT INTO entries VALUES (1, 2, 1772323200000, 'charge', '2a97516c354b6884', 'clip/profile', 'byCall', -2000, 0, 0, 28000, '0123456789abcdef0123456789abcdef');
INSERT INTO entries VALUES (1, 3, 1774915200000, 'renew', NULL, NULL, NULL, 2000, 0, 0, 30000, NULL);
INSERT INTO entries VALUES (2, 1, 1772323200005, 'open', NULL, NULL, NULL, 20000, 5000, 0, 25000, NULL);
INSERT INTO entries VALUES (2, 2, 1772323200010, 'charge', '4e65afd0de31dcb2', 'clip/profile', NULL, -20000, -1000, 0, 4000, '0123456789abcdef0123456789abcdef');
INSERT INTO entries VALUES (2, 3, 1772323200020, 'hold', '4e65afd0de31dcb2', 'nls', NULL, 0, 0, 3000, 4000, '0123456789abcdef0123456789abcdef');
INSERT INTO entries VALUES (3, 1, 1772323205000, 'open', NULL, NULL, NULL, 4000, 0, 0, 4000, NULL);
INSERT INTO entries VALUES (3, 2, 1772323200000, 'charge', '4e398933c065f2da', 'sponsor/submit', NULL, -1000, 0, 0, 3000, '0123456789abcdef0123456789abcdef');
INSERT INTO holds VALUES (1, 2, 0, 3000, 'nls', NULL, '0123456789abcdef0123456789abcdef', 1772323200020);
INSERT INTO usage VALUES (1, 20513, 'clip/profile', 1, 1, 2000);
INSERT INTO usage VALUES (1, 20514, 'nls', 1, 0, 0);
INSERT INTO usage VALUES (2, 20513, 'clip/profile', 1, 1, 21000);
INSERT INTO usage VALUES (3, 20513, 'sponsor/submit', 1, 1, 1000);
INSERT INTO submissions VALUES (3, 'brands', 'a');
INSERT INTO submissions VALUES (3, 'brands', 'b');
INSERT INTO submissionDays VALUES (3, 'brands', 20513, 2);
INSERT INTO snapshots VALUES ('first', 1772323200000, 17, '{"origin":"minted"}');
INSERT INTO totals VALUES (1);
