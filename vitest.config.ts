import { defineConfig } from 'vitest/config';

/**
 * `unit` is what `npm test` runs; `smoke` packs, installs and starts the built package; `long` holds kills,
 * soaks and other runs that take minutes. A report for machines is written when REPORT names a file.
 */
const report = process.env['REPORT'];

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    globalSetup: 'test/make-worlds.ts',
    projects: [
      {
        test: {
          name: 'unit',
          // Most take milliseconds; a busy machine may hold any of them up.
          testTimeout: 20_000,
          hookTimeout: 60_000,
          include: [
            'test/{core,vocabulary,faults,seed,world,ledger,journal,nls,http,v2,v3,control,cli,openapi,contract}/**/*.test.ts',
            'test/*.test.ts',
          ],
        },
      },
      {
        test: {
          // The suites of both generations once more, through a sandbox that speaks the published words.
          name: 'published',
          env: { VOCABULARY: 'published' },
          testTimeout: 20_000,
          hookTimeout: 60_000,
          include: ['test/{v2,v3,contract}/**/*.test.ts'],
          // The first writes on sockets itself.
          exclude: [
            'test/v3/forced-replies.test.ts',
            // They read files, or start a process of their own: nothing of them is published.
            'test/contract/{coverage,expectations,process}.test.ts',
          ],
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
