import { defineConfig } from 'vitest/config';

/** A report for machines is written when REPORT names a file. */
const report = process.env['REPORT'];

/** Most tests take milliseconds; a busy machine may delay any of them. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

/** Files of one worker share their modules, so that each worker loads the program once. */
const shared = { ...timeouts, isolate: false };

/** They start processes or listen to this one: each gets a worker of its own. */
const processes = [
  'test/app/sandbox/sandbox.test.ts',
  'test/cli/{admin,report,signals}.test.ts',
  'test/report/client-rules.test.ts',
  'test/contract/process.test.ts',
  'test/service/http/stream.test.ts',
  'test/ledger/{crash,on-disk}.test.ts',
  'test/seed/determinism.test.ts',
];

/**
 * One file for each kind of operation and for each table of refusals, through a sandbox of the published words.
 * `vocabulary/leaks` checks at every operation that no other reply has a word of the other vocabulary.
 */
const published = [
  // every operation of generation 3 with every refusal that it can give, and any request at all
  'test/service/v3/{matrix,random,forced-streams}.test.ts',
  // look-ups, parts of records, histories, searches, brands, submissions, streams, files
  'test/service/v3/{tube-profile,gram-contact,clip-audience,tube-content-detail,gram-sponsorship}.test.ts',
  'test/service/v3/{clip-performance,gram-performance-history,clip-niches,tube-topics,usage,fields}.test.ts',
  'test/service/v3/{clip-search,tube-content-search,sponsor-search,sponsor-creators,sponsor-summary}.test.ts',
  'test/service/v3/{gram-submit-creators,sponsor-submit,nls,tube-subtitles-download,endpoints}.test.ts',
  // the same of generation 2
  'test/service/v2/{refusals,random,forced,api-status,submit-creators}.test.ts',
  'test/service/v2/{clip-basic,gram-history,tube-detail,posts,topic-table}.test.ts',
  'test/service/v2/{clip,gram,tube}-advanced-search.test.ts',
  // every golden exchange, and the replay of them at a target
  'test/contract/{replies,verify}.test.ts',
];

/** The ledger's tests that run over each store. */
const ledgerOverStores = [
  'test/ledger/{batches,charges,keys,model,renewals,snapshots,submissions,usage}.test.ts',
];

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Without this, a run leaves one core to the main process, which only waits.
    maxWorkers: '100%',
    globalSetup: 'test/make-worlds.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{agents,browser,container,documents,languages,long,postgres,releases,runners,runs,smoke,terminal}/**',
            ...processes,
          ],
        },
      },
      { test: { ...shared, name: 'published', env: { VOCABULARY: 'published' }, include: published } },
      { test: { ...timeouts, name: 'processes', include: processes } },
      {
        test: {
          name: 'database',
          include: ['test/postgres/*.test.ts', ...ledgerOverStores],
          env: { LEDGER: 'postgres' },
          globalSetup: 'test/postgres/serve.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'smoke',
          include: ['test/smoke/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Run by test/container/check.sh, which has an engine and an image.
        test: {
          name: 'container',
          include: ['test/container/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'releases',
          include: ['test/releases/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'documents',
          include: ['test/documents/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'runners',
          include: ['test/runners/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'runs',
          include: ['test/runs/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'agents',
          include: ['test/agents/*.test.ts'],
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
      {
        test: {
          name: 'languages',
          include: ['test/languages/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'terminal',
          include: ['test/terminal/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/long/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
