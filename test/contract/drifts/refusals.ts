import { type Answered, body } from '../changed-target.ts';
import { type Drift, failed } from './drift.ts';

export const refusals: readonly Drift[] = [
  {
    what: 'a wrong error code',
    finds: 'refusals/404/clip-creator code /errorCode',
    answered: body('/clip/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = 'CREATOR_NOT_FOUND';
    }),
  },
  {
    what: 'a wrong class of error',
    finds: 'refusals/400/sponsor-page-size code /error',
    answered: body('/sponsor/list', (content) =>
      failed(content) ? { ...content, error: 'BadRequest' } : content,
    ),
  },
  {
    what: 'a wrong status',
    finds: 'refusals/404/video status status',
    answered: (answer) =>
      answer.status === 404 && answer.text.includes('SUBTITLE') ? { ...answer, status: 400 } : answer,
  },
  {
    what: 'credits that run out as 429',
    finds: 'refusals/402/before-404 status status',
    answered: (answer) => (answer.status === 402 ? { ...answer, status: 429 } : answer),
  },
  {
    what: 'a failure of generation 2 with another status',
    finds: 'refusals/v2/key-empty status status',
    answered: (answer, { url: path }) =>
      path.startsWith('/v2/') && answer.status === 403 ? { ...answer, status: 400 } : answer,
  },
  {
    what: 'another error string in generation 2',
    finds: 'v2/clipBasic/unknown code /error',
    answered: body('/v2/clip', (content) =>
      content['error'] === 'TikTokIdNotFound' ? { ...content, error: 'ClipIdNotFound' } : content,
    ),
  },
  {
    what: 'counters on a failure of generation 2',
    finds: 'v2/gramBasic/no-id type /remainingPlanCredit',
    answered: body('/v2/gramBasic', (content) =>
      failed(content) ? { ...content, remainingPlanCredit: 7 } : content,
    ),
  },
  {
    what: 'an unknown path with an envelope',
    finds: 'unknown-path/case code /error',
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
  },
  {
    what: 'a rate window that never closes',
    finds: 'refusals/429/rate-limit status status',
    answered: async (answer, request, more) =>
      answer.status === 429 && request.url.startsWith('/usage')
        ? ((await more({ headers: { 'api-key': 'demo-standard' } })) as Answered)
        : answer,
  },
  {
    what: 'Retry-After on 429',
    finds: 'refusals/429/rate-limit invariant header retry-after',
    answered: (answer) =>
      answer.status === 429 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
  },
  {
    what: 'Retry-After on 402',
    finds: 'refusals/402/before-404 invariant header retry-after',
    answered: (answer) =>
      answer.status === 402 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
  },
  {
    what: 'a 400 without details',
    finds: 'refusals/400/description-empty shape /details',
    answered: body('/nls', ({ details: _, ...content }) => content),
  },
  {
    what: 'a 400 in place of a 401',
    finds: 'refusals/401/key-empty invariant /message',
    asked: (request) =>
      request.headers['api-key'] === '' ? { ...request, headers: { 'api-key': 'x' } } : request,
  },
  {
    what: 'more credits required than a call costs',
    finds: 'refusals/402/no-credits invariant /details/0/required',
    answered: body('/clip/audience', (content) =>
      content['errorCode'] === 'INSUFFICIENT_CREDITS'
        ? { ...content, details: (content['details'] as object[]).map((each) => ({ ...each, required: 77 })) }
        : content,
    ),
  },
  {
    what: 'as many credits available as a refused call requires',
    finds: 'refusals/402/no-credits invariant /details/0/available',
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
  },
  {
    what: 'the first of several problems alone',
    finds: 'refusals/400/brand-empty invariant /details/1/field',
    answered: body('/', (content) =>
      content['errorCode'] === 'VALIDATION_ERROR'
        ? { ...content, details: (content['details'] as object[]).slice(0, 1) }
        : content,
    ),
  },
  {
    what: 'one path as often as there are paths',
    finds: 'unknown-path/case type /availableEndpoints',
    answered: body('/', (content) =>
      content['availableEndpoints']
        ? { ...content, availableEndpoints: ['GET /usage', 'GET /usage'] }
        : content,
    ),
  },
];
