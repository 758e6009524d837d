import type { Block } from './blocks.ts';

/** A block is run, compared with the output before it, kept as a file for the blocks behind it, or left out. */
export type Kind = 'run' | 'output' | 'file' | 'not run' | 'unknown';

export function kindOf({ notRun, file, follows, language, code }: Block): Kind {
  if (notRun !== undefined) return 'not run';
  if (language === 'ts' && isTest(code)) return 'run';
  if (file !== undefined) return 'file';
  if (['sh', 'ts', 'js', 'python', 'yaml'].includes(language)) return 'run';
  return follows && ['text', 'json'].includes(language) ? 'output' : 'unknown';
}

export const isTest = (code: string): boolean => /from 'vitest'/.test(code) && /^\s*(it|test)\b/m.test(code);
