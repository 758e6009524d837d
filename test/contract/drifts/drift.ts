import type { Change } from '../changed-target.ts';

/** One deliberate change of a target. */
export interface Drift extends Change {
  what: string;
  /** The exchange that finds it first, the kind and the place. */
  finds: string;
}

export const failed = (content: Record<string, unknown>): boolean => content['success'] === false;

/** Changes the frames of event streams. */
export const events =
  (change: (frames: string[]) => string[]): NonNullable<Change['answered']> =>
  (answer) =>
    answer.headers['content-type']?.startsWith('text/event-stream')
      ? { ...answer, text: change(answer.text.split(/(?<=\n\n)/)).join('') }
      : answer;

/** Changes the data of a stream's result. */
export const withResult = (
  frames: string[],
  change: (result: Record<string, unknown>) => unknown,
): string[] =>
  frames.map((frame) =>
    frame.startsWith('event: result')
      ? `event: result\ndata: ${JSON.stringify(change(JSON.parse(frame.slice(frame.indexOf('data: ') + 6))))}\n\n`
      : frame,
  );

/** Charges the key whenever it answers with this status. */
export const charging =
  (status: number): NonNullable<Change['answered']> =>
  async (answer, { headers }, more) => {
    if (answer.status === status && headers['api-key'])
      await more({
        method: 'GET',
        url: '/clip/niches',
        headers: { 'api-key': headers['api-key'] },
        body: '',
      });
    return answer;
  };
