import { body } from '../changed-target.ts';
import { charging, type Drift, events, failed } from './drift.ts';

export const money: readonly Drift[] = [
  {
    what: 'a debit on 404',
    finds: 'invariant credits left',
    answered: charging(404),
  },
  {
    what: 'a debit larger than the reported cost',
    finds: 'invariant /creditsUsed (prices)',
    answered: body('/gram/niches', (content) =>
      failed(content) ? content : { ...content, creditsUsed: 0.5 },
    ),
  },
  {
    what: 'a balance that does not fall',
    finds: 'invariant /quotaUsedTotal (v2-plan-size)',
    answered: body('/v2/tubeBasic', (content) =>
      failed(content)
        ? content
        : { ...content, remainingPlanCredit: Number(content['remainingPlanCredit']) + 2 },
    ),
  },
  {
    what: 'a total of the cycle that does not grow',
    finds: 'invariant /quotaUsedTotal (v2-plan-size)',
    answered: body('/v2/gramHistory', (content) =>
      failed(content) ? content : { ...content, quotaUsedTotal: Number(content['quotaUsedTotal']) - 3 },
    ),
  },
  {
    what: 'kinds of credits that do not add up',
    finds: 'invariant /creditsAvailable (nls-result)',
    answered: events((frames) =>
      frames.map((frame) => frame.replace(/"purchasedCreditsAvailable":0/, '"purchasedCreditsAvailable":5')),
    ),
  },
  {
    what: 'subtitles at another price',
    finds: 'invariant credits left',
    answered: async (answer, { url: path, headers }, more) => {
      if (path.startsWith('/tube/subtitles/download') && answer.status === 200)
        await more({ method: 'GET', url: '/tube/topics', headers, body: '' });
      return answer;
    },
  },
  {
    what: 'an unlimited account that is not -1',
    finds: 'invariant /creditsAvailable',
    answered: body('/', (content) =>
      content['creditsAvailable'] === -1 ? { ...content, creditsAvailable: 999_999 } : content,
    ),
  },
  {
    what: 'credits in ten-thousandths',
    finds: 'invariant /creditsUsed (decimal-credits)',
    answered: body('/clip/performance', (content) =>
      failed(content) ? content : { ...content, creditsUsed: Number(content['creditsUsed']) + 0.0004 },
    ),
  },
];
