import { Type } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import { subtitlesMeta as record, SubtitlesMeta } from '../../creators/records/subtitles.ts';
import { worldOf } from '../http/delayed.ts';
import type { Deps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { fullPriceOf, meter } from '../http/metered.ts';
import { route } from './route.ts';

export const VideoIdentifier = Type.Object({
  // Three checks of one value: a wrong length fails two of them (contract 7.2(4)).
  videoId: Type.String({
    minLength: 11,
    maxLength: 11,
    pattern: '^[a-zA-Z0-9_-]{11}$',
    description: 'Id of the video.',
  }),
});

/** /tube/subtitles/meta: which subtitle tracks a video has (observed). */
export function subtitlesMeta(deps: Pick<Deps, 'world' | 'ledger' | 'prices'>): Endpoint {
  const operation = 'tube/subtitles/meta';

  return route(
    {
      operation,
      method: 'GET',
      parameters: VideoIdentifier,
      reply: SubtitlesMeta,
      about: { summary: 'Subtitle tracks of a tube video', sample: { videoId: 'shanvideo01' } },
    },
    ({ tx, call, parameters: { videoId } }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const video = worldOf(deps, call).post('tube', videoId);
        if (!video) throw new Refusal('videoNotFound');
        return { data: record(video.account, video.content) };
      }),
  );
}
