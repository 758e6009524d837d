import { type Drift, events, withResult } from './drift.ts';

export const streams: readonly Drift[] = [
  {
    what: 'a missing event',
    finds: 'shape /events/3 (nls-events)',
    answered: events((frames) => frames.toSpliced(3, 1)),
  },
  {
    what: 'a stream without its result',
    finds: 'shape /events/11 (nls-events)',
    answered: events((frames) => frames.slice(0, -1)),
  },
  {
    what: 'a stream without anything',
    finds: 'shape /events/0 (nls-events)',
    answered: events(() => []),
  },
  {
    what: 'something after the result',
    finds: 'shape /events/12 (event-frames)',
    answered: events((frames) => [...frames, 'event: progress\ndata: {"message":"Done..."}\n\n']),
  },
  {
    what: 'a field between the name of an event and its data',
    finds: 'shape /events/0 (event-frames)',
    answered: events((frames) => frames.map((frame) => frame.replace('\n', '\nid: 7\n'))),
  },
  {
    what: 'lines that end with CRLF',
    finds: 'shape /events/0 (event-frames)',
    answered: events((frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n'))),
  },
  {
    what: 'a search in plain words that fails in the end',
    finds: 'code /errorCode (nls-failed)',
    answered: events((frames) =>
      withResult(frames, (result) => ({ ...result, success: false, errorCode: 'X' })),
    ),
  },
  {
    what: 'a search in plain words that fails without a code',
    finds: 'shape /events/11/data (nls-events)',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, success: false }))),
  },
  {
    what: 'a search in plain words without its data',
    finds: 'shape /events/11/data/data (nls-result)',
    answered: events((frames) => withResult(frames, ({ data: _, ...result }) => result)),
  },
  {
    what: 'a description of an error after success',
    finds: 'type /events/11/data/errorDescription',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, errorDescription: 'Oh.' }))),
  },
  {
    what: 'another platform than the words name',
    finds: 'invariant /data/platform (nls-platform)',
    answered: events((frames) =>
      frames.map((frame) => frame.replace('"platform":"clip"', '"platform":"gram"')),
    ),
  },
];
