import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, blocksIn } from './blocks.ts';
import { root } from './workshop.ts';

/** All pages that users read; a new one is tried without a further word. Examples have a test of their own. */
export const pages: string[] = globSync(
  [
    'README.md',
    'SECURITY.md',
    'docs/**/*.md',
    'fixtures/README.md',
    'examples/README.md',
    'packages/*/README.md',
  ],
  { cwd: root, exclude: (path) => path.includes('node_modules') },
).sort();

export const read = (page: string): string => readFileSync(join(root, page), 'utf8');

export const blocksOf = (page: string): Block[] => blocksIn(read(page));
