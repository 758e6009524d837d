import { Refusal, type RefusalKind } from '../../core/errors.ts';
import { operationsOf } from '../../core/operations.ts';
import type { Settings } from '../../core/settings.ts';
import { dashed, type MagicForm, slowChannel } from '../../faults/magic.ts';
import { refuseUndecided } from '../http/assumptions.ts';
import {
  checkPermission,
  limitRate,
  recogniseKey,
  refuseTestOnly,
  requireBody,
  takeTime,
} from '../http/checks.ts';
import { forceOutcome, matchMagic } from '../http/forced.ts';
import type { Generation } from '../http/generation.ts';
import { useRecordings } from '../http/recordings.ts';
import { advancedSearch } from './advanced-search.ts';
import { apiStatus } from './api-status.ts';
import { documentWith } from './document.ts';
import { basic, contactInformation, history, tubeDetail, tubeEmail } from './lookups.ts';
import { missingOperation } from './missing.ts';
import { postById, postByLink } from './posts.ts';
import { refusalsWith } from './refusals.ts';
import { failure } from './replies.ts';
import { submitCreators } from './submit-creators.ts';
import { topicTable } from './topic-table.ts';

/** Generation 2: under `/v2`, header `apiId` (contract 5), the envelopes of contract 2.1. */
export function v2({ v2Status }: Pick<Settings, 'v2Status'>): Generation {
  const refusals = refusalsWith(v2Status);
  const kinds = new Map(
    Object.entries(refusals).map(([kind, { errorCode }]) => [errorCode, kind as RefusalKind]),
  );
  return {
    number: 2,
    prefix: '/v2',
    header: 'apiId',
    operations: operationsOf(2),
    // In the order of `availableEndpoints`.
    endpoints: [
      apiStatus,
      basic('gram'),
      history('gram'),
      basic('clip'),
      history('clip'),
      basic('tube'),
      history('tube'),
      tubeDetail,
      contactInformation,
      tubeEmail,
      postById,
      postByLink,
      topicTable,
      advancedSearch('gram'),
      advancedSearch('clip'),
      advancedSearch('tube'),
      submitCreators,
    ],
    lacks: missingOperation,
    refusals,
    // Its operation then refuses the parameters, checks the estimate and looks up (contract 7.3).
    checks: [
      recogniseKey,
      refuseTestOnly,
      forceOutcome,
      limitRate,
      checkPermission,
      takeTime,
      requireBody,
      matchMagic,
      useRecordings,
      refuseUndecided,
    ],
    failure: (_deps, call, reason) => failure(refusals, call, reason),
    forced: (_deps, _call, { errorCode }) => new Refusal(kinds.get(errorCode) ?? 'internal'),
    magic,
    document: documentWith(refusals),
  };
}

/** One status covers every failure, so the error string tells them apart. */
const byString = { error: /^sandbox-error-(?<code>[A-Za-z]+)$/, slow: dashed.slow };

const magic: readonly MagicForm[] = [
  { parameter: 'clipId', ...byString, substitute: 'slow' },
  { parameter: 'gramId', ...byString, substitute: 'slow' },
  { parameter: 'tubeId', ...byString, substitute: slowChannel },
];
