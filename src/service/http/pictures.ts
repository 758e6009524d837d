import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { isPictureKind, type PictureKind, picture } from '../../creators/pictures/draw.ts';
import { joinBody } from './body.ts';
import type { Deps } from './deps.ts';
import type { SentRequest } from './generation.ts';
import type { Reply } from './send.ts';

/**
 * With the setting `pictures: sandbox`, replies show URLs of this service instead of reserved ones, so dashboards show
 * pictures and nothing leaves the machine (assumed: pictures).
 */
export function showPictures(
  { settings }: Pick<Deps, 'settings'>,
  request: Pick<SentRequest, 'raw'>,
  reply: Reply,
): Reply {
  if (settings.pictures !== 'sandbox') return reply;
  const base = baseOf(request.raw);
  const { body } = reply;
  if (!(body instanceof Readable)) return { ...reply, body: withPictures(String(joinBody(body)), base) };
  return { ...reply, body: Readable.from(piecesWith(body, base)) };
}

/** Serves the pictures, without key, charge or journal. */
export function servePictures(app: FastifyInstance): void {
  app.route<{ Params: { kind: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:kind/:file',
    handler: (request, reply) => {
      const { kind, file } = request.params;
      const [, id] = /^([\w.-]{1,300})\.svg$/.exec(file) ?? [];
      if (id === undefined || !isPictureKind(kind)) return reply.callNotFound();
      return reply
        .headers({
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(picture(kind, id));
    },
  });
}

/** The prefix of the routes of `servePictures`. */
export const picturesPrefix = '/__pictures';

/** The whole value of a field, as `records/urls.ts` writes it. */
const reserved = /"https:\/\/img\.example\/(avatar|content|brand)\/([\w./-]+)\.(?:jpg|png)"/g;

const pictureKinds: Readonly<Record<string, PictureKind>> = {
  avatar: 'avatar',
  content: 'cover',
  brand: 'logo',
};

const withPictures = (text: string, base: string): string =>
  text.replace(
    reserved,
    (_, kind: string, id: string) => `"${base}/${pictureKinds[kind]}/${id.replaceAll('/', '-')}.svg"`,
  );

/** Every piece of an event stream is a whole event. */
async function* piecesWith(pieces: Readable, base: string): AsyncGenerator<string, void> {
  for await (const piece of pieces) yield withPictures(String(piece), base);
}

/** The client reached this service by its Host; without a proper one, the port of the connection remains. */
function baseOf({ headers: { host = '' }, socket }: IncomingMessage): string {
  const reached = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)
    ? host
    : `127.0.0.1:${socket.localPort}`;
  return `${socket instanceof TLSSocket ? 'https' : 'http'}://${reached}${picturesPrefix}`;
}
