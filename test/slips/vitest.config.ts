import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import project from '../../vitest.config.ts';

/** A list of test files in a JSON file: the first of them run first. */
const order: readonly string[] = JSON.parse(
  process.env['SLIPS_ORDER'] ? readFileSync(process.env['SLIPS_ORDER'], 'utf8') : '[]',
);

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = order.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? order.length : place;
    };
    const usual = await super.sort(files);
    return order.length > 0 ? usual.toSorted((a, b) => rank(a) - rank(b)) : usual;
  }
}

const { projects = [], ...common } = project.test ?? {};
const isMapping = process.env['SLIPS_REACHED'] !== undefined;
/** What a slip stops waits for nothing: a red test is run again before it counts, so the usual patience would only take time. */
const hasty = isMapping
  ? {}
  : {
      testTimeout: 90_000,
      hookTimeout: 90_000,
      expect: { poll: { timeout: 20_000, interval: 5 } },
      env: { MAX_WAIT_MS: '20000' },
    };

/** The suite of the project, in another order, and with a note of the functions that each file of tests calls. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...common,
    sequence: { sequencer: NearestFirst },
    projects: (projects as TestProjectInlineConfiguration[]).map(({ test, ...rest }) => ({
      ...rest,
      test: {
        ...test,
        ...hasty,
        setupFiles: [
          ...[test?.setupFiles ?? []].flat(),
          ...(isMapping ? ['test/slips/note-reached.ts'] : []),
        ],
      },
    })),
  },
});
