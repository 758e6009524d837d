import { body } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const envelopes: readonly Drift[] = [
  {
    what: 'a missing trace id',
    finds: 'v3/tube/topics/get shape /traceId',
    answered: body('/tube/topics', ({ traceId: _, ...content }) => content),
  },
  {
    what: 'trace ids in capitals',
    finds: 'money/unlimited-usage type /traceId',
    answered: body('/usage', (content) => ({
      ...content,
      traceId: String(content['traceId']).toUpperCase(),
    })),
  },
  {
    what: 'one trace id for all',
    finds: 'v3/tube/profile/get invariant /traceId',
    answered: body('/tube/', (content) => ({ ...content, traceId: '0'.repeat(32) })),
  },
  {
    what: 'instants in seconds',
    finds: 'refusals/400/gram-handle-too-long invariant /timestamp',
    answered: body('/gram/profile', (content) => ({
      ...content,
      timestamp: Math.floor(Number(content['timestamp']) / 1000),
    })),
  },
  {
    what: 'a page of HTML in place of JSON',
    finds: 'v3/gram/sponsorship/fields shape header content-type',
    answered: (answer, { url: path }) =>
      path.startsWith('/gram/sponsorship')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Hello</h1>' }
        : answer,
  },
  {
    what: 'a redirection',
    finds: 'v3/tube/contact/get status status',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/contact')
        ? { status: 302, headers: { location: '/__admin/keys' }, text: '' }
        : answer,
  },
  {
    what: 'subtitles in an envelope',
    finds: 'v3/tube/subtitles/download-get shape',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/subtitles/download') && answer.text.startsWith('[')
        ? { ...answer, text: `{"data":${answer.text},"success":true}` }
        : answer,
  },
  {
    what: 'subtitles that are not an attachment',
    finds: 'v3/tube/subtitles/download-get shape header content-disposition',
    answered: ({ headers: { 'content-disposition': _, ...headers }, ...answer }) => ({ ...answer, headers }),
  },
];
