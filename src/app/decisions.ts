import type { Decision } from '../core/decisions/decision.ts';
import { coreDecisions } from '../core/decisions/decisions.ts';
import { nlsDecisions } from '../creators/language/decisions.ts';
import { searchDecisions } from '../creators/search/decisions.ts';
import { worldDecisions } from '../creators/world/decisions.ts';
import { faultDecisions } from '../faults/decisions.ts';
import { ledgerDecisions } from '../ledger/decisions.ts';
import { recordingDecisions } from '../recording/decisions.ts';
import { reportDecisions } from '../report/decisions.ts';
import { httpDecisions } from '../service/http/decisions.ts';
import { v2Decisions } from '../service/v2/decisions.ts';
import { v3Decisions } from '../service/v3/decisions.ts';
import { vocabularyDecisions } from '../service/vocabulary/decisions.ts';

/** Every decision, by subject. Each module declares its own. */
export const decisionsBySubject: readonly (readonly [about: string, decisions: readonly Decision[]])[] = [
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
  ['Reports', Object.values(reportDecisions)],
  ['Recordings of the service', Object.values(recordingDecisions)],
];

export const allDecisions: readonly Decision[] = decisionsBySubject.flatMap(([, decisions]) => decisions);
