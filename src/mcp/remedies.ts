import { type RefusalCause, type RefusalKind, type RefusalTable, refusalCauses } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { v2 } from '../service/v2/generation.ts';
import { v3 } from '../service/v3/generation.ts';

/** The remedy for a refusal, by its code: the `errorCode` of generation 3, the `error` of generation 2. */
export const remedyOf = (code: string): string | undefined => byCode.get(code);

const later =
  'Retry later with a growing delay, a few times at most, then do without; refusals cost nothing.';

/** The remedy for each refusal of a cause that names none of its own. */
const remediesByCause: Record<RefusalCause, string> = {
  request:
    'Correct the parameters; generation 3 names them in details. The resources sandbox://openapi/v3 and sandbox://openapi/v2 list all.',
  account: 'The key may not do this: use another operation or another key. A retry does not help.',
  rate: 'Wait for the rate window of the key, then retry with a growing delay. No header says how long; advance moves the clock of the key.',
  data: 'Nothing has this id: take one from a search or a list; find_creators gives existing creators.',
  busy: later,
  unavailable: later,
};

const remedies: Partial<Record<RefusalKind, string>> = {
  keyMissing: 'Send a key that open_key made: api-key in generation 3, apiId in generation 2.',
  keyUnknown: 'Send a key that open_key made: api-key in generation 3, apiId in generation 2.',
  testOnly: 'The key is test-only: use generation 3, or another key.',
  forbidden:
    'The key has no permission for this operation: use another operation or another key. A retry does not help.',
  fractionalNotEnabled: "Leave out 'fields', or open a key with fractional: true.",
  unreadableBody: 'Send a JSON object as the body.',
  invalidSort: "Give 'sortBy' a field that can be sorted by; sandbox://openapi/v2 lists them.",
  invalidFilter: "Give each filter a known 'filterKey' and 'op'; sandbox://openapi/v2 lists them.",
  invalidFilterValue: "Give each filter a 'value' of the type of its key.",
  keySpendThreshold:
    'The budget of this key does not cover the call. Quote first, ask for less, or stop: neither a retry, nor a renewal, nor a purchase helps. Only your operator can raise the budget.',
  insufficientCredits:
    'The account has too few credits, or the budget of the key does not cover the call. Quote first, ask for less, or stop. A renewal refills the plan (advance), never the budget.',
  videoNotFound: 'No such video: take a contentId from tube/content-detail.',
  trackNotFound: 'The video has no such subtitle track: tube/subtitles/meta lists its tracks.',
  clipNotFound: 'No such clip creator: find_creators gives existing ones.',
  gramNotFound: 'No such gram creator: find_creators gives existing ones.',
  tubeNotFound: 'No such tube channel: find_creators gives existing ones.',
  emailNotFound: 'The creator has no e-mail address: take it as an answer, not as a failure.',
  postNotFound: 'No such post: take its id from the record of the creator.',
  notFound: 'No such creator, brand or path: find_creators gives existing creators.',
  conflict: 'Nothing to repair: only forced replies have it. Read the state again, then decide.',
};

/** The default settings: none changes a code. */
const { settings } = readSettings({});
const tables: readonly RefusalTable[] = [v2, v3].map((make) => make(settings).refusals);

/** If several kinds share a code, the later one decides, as in a forced refusal. */
const byCode = new Map(
  tables
    .flatMap((table) => Object.entries(table) as [RefusalKind, { errorCode: string }][])
    .map(([kind, { errorCode }]): [string, string] => [
      errorCode,
      remedies[kind] ?? remediesByCause[refusalCauses[kind]],
    ]),
);
