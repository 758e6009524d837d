import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** A report for machines is written when REPORT names a file. */
const report = process.env['REPORT'];

// A zone that is never UTC and has an odd offset: what reads the local time differs from what is expected.
process.env['TZ'] ??= 'Pacific/Chatham';

const minute = 60_000;
/** The limits of time end what hangs, far beyond what any test takes on a slow and busy machine: no verdict depends on them. */
const usual = {
  setupFiles: ['test/full-sizes.ts'],
  testTimeout: 10 * minute,
  hookTimeout: 10 * minute,
  expect: { poll: { timeout: 2 * minute, interval: 5 } },
};

/** They start processes, listen to this one or measure it: each gets a worker of its own. */
const processes = 'test/**/*.process.test.ts';

/** They try many cases of one kind, or wait for real timers. */
const wide = [
  'test/admin/{isolation,metric-totals}.test.ts',
  'test/app/openapi/{agreement,documents,packed}.test.ts',
  'test/cli/{openapi,plain-output,run}.test.ts',
  'test/creators/records/{property,records}.test.ts',
  'test/creators/search/reference.test.ts',
  'test/creators/world/{living,newcomers,store,verify}.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/ledger/model.test.ts',
  'test/library/call-sites.test.ts',
  'test/recording/{hostile,repeated,secrecy,unchanged-targets}.test.ts',
  'test/seed/damaged.test.ts',
  'test/service/http/{deep,latency,moved-days}.test.ts',
  'test/service/living.test.ts',
  'test/service/v2/advanced-searches.test.ts',
  'test/service/v3/{nls,nls-meaning,searches,subtitles-download}.test.ts',
  'test/service/vocabulary/{documents,leaks}.test.ts',
  'test/trials/exploration/explore.test.ts',
  'test/trials/mutation/rules.test.ts',
  'test/types/service-types.test.ts',
];

/** Suites that take more than `npm ci`, each a folder with a script of its own. */
const folder = (name: string, longest = 10 * minute): TestProjectInlineConfiguration => ({
  test: {
    ...usual,
    name,
    include: [`test/${name}/*.test.ts`],
    testTimeout: longest,
    hookTimeout: longest,
  },
});
const folders = [
  folder('agents'),
  // run by test/container/check.sh, which has an engine and an image
  folder('container'),
  folder('documents'),
  folder('languages', 30 * minute),
  folder('releases'),
  folder('runners'),
  folder('runs', 20 * minute),
  folder('smoke'),
  folder('terminal'),
];

/** Tests of both generations that speak no words of the service, or the neutral ones whatever the run. */
const wordless = [
  'test/contract/{coverage,expectations,invariants,pages,schema-differences,selected,verify,wire}.test.ts',
  'test/service/v3/search-body.test.ts',
];

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Without this, a run leaves one core to the main process, which only waits.
    maxWorkers: '100%',
    globalSetup: ['test/own-temp-folder.ts', 'test/make-worlds.ts'],
    projects: [
      {
        // Files of one worker share their modules, so that each worker loads the program once.
        test: {
          ...usual,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            processes,
            ...wide,
            ...[...folders.map(({ test }) => test?.name), 'browser', 'postgres', 'long'].map(
              (name) => `test/${name}/**`,
            ),
          ],
          isolate: false,
        },
      },
      {
        // Every operation of both generations, and the golden exchanges, through a sandbox of the published words.
        test: {
          ...usual,
          name: 'published',
          include: ['test/service/{v2,v3}/*.test.ts', 'test/contract/*.test.ts'],
          exclude: [processes, ...wordless],
          env: { VOCABULARY: 'published' },
          isolate: false,
        },
      },
      { test: { ...usual, name: 'wide', include: wide, isolate: false } },
      { test: { ...usual, name: 'processes', include: [processes] } },
      {
        // The ledger over PostgreSQL: its own tests again, and those of replicas.
        test: {
          ...usual,
          name: 'database',
          include: ['test/postgres/*.test.ts', 'test/ledger/*.test.ts'],
          exclude: [processes],
          env: { LEDGER: 'postgres' },
          globalSetup: 'test/postgres/serve.ts',
        },
      },
      {
        test: {
          ...usual,
          name: 'long',
          include: ['test/long/*.test.ts'],
          testTimeout: 60 * minute,
          hookTimeout: 60 * minute,
          fileParallelism: false,
        },
      },
      {
        // One browser for all files, and the program loaded once.
        test: {
          ...usual,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: 'test/browser/serve.ts',
          setupFiles: [usual.setupFiles, 'test/browser/close.ts'].flat(),
          isolate: false,
        },
      },
      ...folders,
    ],
  },
});
