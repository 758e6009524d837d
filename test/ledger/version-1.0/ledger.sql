PRAGMA application_id = 1131565922;
PRAGMA user_version = 4;
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
  opening      TEXT NOT NULL
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
INSERT INTO accounts VALUES (1,'account-eb3789a82f9cbce8',1000000000,0,0,0,0,0,0,2592000000,1772712000000,1796040000000,0,10,'{"plan":1000000000,"fractional":true}');
INSERT INTO accounts VALUES (2,'account-be5200395d2530c3',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000}');
INSERT INTO accounts VALUES (3,'account-daa58328a0c9a859',0,0,0,0,0,0,1,2592000000,NULL,NULL,0,1,'{"unlimited":true,"fractional":true}');
INSERT INTO accounts VALUES (4,'account-ce57bf5c0a9b572c',10000000,10000000,500000,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"used":10000000,"purchased":500000,"fractional":true}');
INSERT INTO accounts VALUES (5,'account-c70ce1a67347db93',10000000,9997000,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"used":9997000}');
INSERT INTO accounts VALUES (6,'account-9b5d65aaef8cca74',0,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{}');
INSERT INTO accounts VALUES (7,'account-e540d51f4b65b191',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"limit":20000,"fractional":true}');
INSERT INTO accounts VALUES (8,'account-10144f28c8445dfc',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"limit":20000,"spent":20000}');
INSERT INTO accounts VALUES (9,'account-4dcc3c5f58874517',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"allow":["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"]}');
INSERT INTO accounts VALUES (10,'account-051b133a0bc2e9e6',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"testOnly":true}');
INSERT INTO accounts VALUES (11,'account-fcfc79a17be592a7',10000000,0,0,0,0,0,0,2592000000,NULL,NULL,0,1,'{"plan":10000000,"rate":{"count":2,"windowMs":10000}}');
INSERT INTO keys VALUES (1,'eb3789a82f9cbce8','demo-full',1,'demo',NULL,1,0,NULL,2000,0,NULL,NULL,'{"plan":1000000000,"fractional":true}');
INSERT INTO keys VALUES (2,'be5200395d2530c3','demo-standard',2,'demo',NULL,0,0,NULL,0,0,NULL,NULL,'{"plan":10000000}');
INSERT INTO keys VALUES (3,'daa58328a0c9a859','demo-unlimited',3,'demo',NULL,1,0,NULL,0,0,NULL,NULL,'{"unlimited":true,"fractional":true}');
INSERT INTO keys VALUES (4,'ce57bf5c0a9b572c','demo-purchased',4,'demo',NULL,1,0,NULL,0,0,NULL,NULL,'{"plan":10000000,"used":10000000,"purchased":500000,"fractional":true}');
INSERT INTO keys VALUES (5,'c70ce1a67347db93','demo-low',5,'demo',NULL,0,0,NULL,0,0,NULL,NULL,'{"plan":10000000,"used":9997000}');
INSERT INTO keys VALUES (6,'9b5d65aaef8cca74','demo-empty',6,'demo',NULL,0,0,NULL,0,0,NULL,NULL,'{}');
INSERT INTO keys VALUES (7,'e540d51f4b65b191','demo-capped',7,'demo',NULL,1,0,20000,0,0,NULL,NULL,'{"plan":10000000,"limit":20000,"fractional":true}');
INSERT INTO keys VALUES (8,'10144f28c8445dfc','demo-spent',8,'demo',NULL,0,0,20000,20000,0,NULL,NULL,'{"plan":10000000,"limit":20000,"spent":20000}');
INSERT INTO keys VALUES (9,'4dcc3c5f58874517','demo-forbidden',9,'demo','["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"]',0,0,NULL,0,0,NULL,NULL,'{"plan":10000000,"allow":["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"]}');
INSERT INTO keys VALUES (10,'051b133a0bc2e9e6','demo-test-only',10,'demo',NULL,0,1,NULL,0,0,NULL,NULL,'{"plan":10000000,"testOnly":true}');
INSERT INTO keys VALUES (11,'fcfc79a17be592a7','demo-throttled',11,'demo',NULL,0,0,NULL,0,0,2,10000,'{"plan":10000000,"rate":{"count":2,"windowMs":10000}}');
INSERT INTO entries VALUES (1,1,1795439042335,'open',NULL,NULL,NULL,1000000000,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,2,1772712000000,'charge','eb3789a82f9cbce8','clip/profile','byCall',-2000,0,0,999998000,'0542ecef6adad95880b05286f9a3a996');
INSERT INTO entries VALUES (1,3,1775304000000,'renew',NULL,NULL,NULL,2000,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,4,1777896000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,5,1780488000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,6,1783080000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,7,1785672000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,8,1788264000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,9,1790856000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (1,10,1793448000000,'renew',NULL,NULL,NULL,0,0,0,1000000000,NULL);
INSERT INTO entries VALUES (2,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO entries VALUES (3,1,1795439042335,'open',NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO entries VALUES (4,1,1795439042335,'open',NULL,NULL,NULL,0,500000,0,500000,NULL);
INSERT INTO entries VALUES (5,1,1795439042335,'open',NULL,NULL,NULL,3000,0,0,3000,NULL);
INSERT INTO entries VALUES (6,1,1795439042335,'open',NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO entries VALUES (7,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO entries VALUES (8,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO entries VALUES (9,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO entries VALUES (10,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO entries VALUES (11,1,1795439042335,'open',NULL,NULL,NULL,10000000,0,0,10000000,NULL);
INSERT INTO usage VALUES (1,20517,'clip/profile',1,1,2000);
INSERT INTO snapshots VALUES ('before',1772712000000,7850,'{"format":"creator-sandbox snapshot 1","takenAt":1772712000000,"clock":{"mode":"frozen","at":1772712000000},"ledger":{"accounts":[{"id":"account-eb3789a82f9cbce8","plan":1000000000,"used":2000,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":1772712000000,"renewsAt":1775304000000,"clockOffsetMs":0,"opening":{"plan":1000000000,"fractional":true},"entries":[{"at":1795439042335,"kind":"open","plan":1000000000,"balance":1000000000},{"at":1772712000000,"kind":"charge","keyId":"eb3789a82f9cbce8","operation":"clip/profile","rule":"byCall","plan":-2000,"balance":999998000,"traceId":"0542ecef6adad95880b05286f9a3a996"}]},{"id":"account-be5200395d2530c3","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]},{"id":"account-daa58328a0c9a859","plan":0,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":true,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"unlimited":true,"fractional":true},"entries":[{"at":1795439042335,"kind":"open","balance":0}]},{"id":"account-ce57bf5c0a9b572c","plan":10000000,"used":10000000,"purchased":500000,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"used":10000000,"purchased":500000,"fractional":true},"entries":[{"at":1795439042335,"kind":"open","purchased":500000,"balance":500000}]},{"id":"account-c70ce1a67347db93","plan":10000000,"used":9997000,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"used":9997000},"entries":[{"at":1795439042335,"kind":"open","plan":3000,"balance":3000}]},{"id":"account-9b5d65aaef8cca74","plan":0,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{},"entries":[{"at":1795439042335,"kind":"open","balance":0}]},{"id":"account-e540d51f4b65b191","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"limit":20000,"fractional":true},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]},{"id":"account-10144f28c8445dfc","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"limit":20000,"spent":20000},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]},{"id":"account-4dcc3c5f58874517","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"allow":["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"]},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]},{"id":"account-051b133a0bc2e9e6","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"testOnly":true},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]},{"id":"account-fcfc79a17be592a7","plan":10000000,"used":0,"purchased":0,"purchasedUsed":0,"unlimited":false,"cycleMs":2592000000,"anchorAt":null,"renewsAt":null,"clockOffsetMs":0,"opening":{"plan":10000000,"rate":{"count":2,"windowMs":10000}},"entries":[{"at":1795439042335,"kind":"open","plan":10000000,"balance":10000000}]}],"keys":[{"id":"eb3789a82f9cbce8","account":"account-eb3789a82f9cbce8","origin":"demo","secret":"demo-full","limit":null,"spent":2000,"fractional":true,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":1000000000,"fractional":true},"usage":[{"day":20517,"operation":"clip/profile","requests":1,"charged":1,"credits":2000}],"submitted":[],"submittedOn":[]},{"id":"be5200395d2530c3","account":"account-be5200395d2530c3","origin":"demo","secret":"demo-standard","limit":null,"spent":0,"fractional":false,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":10000000},"usage":[],"submitted":[],"submittedOn":[]},{"id":"daa58328a0c9a859","account":"account-daa58328a0c9a859","origin":"demo","secret":"demo-unlimited","limit":null,"spent":0,"fractional":true,"testOnly":false,"rate":null,"allow":null,"opening":{"unlimited":true,"fractional":true},"usage":[],"submitted":[],"submittedOn":[]},{"id":"ce57bf5c0a9b572c","account":"account-ce57bf5c0a9b572c","origin":"demo","secret":"demo-purchased","limit":null,"spent":0,"fractional":true,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":10000000,"used":10000000,"purchased":500000,"fractional":true},"usage":[],"submitted":[],"submittedOn":[]},{"id":"c70ce1a67347db93","account":"account-c70ce1a67347db93","origin":"demo","secret":"demo-low","limit":null,"spent":0,"fractional":false,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":10000000,"used":9997000},"usage":[],"submitted":[],"submittedOn":[]},{"id":"9b5d65aaef8cca74","account":"account-9b5d65aaef8cca74","origin":"demo","secret":"demo-empty","limit":null,"spent":0,"fractional":false,"testOnly":false,"rate":null,"allow":null,"opening":{},"usage":[],"submitted":[],"submittedOn":[]},{"id":"e540d51f4b65b191","account":"account-e540d51f4b65b191","origin":"demo","secret":"demo-capped","limit":20000,"spent":0,"fractional":true,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":10000000,"limit":20000,"fractional":true},"usage":[],"submitted":[],"submittedOn":[]},{"id":"10144f28c8445dfc","account":"account-10144f28c8445dfc","origin":"demo","secret":"demo-spent","limit":20000,"spent":20000,"fractional":false,"testOnly":false,"rate":null,"allow":null,"opening":{"plan":10000000,"limit":20000,"spent":20000},"usage":[],"submitted":[],"submittedOn":[]},{"id":"4dcc3c5f58874517","account":"account-4dcc3c5f58874517","origin":"demo","secret":"demo-forbidden","limit":null,"spent":0,"fractional":false,"testOnly":false,"rate":null,"allow":["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"],"opening":{"plan":10000000,"allow":["v2/apiStatus","v2/gramBasic","v2/gramHistory","v2/gramAdvancedSearch","v2/clipBasic","v2/clipHistory","v2/clipAdvancedSearch","v2/tubeBasic","v2/tubeHistory","v2/tubeAdvancedSearch","v2/tubeDetail","v2/contactInformation","v2/tubeEmail","v2/topicTable","v2/getPostById","v2/getPostByLink","v2/submitCreators"]},"usage":[],"submitted":[],"submittedOn":[]},{"id":"051b133a0bc2e9e6","account":"account-051b133a0bc2e9e6","origin":"demo","secret":"demo-test-only","limit":null,"spent":0,"fractional":false,"testOnly":true,"rate":null,"allow":null,"opening":{"plan":10000000,"testOnly":true},"usage":[],"submitted":[],"submittedOn":[]},{"id":"fcfc79a17be592a7","account":"account-fcfc79a17be592a7","origin":"demo","secret":"demo-throttled","limit":null,"spent":0,"fractional":false,"testOnly":false,"rate":{"count":2,"windowMs":10000},"allow":null,"opening":{"plan":10000000,"rate":{"count":2,"windowMs":10000}},"usage":[],"submitted":[],"submittedOn":[]}]},"windows":{},"traces":{"eb3789a82f9cbce8":1},"faults":[]}');
