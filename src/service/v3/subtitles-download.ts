import { Type } from '@sinclair/typebox';
import { Refusal } from '../../core/errors.ts';
import { type SubtitleCue, SubtitleFile, subtitleCues } from '../../creators/records/subtitles.ts';
import type { PostOn } from '../../creators/world/account.ts';
import type { World } from '../../creators/world/world.ts';
import { bytesIn, type Encoded, encoded, encodedBytes } from '../http/body.ts';
import type { RecognisedCall } from '../http/call.ts';
import { worldOf } from '../http/delayed.ts';
import type { OperationDeps } from '../http/deps.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import type { DocumentSchemas } from '../http/generation-document.ts';
import { fullPriceOf, meter } from '../http/metered.ts';
import { recordedDataOf } from '../http/recordings.ts';
import { jsonType } from '../http/send.ts';
import type { StreamedReply } from '../http/stream.ts';
import { streamRoute } from './route.ts';
import { VideoIdentifier } from './subtitles-meta.ts';

const TrackIdentifier = Type.Object({
  ...VideoIdentifier.properties,
  vssId: Type.String({ minLength: 1, maxLength: 20, description: 'Id of the track, such as `a.en`.' }),
});

/**
 * /tube/subtitles/download: a file, not the envelope (contract 7.2(9)). POST is specified, GET observed.
 * The whole price is charged before the transfer begins. A broken transfer is not refunded, because nobody knows how
 * much of it arrived.
 */
export const subtitlesDownload: MakeEndpoints = (deps) =>
  (['GET', 'POST'] as const).map((method) =>
    streamRoute(
      {
        operation: 'tube/subtitles/download',
        method,
        parameters: TrackIdentifier,
        reply: SubtitleFile,
        about: {
          summary: 'Download of a subtitle track',
          sample: { videoId: 'shanvideo01', vssId: 'a.zh-Hant' },
          streamed,
        },
      },
      ({ call, tx, parameters: { videoId, vssId } }) => {
        let pieces: StreamedReply['pieces'] = () =>
          filePieces((recordedDataOf(call)?.data ?? []) as Iterable<SubtitleCue>);
        meter(deps, tx, call, fullPriceOf(deps, call), () => {
          pieces = trackOf(deps, call, videoId, vssId);
          return { data: null };
        });
        return {
          headers: {
            'content-type': jsonType,
            // safe in a header and as a file name: only an existing track gets here, and track ids are letters and dots
            'content-disposition': `attachment; filename="${videoId}-${vssId}.json"`,
          },
          keepsAlive: true,
          pieces,
        };
      },
    ),
  );

const streamed = (schemas: DocumentSchemas) => ({
  description: 'The file, streamed; no envelope. A transfer that breaks off leaves a part of it.',
  headers: {
    'Content-Disposition': {
      description: 'attachment, with a file name.',
      schema: { type: 'string' },
    },
  },
  type: 'application/json',
  schema: schemas.render(SubtitleFile),
});

/**
 * The pieces of a track. A short one is cached as a whole, for clients that download it again.
 * @throws Refusal `videoNotFound`, then `trackNotFound`
 */
function trackOf(
  deps: OperationDeps,
  call: RecognisedCall,
  videoId: string,
  vssId: string,
): StreamedReply['pieces'] {
  const world = worldOf(deps, call);
  const name = `${call.operation} ${world.shiftMs(call.now)} ${world.day} ${videoId} ${vssId}`;
  const known = deps.jsonCache.get(name);
  if (known) return () => inOnePiece(known.json);
  const { account, content } = withTrack(world, videoId, vssId);
  const cache = (text: string): void => {
    const json = encoded(text);
    deps.jsonCache.set(name, { json, factBits: 0, items: undefined }, name.length + bytesIn(json));
  };
  return () => filePieces(subtitleCues(account, content, vssId), cache);
}

// biome-ignore lint/correctness/useYield: what it returns is its only piece
async function* inOnePiece(json: Encoded): AsyncGenerator<string, Buffer> {
  return encodedBytes(json);
}

/** @param onWhole called with the text if one piece has all of it */
async function* filePieces(
  cues: Iterable<SubtitleCue>,
  onWhole: (text: string) => void = () => {},
): AsyncGenerator<string, string> {
  let last = '';
  let isFirst = true;
  for (const piece of subtitleFile(cues)) {
    if (last !== '') {
      isFirst = false;
      yield last;
    }
    last = piece;
  }
  if (isFirst) onWhole(last);
  return last;
}

/** @throws Refusal `videoNotFound`, then `trackNotFound` */
function withTrack(world: World, videoId: string, vssId: string): PostOn['tube'] {
  const video = world.post('tube', videoId);
  if (!video) throw new Refusal('videoNotFound');
  if (!video.content.subtitles.includes(vssId)) throw new Refusal('trackNotFound');
  return video;
}

/** In characters; about as much as Node writes at once. */
const pieceLength = 16 * 1024;

/** The cues as one JSON array, in pieces of about the same length. */
export function* subtitleFile(cues: Iterable<SubtitleCue>): Generator<string, void> {
  let begin = '[';
  let texts: string[] = [];
  let length = 0;
  for (const cue of cues) {
    const text = JSON.stringify(cue);
    texts.push(text);
    length += text.length + 1;
    if (length < pieceLength) continue;
    yield begin + texts.join(',');
    begin = ',';
    texts = [];
    length = 0;
  }
  // an empty list has not written its bracket yet
  yield `${texts.length > 0 || begin === '[' ? begin : ''}${texts.join(',')}]`;
}
