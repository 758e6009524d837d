import { parseAllDocuments } from 'yaml';
import { disagreement } from './agreement.ts';
import { type Block, blocksIn, indentedCode } from './blocks.ts';
import { kindOf } from './kind.ts';
import { openReader } from './reader.ts';
import type { Workshop } from './workshop.ts';

/**
 * Tries the blocks of a page in order, as a reader would: runs what runs, keeps what is a file, and compares each
 * output with the one that the page shows.
 *
 * @returns one sentence for each block that fails, shows something else than came, or cannot be tried
 */
export async function problemsOf(name: string, page: string, workshop: Workshop): Promise<string[]> {
  const problems = indentedCode(page).map(
    (line) => `${name}: fence this code and name its language: ${line.trim()}`,
  );
  const reader = await openReader(name.replaceAll(/\W/g, '-'), workshop);
  const blocks = blocksIn(page);
  let output: string | undefined;
  try {
    for (const [at, block] of blocks.entries()) {
      const note = (sentence: string) => problems.push(`${name}:${block.line}: ${sentence}`);
      const kind = kindOf(block);
      if (kind === 'unknown') note('nothing says how to try this block');
      if (kind === 'output') {
        const difference = disagreement(block.code, output ?? '', block.language);
        if (difference !== undefined) note(difference);
      }
      if (kind === 'file') reader.keep(block);
      if (kind !== 'run') continue;
      // A workflow says itself whether a refusal fails it.
      const isShown = block.language === 'yaml' || kindOf(blocks[at + 1] ?? block) === 'output';
      for (const part of partsOf(block)) {
        const outcome = await reader.run(part, isShown);
        output = outcome.output;
        if (outcome.code !== 0) note(`exit code ${outcome.code}:\n${output}`);
      }
    }
  } finally {
    reader.leave();
  }
  return problems;
}

/** A workflow is tried command by command, everything else as it is. */
const partsOf = (block: Block): Block[] =>
  block.language === 'yaml'
    ? parseAllDocuments(block.code)
        .flatMap((document) => commandsOf(document.toJS()))
        .map((code) => ({ ...block, language: 'sh', code }))
    : [block];

/** The commands of a workflow, GitHub's `run` and GitLab's `script`, in order. */
export function commandsOf(workflow: unknown): string[] {
  if (typeof workflow !== 'object' || workflow === null) return [];
  return Object.entries(workflow).flatMap(([name, value]) => {
    if (name === 'run' && typeof value === 'string') return [value];
    if (name === 'script' && Array.isArray(value)) return value.map(String);
    return commandsOf(value);
  });
}
