import { body } from '../changed-target.ts';
import { charging, type Drift, events, failed } from './drift.ts';

export const money: readonly Drift[] = [
  {
    what: 'a debit on 404',
    answered: charging(404),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'refusals/404/brand' },
    contradicts: null,
    within: /^(refusals\/404|unknown-path)\//,
  },
  {
    what: 'a debit larger than the reported cost',
    answered: body('/gram/niches', (content) =>
      failed(content) ? content : { ...content, creditsUsed: 0.5 },
    ),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v3/gram/niches/get' },
    contradicts: null,
    within: /^v3\/gram\/niches\/get$/,
  },
  {
    what: 'a balance that does not fall',
    answered: body('/v2/tubeBasic', (content) =>
      failed(content)
        ? content
        : { ...content, remainingPlanCredit: Number(content['remainingPlanCredit']) + 2 },
    ),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v2/tubeBasic/get' },
    contradicts: null,
    within: /./,
  },
  {
    what: 'a total of the cycle that does not grow',
    answered: body('/v2/gramHistory', (content) =>
      failed(content) ? content : { ...content, quotaUsedTotal: Number(content['quotaUsedTotal']) - 3 },
    ),
    finds: { kind: 'invariant', place: '/quotaUsedTotal', exchange: 'v2/gramHistory/get' },
    contradicts: 'v2-plan-size',
    within: /^v2\//,
  },
  {
    what: 'kinds of credits that do not add up',
    answered: events((frames) =>
      frames.map((frame) => frame.replace(/"purchasedCreditsAvailable":0/, '"purchasedCreditsAvailable":5')),
    ),
    finds: { kind: 'invariant', place: '/creditsAvailable', exchange: 'v3/nls/clip' },
    contradicts: 'nls-result',
    within: /^v3\/nls\//,
  },
  {
    what: 'subtitles at another price',
    answered: async (answer, { url: path, headers }, more) => {
      if (path.startsWith('/tube/subtitles/download') && answer.status === 200)
        await more({ method: 'GET', url: '/tube/topics', headers, body: '' });
      return answer;
    },
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v3/tube/subtitles/download-get' },
    contradicts: null,
    within: /^v3\/tube\/subtitles\/download/,
  },
  {
    what: 'an unlimited account that is not -1',
    answered: body('/', (content) =>
      content['creditsAvailable'] === -1 ? { ...content, creditsAvailable: 999_999 } : content,
    ),
    finds: { kind: 'invariant', place: '/creditsAvailable', exchange: 'money/unlimited' },
    contradicts: null,
    within: /unlimited/,
  },
  {
    what: 'credits in ten-thousandths',
    answered: body('/clip/performance', (content) =>
      failed(content) ? content : { ...content, creditsUsed: Number(content['creditsUsed']) + 0.0004 },
    ),
    finds: { kind: 'invariant', place: '/creditsUsed', exchange: 'v3/clip/performance/get' },
    contradicts: 'decimal-credits',
    within: /^v3\/clip\/performance/,
  },
];
