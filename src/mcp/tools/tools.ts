import { call, findCreators, quote } from './calls.ts';
import { coverage, explain, journal, receipt } from './findings.ts';
import { advance, force, openKey } from './keys.ts';
import type { Tool } from './tool.ts';

/** In the order in which an agent needs them. None raises a budget, resets, or uses the key of another. */
export const tools: readonly Tool[] = [
  openKey,
  findCreators,
  quote,
  call,
  force,
  advance,
  explain,
  journal,
  receipt,
  coverage,
];
