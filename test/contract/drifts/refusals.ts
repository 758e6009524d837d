import { type Answered, body } from '../changed-target.ts';
import { type Drift, failed } from './drift.ts';

export const refusals: readonly Drift[] = [
  {
    what: 'a wrong error code',
    answered: body('/clip/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = 'CREATOR_NOT_FOUND';
    }),
    finds: { kind: 'code', place: '/errorCode', exchange: 'refusals/404/clip-creator' },
    contradicts: null,
    within: /^refusals\/404\/clip-creator/,
  },
  {
    what: 'a wrong class of error',
    answered: body('/sponsor/list', (content) =>
      failed(content) ? { ...content, error: 'BadRequest' } : content,
    ),
    finds: { kind: 'code', place: '/error' },
    contradicts: null,
    within: /^refusals\/400\/sponsor-page-size$/,
  },
  {
    what: 'a wrong status',
    answered: (answer) =>
      answer.status === 404 && answer.text.includes('SUBTITLE') ? { ...answer, status: 400 } : answer,
    finds: { kind: 'status', place: 'status', exchange: 'refusals/404/track' },
    contradicts: null,
    within: /^refusals\/404\/(track|video)/,
  },
  {
    what: 'credits that run out as 429',
    answered: (answer) => (answer.status === 402 ? { ...answer, status: 429 } : answer),
    finds: { kind: 'status', place: 'status', exchange: 'refusals/402/no-credits' },
    contradicts: null,
    within: /^refusals\/402\//,
  },
  {
    what: 'a failure of generation 2 with another status',
    answered: (answer, { url: path }) =>
      path.startsWith('/v2/') && answer.status === 403 ? { ...answer, status: 400 } : answer,
    finds: { kind: 'status', place: 'status', exchange: 'v2/clipBasic/unknown' },
    contradicts: 'v2-status',
    within: /^(v2|refusals\/v2)\//,
  },
  {
    what: 'another error string in generation 2',
    answered: body('/v2/clip', (content) =>
      content['error'] === 'TikTokIdNotFound' ? { ...content, error: 'ClipIdNotFound' } : content,
    ),
    finds: { kind: 'code', place: '/error', exchange: 'v2/clipHistory/unknown' },
    contradicts: null,
    within: /^v2\/clip(Basic|History)\/unknown$/,
  },
  {
    what: 'counters on a failure of generation 2',
    answered: body('/v2/gramBasic', (content) =>
      failed(content) ? { ...content, remainingPlanCredit: 7 } : content,
    ),
    finds: { kind: 'type', place: '/remainingPlanCredit', exchange: 'v2/gramBasic/unknown' },
    contradicts: 'v2-plan-size',
    within: /^v2\/gramBasic\//,
  },
  {
    what: 'an unknown path with an envelope',
    answered: body('/', (content) =>
      'availableEndpoints' in content
        ? {
            success: false,
            error: 'NotFoundError',
            message: 'No.',
            errorCode: 'NOT_FOUND',
            timestamp: 1.8e12,
          }
        : content,
    ),
    finds: { kind: 'code', place: '/errorCode', exchange: 'unknown-path/path' },
    contradicts: null,
    within: /^unknown-path\//,
  },
  {
    what: 'a rate window that never closes',
    answered: async (answer, request, more) =>
      answer.status === 429 && request.url.startsWith('/usage')
        ? ((await more({ headers: { 'api-key': 'demo-standard' } })) as Answered)
        : answer,
    finds: { kind: 'status', place: 'status', exchange: 'refusals/429/rate-limit' },
    contradicts: null,
    within: /429/,
  },
  {
    what: 'Retry-After on 429',
    answered: (answer) =>
      answer.status === 429 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
    finds: { kind: 'invariant', place: 'header retry-after', exchange: 'refusals/429/rate-limit' },
    contradicts: 'rate',
    within: /^refusals\/429\/rate-limit$/,
  },
  {
    what: 'Retry-After on 402',
    answered: (answer) =>
      answer.status === 402 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
    finds: { kind: 'invariant', place: 'header retry-after', exchange: 'refusals/402/no-credits' },
    contradicts: 'rate',
    within: /^refusals\/402\//,
  },
  {
    what: 'a 400 without details',
    answered: body('/nls', ({ details: _, ...content }) => content),
    finds: { kind: 'shape', place: '/details', exchange: 'refusals/400/description-empty' },
    contradicts: 'details-shape',
    within: /^(refusals\/400\/description|refusals\/402\/nls|transport)/,
  },
  {
    what: 'a 400 in place of a 401',
    asked: (request) =>
      request.headers['api-key'] === '' ? { ...request, headers: { 'api-key': 'x' } } : request,
    finds: { kind: 'invariant', place: '/message', exchange: 'refusals/401/key-empty' },
    contradicts: null,
    within: /^refusals\/401\/key-empty$/,
  },
  {
    what: 'more credits required than a call costs',
    answered: body('/clip/audience', (content) =>
      content['errorCode'] === 'INSUFFICIENT_CREDITS'
        ? { ...content, details: (content['details'] as object[]).map((each) => ({ ...each, required: 77 })) }
        : content,
    ),
    finds: { kind: 'invariant', place: '/details/0/required', exchange: 'refusals/402/no-credits' },
    contradicts: 'details-402',
    within: /^refusals\/402\/no-credits$/,
  },
  {
    what: 'as many credits available as a refused call requires',
    answered: body('/clip/audience', (content) =>
      content['errorCode'] === 'INSUFFICIENT_CREDITS'
        ? {
            ...content,
            details: (content['details'] as { required: number }[]).map((each) => ({
              ...each,
              available: each.required,
            })),
          }
        : content,
    ),
    finds: { kind: 'invariant', place: '/details/0/available', exchange: 'refusals/402/no-credits' },
    contradicts: 'details-402',
    within: /^refusals\/402\/no-credits$/,
  },
  {
    what: 'the first of several problems alone',
    answered: body('/', (content) =>
      content['errorCode'] === 'VALIDATION_ERROR'
        ? { ...content, details: (content['details'] as object[]).slice(0, 1) }
        : content,
    ),
    finds: { kind: 'invariant', place: '/details/1/field', exchange: 'refusals/400/video-length' },
    contradicts: 'details-shape',
    within: /^refusals\/400\/(video-length|brand-empty)$/,
  },
  {
    what: 'one path as often as there are paths',
    answered: body('/', (content) =>
      content['availableEndpoints']
        ? { ...content, availableEndpoints: ['GET /usage', 'GET /usage'] }
        : content,
    ),
    finds: { kind: 'type', place: '/availableEndpoints', exchange: 'unknown-path/path' },
    contradicts: null,
    within: /^unknown-path\//,
  },
];
