import { Refusal } from '../../core/errors.ts';
import { operationsOf } from '../../core/operations.ts';
import { refuseUndecided } from '../http/assumptions.ts';
import {
  checkPermission,
  limitRate,
  recogniseKey,
  refuseWithdrawn,
  requireBody,
  takeTime,
} from '../http/checks.ts';
import { forceOutcome, matchMagic } from '../http/forced.ts';
import type { Generation } from '../http/generation.ts';
import { useRecordings } from '../http/recordings.ts';
import { contentSearch } from './content-search.ts';
import { document } from './document.ts';
import { lookupRoute } from './lookup.ts';
import { lookupsOn } from './lookups.ts';
import { magic } from './magic.ts';
import { niches, topics } from './niches.ts';
import { nls } from './nls.ts';
import { performanceHistory } from './performance-history.ts';
import { refusalKindOf, refusals } from './refusals.ts';
import { failure } from './replies.ts';
import { refuseFields } from './route.ts';
import { creatorSearch } from './search.ts';
import { sponsorAudience } from './sponsor/audience.ts';
import { sponsorCreators } from './sponsor/creators.ts';
import { sponsorInformation } from './sponsor/information.ts';
import { sponsorList } from './sponsor/list.ts';
import { sponsorPerformance } from './sponsor/performance.ts';
import { sponsorSearch } from './sponsor/search.ts';
import { sponsorSubmit } from './sponsor/submit.ts';
import { sponsorSummary } from './sponsor/summary.ts';
import { submitCreators } from './submit-creators.ts';
import { subtitlesDownload } from './subtitles-download.ts';
import { subtitlesMeta } from './subtitles-meta.ts';
import { usage } from './usage.ts';

/** Generation 3: at the root, header `api-key`, the envelopes of contract 2.2. */
export const v3 = (): Generation => ({
  number: 3,
  prefix: '',
  header: 'api-key',
  operations: operationsOf(3),
  // In the order of `availableEndpoints`.
  endpoints: [
    ...(['clip', 'gram', 'tube'] as const).flatMap((platform) =>
      lookupsOn(platform).map((lookup) => lookupRoute(lookup, platform)),
    ),
    nls,
    performanceHistory('gram'),
    niches('gram'),
    performanceHistory('clip'),
    niches('clip'),
    performanceHistory('tube'),
    niches('tube'),
    topics,
    subtitlesMeta,
    subtitlesDownload,
    sponsorInformation,
    sponsorCreators,
    sponsorPerformance,
    sponsorAudience,
    sponsorSummary,
    sponsorSubmit,
    submitCreators('clip'),
    submitCreators('gram'),
    submitCreators('tube'),
    contentSearch('clip'),
    creatorSearch('clip'),
    contentSearch('gram'),
    creatorSearch('gram'),
    contentSearch('tube'),
    creatorSearch('tube'),
    sponsorList,
    sponsorSearch,
    usage,
  ],
  refusals,
  // Its operation then refuses the parameters, checks the estimate and looks up (contract 7.2).
  checks: [
    recogniseKey,
    forceOutcome,
    limitRate,
    checkPermission,
    refuseWithdrawn,
    takeTime,
    requireBody,
    matchMagic,
    useRecordings,
    refuseUndecided,
    refuseFields,
  ],
  failure,
  forced: ({ prices }, { operation }, { errorCode }) => {
    const kind = refusalKindOf(errorCode);
    const { status, message } = refusals[kind];
    // Clients read the details of a refusal, so a forced one has them too.
    if (status === 400)
      return new Refusal(kind, { problems: [{ field: 'request', message, code: 'invalid' }] });
    if (kind === 'insufficientCredits') {
      const required = Math.max(prices.full(operation, { tokens: 0 }), oneCredit);
      return new Refusal(kind, { shortfall: { required, available: 0 } });
    }
    return new Refusal(kind);
  },
  magic,
  document,
});

const oneCredit = 1000;
