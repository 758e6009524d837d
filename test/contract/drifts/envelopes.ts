import { body } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const envelopes: readonly Drift[] = [
  {
    what: 'a missing trace id',
    finds: 'shape /traceId (trace-id-everywhere)',
    answered: body('/tube/topics', ({ traceId: _, ...content }) => content),
  },
  {
    what: 'trace ids in capitals',
    finds: 'type /traceId (trace-id)',
    answered: body('/usage', (content) => ({
      ...content,
      traceId: String(content['traceId']).toUpperCase(),
    })),
  },
  {
    what: 'one trace id for all',
    finds: 'invariant /traceId (trace-id)',
    answered: body('/tube/', (content) => ({ ...content, traceId: '0'.repeat(32) })),
  },
  {
    what: 'instants in seconds',
    finds: 'invariant /timestamp (codes)',
    answered: body('/gram/profile', (content) => ({
      ...content,
      timestamp: Math.floor(Number(content['timestamp']) / 1000),
    })),
  },
  {
    what: 'a page of HTML in place of JSON',
    finds: 'shape header content-type',
    answered: (answer, { url: path }) =>
      path.startsWith('/gram/sponsorship')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Hello</h1>' }
        : answer,
  },
  {
    what: 'a redirection',
    finds: 'status status',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/contact')
        ? { status: 302, headers: { location: '/__admin/keys' }, text: '' }
        : answer,
  },
  {
    what: 'subtitles in an envelope',
    finds: 'shape (subtitles-file)',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/subtitles/download') && answer.text.startsWith('[')
        ? { ...answer, text: `{"data":${answer.text},"success":true}` }
        : answer,
  },
  {
    what: 'subtitles that are not an attachment',
    finds: 'shape header content-disposition (subtitles-file)',
    answered: ({ headers: { 'content-disposition': _, ...headers }, ...answer }) => ({ ...answer, headers }),
  },
];
