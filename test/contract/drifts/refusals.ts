import { type Answered, body } from '../changed-target.ts';
import { type Drift, failed } from './drift.ts';

export const refusals: readonly Drift[] = [
  {
    what: 'a wrong error code',
    finds: 'code /errorCode',
    answered: body('/clip/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = 'CREATOR_NOT_FOUND';
    }),
  },
  {
    what: 'a wrong class of error',
    finds: 'code /error',
    answered: body('/sponsor/list', (content) =>
      failed(content) ? { ...content, error: 'BadRequest' } : content,
    ),
  },
  {
    what: 'a wrong status',
    finds: 'status status',
    answered: (answer) =>
      answer.status === 404 && answer.text.includes('SUBTITLE') ? { ...answer, status: 400 } : answer,
  },
  {
    what: 'credits that run out as 429',
    finds: 'status status',
    answered: (answer) => (answer.status === 402 ? { ...answer, status: 429 } : answer),
  },
  {
    what: 'a failure of generation 2 with another status',
    finds: 'status status (v2-status)',
    answered: (answer, { url: path }) =>
      path.startsWith('/v2/') && answer.status === 403 ? { ...answer, status: 400 } : answer,
  },
  {
    what: 'another error string in generation 2',
    finds: 'code /error',
    answered: body('/v2/clip', (content) =>
      content['error'] === 'TikTokIdNotFound' ? { ...content, error: 'ClipIdNotFound' } : content,
    ),
  },
  {
    what: 'counters on a failure of generation 2',
    finds: 'type /remainingPlanCredit (v2-plan-size)',
    answered: body('/v2/gramBasic', (content) =>
      failed(content) ? { ...content, remainingPlanCredit: 7 } : content,
    ),
  },
  {
    what: 'an unknown path with an envelope',
    finds: 'code /error',
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
    finds: 'status status',
    answered: async (answer, request, more) =>
      answer.status === 429 && request.url.startsWith('/usage')
        ? ((await more({ headers: { 'api-key': 'demo-standard' } })) as Answered)
        : answer,
  },
  {
    what: 'Retry-After on 429',
    finds: 'invariant header retry-after (rate)',
    answered: (answer) =>
      answer.status === 429 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
  },
  {
    what: 'Retry-After on 402',
    finds: 'invariant header retry-after (rate)',
    answered: (answer) =>
      answer.status === 402 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
  },
  {
    what: 'a 400 without details',
    finds: 'shape /details (details-shape)',
    answered: body('/nls', ({ details: _, ...content }) => content),
  },
  {
    what: 'a 400 in place of a 401',
    finds: 'invariant /message',
    asked: (request) =>
      request.headers['api-key'] === '' ? { ...request, headers: { 'api-key': 'x' } } : request,
  },
  {
    what: 'more credits required than a call costs',
    finds: 'invariant /details/0/required (details-402)',
    answered: body('/clip/audience', (content) =>
      content['errorCode'] === 'INSUFFICIENT_CREDITS'
        ? { ...content, details: (content['details'] as object[]).map((each) => ({ ...each, required: 77 })) }
        : content,
    ),
  },
  {
    what: 'as many credits available as a refused call requires',
    finds: 'invariant /details/0/available (details-402)',
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
    finds: 'invariant /details/1/field (details-shape)',
    answered: body('/', (content) =>
      content['errorCode'] === 'VALIDATION_ERROR'
        ? { ...content, details: (content['details'] as object[]).slice(0, 1) }
        : content,
    ),
  },
  {
    what: 'one path as often as there are paths',
    finds: 'type /availableEndpoints',
    answered: body('/', (content) =>
      content['availableEndpoints']
        ? { ...content, availableEndpoints: ['GET /usage', 'GET /usage'] }
        : content,
    ),
  },
];
