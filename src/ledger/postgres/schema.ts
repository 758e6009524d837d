/** Raise it with every change to the tables: a schema of another version is refused. */
export const schemaVersion = 1;

/**
 * Amounts are whole thousandths of a credit, instants and lengths milliseconds. `version` says when a row was written:
 * a replica reads only rows that are newer than those it has. Columns have the names of the fields of the rows.
 * The checks are a last line of defence: a bug in the rules fails its own batch instead of losing money.
 */
export const tables = `
CREATE SEQUENCE versions;
CREATE SEQUENCE "replicaNumbers" MAXVALUE 2000000;
CREATE TABLE sandbox (
  one              boolean PRIMARY KEY DEFAULT true CHECK (one),
  "schemaVersion"  int NOT NULL DEFAULT ${schemaVersion},
  epoch            bigint NOT NULL DEFAULT 1,
  account          bigint NOT NULL DEFAULT 0,
  key              bigint NOT NULL DEFAULT 0,
  "selfDescribing" bigint NOT NULL DEFAULT 0,
  placeholder      bigint NOT NULL DEFAULT 0
);
INSERT INTO sandbox DEFAULT VALUES;
CREATE TABLE replicas (
  number   bigint PRIMARY KEY,
  process  bigint NOT NULL,
  batch    bigint NOT NULL DEFAULT 0,
  "joinedAt" timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat     timestamptz NOT NULL DEFAULT clock_timestamp(),
  "leftAt" timestamptz,
  terms    text NOT NULL,
  about    text NOT NULL,
  flushed  bigint NOT NULL DEFAULT 0,
  answer   text
) WITH (fillfactor = 50);
CREATE FUNCTION confirm(replica bigint, count bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE replicas SET batch = count WHERE number = replica AND "leftAt" IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'this replica has left' USING ERRCODE = 'CS001'; END IF;
END $$;
CREATE TABLE accounts (
  number          bigint PRIMARY KEY,
  id              text NOT NULL UNIQUE,
  plan            bigint NOT NULL CHECK (plan BETWEEN 0 AND 9007199254740991),
  used            bigint NOT NULL CHECK (used BETWEEN 0 AND 9007199254740991),
  purchased       bigint NOT NULL CHECK (purchased BETWEEN "heldPurchased" AND 9007199254740991),
  "purchasedUsed" bigint NOT NULL CHECK ("purchasedUsed" >= 0),
  "heldPlan"      bigint NOT NULL CHECK ("heldPlan" >= 0),
  "heldPurchased" bigint NOT NULL CHECK ("heldPurchased" >= 0),
  unlimited       boolean NOT NULL,
  "cycleMs"       bigint NOT NULL CHECK ("cycleMs" > 0),
  "anchorAt"      bigint,
  "renewsAt"      bigint,
  "clockOffsetMs" bigint NOT NULL,
  entries         bigint NOT NULL CHECK (entries >= 0),
  opening         text NOT NULL,
  version         bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE removals (
  account bigint PRIMARY KEY,
  version bigint NOT NULL
);
CREATE TABLE keys (
  number       bigint PRIMARY KEY,
  id           text NOT NULL UNIQUE,
  secret       text NOT NULL UNIQUE,
  account      bigint NOT NULL,
  origin       text NOT NULL CHECK (origin IN ('demo', 'self-describing', 'admin')),
  allow        text,
  fractional   boolean NOT NULL,
  "testOnly"   boolean NOT NULL,
  "spendLimit" bigint CHECK ("spendLimit" >= 0),
  spent        bigint NOT NULL CHECK (spent BETWEEN 0 AND 9007199254740991),
  held         bigint NOT NULL CHECK (held >= 0),
  rate         text,
  opening      text NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX ON keys (account);
CREATE TABLE entries (
  account   bigint NOT NULL,
  id        bigint NOT NULL,
  at        bigint NOT NULL,
  kind      text NOT NULL,
  "keyId"   text,
  operation text,
  rule      text,
  plan      bigint NOT NULL,
  purchased bigint NOT NULL,
  held      bigint NOT NULL,
  balance   bigint NOT NULL,
  "traceId" text,
  PRIMARY KEY (account, id)
);
CREATE TABLE holds (
  id        bigint PRIMARY KEY,
  replica   bigint GENERATED ALWAYS AS (id >> 32) STORED,
  key       bigint NOT NULL,
  plan      bigint NOT NULL CHECK (plan >= 0),
  purchased bigint NOT NULL CHECK (purchased >= 0),
  operation text NOT NULL,
  rule      text,
  "traceId" text NOT NULL,
  at        bigint NOT NULL
);
CREATE INDEX ON holds (key);
CREATE TABLE usage (
  key       bigint NOT NULL,
  day       bigint NOT NULL,
  operation text NOT NULL,
  requests  bigint NOT NULL,
  charged   bigint NOT NULL,
  credits   bigint NOT NULL,
  version   bigint NOT NULL,
  PRIMARY KEY (key, day, operation)
) WITH (fillfactor = 70);
CREATE TABLE submissions (
  key     bigint NOT NULL,
  kind    text NOT NULL,
  digest  text NOT NULL,
  name    text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (key, kind, digest)
);
CREATE TABLE "submissionDays" (
  key     bigint NOT NULL,
  kind    text NOT NULL,
  day     bigint NOT NULL,
  count   bigint NOT NULL CHECK (count > 0),
  version bigint NOT NULL,
  PRIMARY KEY (key, kind, day)
);
CREATE TABLE shared (
  name    text PRIMARY KEY,
  account bigint,
  counter boolean NOT NULL,
  value   text,
  version bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX ON shared (account);
CREATE INDEX ON shared (version) WHERE account IS NULL;
CREATE TABLE snapshots (
  name      text PRIMARY KEY,
  "takenAt" bigint NOT NULL,
  bytes     bigint NOT NULL,
  content   text NOT NULL
);
CREATE TABLE journal (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id       bigint NOT NULL UNIQUE,
  key      text NOT NULL,
  replica  bigint NOT NULL,
  clears   bigint NOT NULL,
  content  text NOT NULL
);
CREATE INDEX ON journal (key, id);
CREATE TABLE events (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  replica  bigint NOT NULL,
  content  text NOT NULL
);
CREATE TABLE acts (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       bigint NOT NULL,
  replica  bigint NOT NULL,
  clears   bigint NOT NULL,
  content  text NOT NULL,
  UNIQUE (at, replica)
);
CREATE TABLE cuts (
  key     text PRIMARY KEY,
  floor   bigint NOT NULL DEFAULT 0,
  count   bigint NOT NULL DEFAULT 0,
  clears  bigint NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX ON cuts (version);
`;
