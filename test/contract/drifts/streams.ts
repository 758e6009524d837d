import { type Drift, events, withResult } from './drift.ts';

export const streams: readonly Drift[] = [
  {
    what: 'a missing event',
    finds: 'v3/nls/too-broad shape /events/3',
    answered: events((frames) => frames.toSpliced(3, 1)),
  },
  {
    what: 'a stream without its result',
    finds: 'v3/nls/too-broad shape /events/11',
    answered: events((frames) => frames.slice(0, -1)),
  },
  {
    what: 'a stream without anything',
    finds: 'v3/nls/too-broad shape /events/0',
    answered: events(() => []),
  },
  {
    what: 'something after the result',
    finds: 'v3/nls/too-broad shape /events/12',
    answered: events((frames) => [...frames, 'event: progress\ndata: {"message":"Done..."}\n\n']),
  },
  {
    what: 'a field between the name of an event and its data',
    finds: 'v3/nls/too-broad shape /events/0',
    answered: events((frames) => frames.map((frame) => frame.replace('\n', '\nid: 7\n'))),
  },
  {
    what: 'lines that end with CRLF',
    finds: 'v3/nls/too-broad shape /events/0',
    answered: events((frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n'))),
  },
  {
    what: 'a search in plain words that fails in the end',
    finds: 'v3/nls/too-broad code /errorCode',
    answered: events((frames) =>
      withResult(frames, (result) => ({ ...result, success: false, errorCode: 'X' })),
    ),
  },
  {
    what: 'a search in plain words that fails without a code',
    finds: 'v3/nls/too-broad shape /events/11/data',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, success: false }))),
  },
  {
    what: 'a search in plain words without its data',
    finds: 'v3/nls/too-broad shape /events/11/data/data',
    answered: events((frames) => withResult(frames, ({ data: _, ...result }) => result)),
  },
  {
    what: 'a description of an error after success',
    finds: 'v3/nls/too-broad type /events/11/data/errorDescription',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, errorDescription: 'Oh.' }))),
  },
  {
    what: 'another platform than the words name',
    finds: 'v3/nls/clip invariant /data/platform',
    answered: events((frames) =>
      frames.map((frame) => frame.replace('"platform":"clip"', '"platform":"gram"')),
    ),
  },
];
