import { advance } from './advance.ts';
import { call } from './call.ts';
import { coverage } from './coverage.ts';
import { explain } from './explain.ts';
import { findCreators } from './find-creators.ts';
import { force } from './force.ts';
import { journal } from './journal.ts';
import { openKey } from './open-key.ts';
import { quote } from './quote.ts';
import { receipt } from './receipt.ts';
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
