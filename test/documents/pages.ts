import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, blocksIn } from './blocks.ts';
import { root } from './workshop.ts';

/** Pages that another test tries, because they need more than the package. */
export const triedElsewhere: Record<string, string> = {
  'docs/agents.md': 'test/agents/own-server.test.ts',
  'packages/pytest-creator-sandbox/README.md': 'test/languages/pytest.test.ts',
  'docs/test-runners.md': 'test/runners/pages.test.ts',
  'examples/typescript/README.md': 'test/smoke/examples.test.ts',
  'examples/python/README.md': 'test/smoke/examples.test.ts',
  'examples/shell/README.md': 'test/smoke/examples.test.ts',
};

/** All other pages that users read; a new one is tried without a further word. */
export const pages: string[] = globSync(
  [
    'README.md',
    'SECURITY.md',
    'AGENTS.md',
    'llms.txt',
    'skills/**/*.md',
    'docs/**/*.md',
    'fixtures/README.md',
    '{examples,packages}/**/README.md',
  ],
  { cwd: root, exclude: (path) => path.includes('node_modules') },
)
  .filter((page) => !Object.hasOwn(triedElsewhere, page))
  .sort();

export const read = (page: string): string => readFileSync(join(root, page), 'utf8');

export const blocksOf = (page: string): Block[] => blocksIn(read(page));
