import { type Drift, events, withResult } from './drift.ts';

export const streams: readonly Drift[] = [
  {
    what: 'a missing event',
    answered: events((frames) => frames.toSpliced(3, 1)),
    finds: { kind: 'shape', place: '/events/3', exchange: 'v3/nls/clip' },
    contradicts: 'nls-events',
    within: /^v3\/nls\//,
  },
  {
    what: 'a stream without its result',
    answered: events((frames) => frames.slice(0, -1)),
    finds: { kind: 'shape', place: '/events/11' },
    contradicts: 'nls-events',
    within: /^v3\/nls\//,
  },
  {
    what: 'a stream without anything',
    answered: events(() => []),
    finds: { kind: 'shape', place: '/events/0', exchange: 'v3/nls/too-broad' },
    contradicts: 'nls-events',
    within: /^v3\/nls\//,
  },
  {
    what: 'something after the result',
    answered: events((frames) => [...frames, 'event: progress\ndata: {"message":"Done..."}\n\n']),
    finds: { kind: 'shape', place: '/events/12' },
    contradicts: 'event-frames',
    within: /^v3\/nls\//,
  },
  {
    what: 'a field between the name of an event and its data',
    answered: events((frames) => frames.map((frame) => frame.replace('\n', '\nid: 7\n'))),
    finds: { kind: 'shape', place: '/events/0' },
    contradicts: 'event-frames',
    within: /^v3\/nls\//,
  },
  {
    what: 'lines that end with CRLF',
    answered: events((frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n'))),
    finds: { kind: 'shape', place: '/events/0' },
    contradicts: 'event-frames',
    within: /^v3\/nls\//,
  },
  {
    what: 'a search in plain words that fails in the end',
    answered: events((frames) =>
      withResult(frames, (result) => ({ ...result, success: false, errorCode: 'X' })),
    ),
    finds: { kind: 'code', place: '/errorCode', exchange: 'v3/nls/clip' },
    contradicts: 'nls-failed',
    within: /^v3\/nls\//,
  },
  {
    what: 'a search in plain words that fails without a code',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, success: false }))),
    finds: { kind: 'shape', place: '/events/11/data', exchange: 'v3/nls/clip' },
    contradicts: 'nls-events',
    within: /^v3\/nls\//,
  },
  {
    what: 'a search in plain words without its data',
    answered: events((frames) => withResult(frames, ({ data: _, ...result }) => result)),
    finds: { kind: 'shape', place: '/events/11/data/data', exchange: 'v3/nls/clip' },
    contradicts: 'nls-result',
    within: /^v3\/nls\//,
  },
  {
    what: 'a description of an error after success',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, errorDescription: 'Oh.' }))),
    finds: { kind: 'type', place: '/events/11/data/errorDescription', exchange: 'v3/nls/clip' },
    contradicts: null,
    within: /^v3\/nls\//,
  },
  {
    what: 'another platform than the words name',
    answered: events((frames) =>
      frames.map((frame) => frame.replace('"platform":"clip"', '"platform":"gram"')),
    ),
    finds: { kind: 'invariant', place: '/data/platform', exchange: 'v3/nls/clip' },
    contradicts: 'nls-platform',
    within: /^v3\/nls\/clip$/,
  },
];
