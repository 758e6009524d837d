import { body } from '../changed-target.ts';
import { charging, type Drift, events, failed } from './drift.ts';

export const money: readonly Drift[] = [
  {
    what: 'a debit on 404',
    answered: charging(404),
  },
  {
    what: 'a debit larger than the reported cost',
    answered: body('/gram/niches', (content) =>
      failed(content) ? content : { ...content, creditsUsed: 0.5 },
    ),
  },
  {
    what: 'a balance that does not fall',
    answered: body('/v2/tubeBasic', (content) =>
      failed(content)
        ? content
        : { ...content, remainingPlanCredit: Number(content['remainingPlanCredit']) + 2 },
    ),
  },
  {
    what: 'a total of the cycle that does not grow',
    answered: body('/v2/gramHistory', (content) =>
      failed(content) ? content : { ...content, quotaUsedTotal: Number(content['quotaUsedTotal']) - 3 },
    ),
  },
  {
    what: 'kinds of credits that do not add up',
    answered: events((frames) =>
      frames.map((frame) => frame.replace(/"purchasedCreditsAvailable":0/, '"purchasedCreditsAvailable":5')),
    ),
  },
  {
    what: 'subtitles at another price',
    answered: async (answer, { url: path, headers }, more) => {
      if (path.startsWith('/tube/subtitles/download') && answer.status === 200)
        await more({ method: 'GET', url: '/tube/topics', headers, body: '' });
      return answer;
    },
  },
  {
    what: 'an unlimited account that is not -1',
    answered: body('/', (content) =>
      content['creditsAvailable'] === -1 ? { ...content, creditsAvailable: 999_999 } : content,
    ),
  },
  {
    what: 'credits in ten-thousandths',
    answered: body('/clip/performance', (content) =>
      failed(content) ? content : { ...content, creditsUsed: Number(content['creditsUsed']) + 0.0004 },
    ),
  },
];
