import type { TableName } from '../stored-tables.ts';
import { postgresTables } from './tables.ts';

/** Raise it with every change to the tables: a schema of another version is refused. */
export const schemaVersion = 1;

/** Texts are in the order of their code points. */
const types = { integer: 'bigint', text: 'text COLLATE "C"', flag: 'boolean', json: 'text' };

const tableOf = (name: TableName, ...more: string[]): string =>
  `CREATE TABLE "${name}" (${[...postgresTables[name].sql(types), ...more].join(', ')})`;

/** A replica reads the rows of the whole sandbox whose `version` is newer than the one it has. */
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
  "upTo"   bigint NOT NULL DEFAULT 0,
  answer   text
) WITH (fillfactor = 50);
CREATE FUNCTION confirm(replica bigint, count bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE replicas SET batch = count WHERE number = replica AND "leftAt" IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'this replica has left' USING ERRCODE = 'CS001'; END IF;
END $$;
${tableOf('accounts')} WITH (fillfactor = 70);
${tableOf('keys')} WITH (fillfactor = 70);
CREATE INDEX ON keys (account);
${tableOf('entries')};
${tableOf('holds', 'replica bigint GENERATED ALWAYS AS (id >> 32) STORED')};
CREATE INDEX ON holds (key);
${tableOf('usage')} WITH (fillfactor = 70);
${tableOf('submissions')};
${tableOf('submissionDays')};
${tableOf('shared', "version bigint NOT NULL DEFAULT nextval('versions')")} WITH (fillfactor = 50);
CREATE INDEX ON shared (account);
CREATE INDEX ON shared (version) WHERE account IS NULL;
CREATE TABLE snapshots (
  name      text PRIMARY KEY,
  "takenAt" bigint NOT NULL,
  bytes     bigint NOT NULL
);
CREATE TABLE "snapshotTexts" (
  snapshot text NOT NULL REFERENCES snapshots ON DELETE CASCADE,
  place    bigint NOT NULL,
  text     text NOT NULL,
  PRIMARY KEY (snapshot, place)
);
CREATE TABLE journal (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id       bigint NOT NULL,
  replica  bigint NOT NULL,
  key      text NOT NULL,
  content  text NOT NULL
);
CREATE INDEX ON journal (id);
CREATE INDEX ON journal (key, sequence);
CREATE TABLE forgotten (
  key   text PRIMARY KEY,
  count bigint NOT NULL,
  at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ON forgotten (at);
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
`;
