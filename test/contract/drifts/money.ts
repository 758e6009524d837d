import { body } from '../changed-target.ts';
import { charging, type Drift, events, failed } from './drift.ts';

export const money: readonly Drift[] = [
  {
    what: 'a debit on 404',
    finds: 'refusals/404/brand invariant credits left',
    answered: charging(404),
  },
  {
    what: 'a debit larger than the reported cost',
    finds: 'v3/gram/niches/get invariant /creditsUsed',
    answered: body('/gram/niches', (content) =>
      failed(content) ? content : { ...content, creditsUsed: 0.5 },
    ),
  },
  {
    what: 'a balance that does not fall',
    finds: 'v2/tubeBasic/get invariant /quotaUsedTotal',
    answered: body('/v2/tubeBasic', (content) =>
      failed(content)
        ? content
        : { ...content, remainingPlanCredit: Number(content['remainingPlanCredit']) + 2 },
    ),
  },
  {
    what: 'a total of the cycle that does not grow',
    finds: 'v2/gramHistory/get invariant /quotaUsedTotal',
    answered: body('/v2/gramHistory', (content) =>
      failed(content) ? content : { ...content, quotaUsedTotal: Number(content['quotaUsedTotal']) - 3 },
    ),
  },
  {
    what: 'kinds of credits that do not add up',
    finds: 'v3/nls/too-broad invariant /creditsAvailable',
    answered: events((frames) =>
      frames.map((frame) => frame.replace(/"purchasedCreditsAvailable":0/, '"purchasedCreditsAvailable":5')),
    ),
  },
  {
    what: 'subtitles at another price',
    finds: 'v3/tube/subtitles/download-get invariant credits left',
    answered: async (answer, { url: path, headers }, more) => {
      if (path.startsWith('/tube/subtitles/download') && answer.status === 200)
        await more({ method: 'GET', url: '/tube/topics', headers, body: '' });
      return answer;
    },
  },
  {
    what: 'an unlimited account that is not -1',
    finds: 'money/unlimited-usage invariant /creditsAvailable',
    answered: body('/', (content) =>
      content['creditsAvailable'] === -1 ? { ...content, creditsAvailable: 999_999 } : content,
    ),
  },
  {
    what: 'credits in ten-thousandths',
    finds: 'v3/clip/performance/fields invariant /creditsUsed',
    answered: body('/clip/performance', (content) =>
      failed(content) ? content : { ...content, creditsUsed: Number(content['creditsUsed']) + 0.0004 },
    ),
  },
];
