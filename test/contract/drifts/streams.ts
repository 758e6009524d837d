import { type Drift, events, withResult } from './drift.ts';

export const streams: readonly Drift[] = [
  {
    what: 'a missing event',
    answered: events((frames) => frames.toSpliced(3, 1)),
  },
  {
    what: 'a stream without its result',
    answered: events((frames) => frames.slice(0, -1)),
  },
  {
    what: 'a stream without anything',
    answered: events(() => []),
  },
  {
    what: 'something after the result',
    answered: events((frames) => [...frames, 'event: progress\ndata: {"message":"Done..."}\n\n']),
  },
  {
    what: 'a field between the name of an event and its data',
    answered: events((frames) => frames.map((frame) => frame.replace('\n', '\nid: 7\n'))),
  },
  {
    what: 'lines that end with CRLF',
    answered: events((frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n'))),
  },
  {
    what: 'a search in plain words that fails in the end',
    answered: events((frames) =>
      withResult(frames, (result) => ({ ...result, success: false, errorCode: 'X' })),
    ),
  },
  {
    what: 'a search in plain words that fails without a code',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, success: false }))),
  },
  {
    what: 'a search in plain words without its data',
    answered: events((frames) => withResult(frames, ({ data: _, ...result }) => result)),
  },
  {
    what: 'a description of an error after success',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, errorDescription: 'Oh.' }))),
  },
  {
    what: 'another platform than the words name',
    answered: events((frames) =>
      frames.map((frame) => frame.replace('"platform":"clip"', '"platform":"gram"')),
    ),
  },
];
