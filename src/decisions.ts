import { faultDecisions } from './faults/decisions.ts';
import { httpDecisions } from './http/decisions.ts';
import { ledgerDecisions } from './ledger/decisions.ts';
import { nlsDecisions } from './nls/decisions.ts';
import type { Decision } from './register/decision.ts';
import { coreDecisions } from './register/decisions.ts';
import { searchDecisions } from './search/decisions.ts';
import { v2Decisions } from './v2/decisions.ts';
import { v3Decisions } from './v3/decisions.ts';
import { vocabularyDecisions } from './vocabulary/decisions.ts';
import { worldDecisions } from './world/decisions.ts';

/** Every decision, by subject. Each room declares its own. */
export const decisionsByRoom: readonly (readonly [about: string, decisions: readonly Decision[]])[] = [
  ['On the wire', Object.values(httpDecisions)],
  ['Generation 3', Object.values(v3Decisions)],
  ['Generation 2', Object.values(v2Decisions)],
  ['Prices, fractional calls, search bodies', Object.values(coreDecisions)],
  ['Money and time', Object.values(ledgerDecisions)],
  ['Searches', Object.values(searchDecisions)],
  ['The world and its figures', Object.values(worldDecisions)],
  ['Natural language', Object.values(nlsDecisions)],
  ['Vocabularies', Object.values(vocabularyDecisions)],
  ['Forced outcomes', Object.values(faultDecisions)],
];

export const allDecisions: readonly Decision[] = decisionsByRoom.flatMap(([, decisions]) => decisions);
