import { body } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const envelopes: readonly Drift[] = [
  {
    what: 'a missing trace id',
    answered: body('/tube/topics', ({ traceId: _, ...content }) => content),
    finds: { kind: 'shape', place: '/traceId', exchange: 'v3/tube/topics/get' },
    contradicts: 'trace-id-everywhere',
    within: /tube\/topics|400\/topics/,
  },
  {
    what: 'trace ids in capitals',
    answered: body('/usage', (content) => ({
      ...content,
      traceId: String(content['traceId']).toUpperCase(),
    })),
    finds: { kind: 'type', place: '/traceId', exchange: 'v3/usage/unused' },
    contradicts: 'trace-id',
    within: /usage|429/,
  },
  {
    what: 'one trace id for all',
    answered: body('/tube/', (content) => ({ ...content, traceId: '0'.repeat(32) })),
    finds: { kind: 'invariant', place: '/traceId', exchange: 'v3/tube/topics/get' },
    contradicts: 'trace-id',
    within: /tube|refusals|transport|unknown-path/,
  },
  {
    what: 'instants in seconds',
    answered: body('/gram/profile', (content) => ({
      ...content,
      timestamp: Math.floor(Number(content['timestamp']) / 1000),
    })),
    finds: { kind: 'invariant', place: '/timestamp', exchange: 'v3/gram/profile/get' },
    contradicts: 'codes',
    within: /^v3\/gram\/profile\/|400\/gram-handle/,
  },
  {
    what: 'a page of HTML in place of JSON',
    answered: (answer, { url: path }) =>
      path.startsWith('/gram/sponsorship')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Hello</h1>' }
        : answer,
    finds: { kind: 'shape', place: 'header content-type', exchange: 'v3/gram/sponsorship/get' },
    contradicts: null,
    within: /^v3\/gram\/sponsorship\//,
  },
  {
    what: 'a redirection',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/contact')
        ? { status: 302, headers: { location: '/__admin/keys' }, text: '' }
        : answer,
    finds: { kind: 'status', place: 'status', exchange: 'v3/tube/contact/get' },
    contradicts: null,
    within: /^v3\/tube\/contact\//,
  },
  {
    what: 'subtitles in an envelope',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/subtitles/download') && answer.text.startsWith('[')
        ? { ...answer, text: `{"data":${answer.text},"success":true}` }
        : answer,
    finds: { kind: 'shape', place: '', exchange: 'v3/tube/subtitles/download-get' },
    contradicts: 'subtitles-file',
    within: /^v3\/tube\/subtitles\/download/,
  },
  {
    what: 'subtitles that are not an attachment',
    answered: ({ headers: { 'content-disposition': _, ...headers }, ...answer }) => ({ ...answer, headers }),
    finds: { kind: 'shape', place: 'header content-disposition' },
    contradicts: 'subtitles-file',
    within: /^v3\/tube\/subtitles\/download/,
  },
];
