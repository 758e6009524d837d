import type { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';

/** The number of the request on whose behalf code runs. */
export type CurrentRequest = AsyncLocalStorage<number>;

/** The classes of the messages of a server, for the options of `createServer`. */
export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/** The bytes of a reply, as they were written. */
export interface WrittenReply {
  readonly status: number;
  readonly body: Buffer;
}

/** What happens to a request that is followed. */
export interface FollowedExchange {
  /** The number of the request: its events and those of its reply run on behalf of it. */
  readonly request: number;
  bodyPart?(part: Buffer): void;
  /** The sandbox ended the reply. */
  ended(written: WrittenReply): void;
  /** The connection closed before. */
  left(written: WrittenReply): void;
}

/** Follows requests and their replies. */
export interface MessageFollower {
  readonly messages: MessageClasses;
  /** Begins to follow a request, before anyone reads it. Its messages have the classes above. */
  follow(incoming: IncomingMessage, response: ServerResponse, exchange: FollowedExchange): void;
}

/** Node makes the messages of a server from these classes, so every byte passes them, whoever writes it. */
export function createMessageFollower(current: CurrentRequest): MessageFollower {
  class FollowedRequest extends IncomingMessage {
    exchange: FollowedExchange | undefined;

    override emit(event: string | symbol, ...values: unknown[]): boolean {
      const emit = () => super.emit(event as string, ...values);
      return this.exchange ? current.run(this.exchange.request, emit) : emit();
    }

    override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
      if (part) this.exchange?.bodyPart?.(Buffer.from(part));
      return super.push(part, encoding);
    }
  }

  class FollowedReply<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    exchange: FollowedExchange | undefined;
    readonly #parts: Buffer[] = [];
    #isEnded = false;

    follow(incoming: FollowedRequest, exchange: FollowedExchange): void {
      incoming.exchange = exchange;
      this.exchange = exchange;
      this.once('close', () => {
        if (!this.#isEnded) exchange.left(this.#written());
      });
    }

    override emit(event: string | symbol, ...values: unknown[]): boolean {
      const emit = () => super.emit(event as string, ...values);
      return this.exchange ? current.run(this.exchange.request, emit) : emit();
    }

    override write(...given: unknown[]): boolean {
      this.#note(given[0]);
      return super.write(...(given as Parameters<ServerResponse['write']>));
    }

    override end(...given: unknown[]): this {
      this.#note(given[0]);
      if (!this.#isEnded) {
        this.#isEnded = true;
        this.exchange?.ended(this.#written());
      }
      return super.end(...(given as Parameters<ServerResponse['end']>));
    }

    #note(part: unknown): void {
      if (this.exchange && (typeof part === 'string' || part instanceof Uint8Array))
        this.#parts.push(Buffer.from(part as string));
    }

    #written(): WrittenReply {
      return { status: this.statusCode, body: Buffer.concat(this.#parts) };
    }
  }

  return {
    messages: { IncomingMessage: FollowedRequest, ServerResponse: FollowedReply },
    follow(incoming, response, exchange) {
      (response as FollowedReply).follow(incoming as FollowedRequest, exchange);
    },
  };
}

/** Puts a function before the listeners of a server's requests. */
export function listenBefore(
  server: Server,
  handle: (incoming: IncomingMessage, response: ServerResponse, goOn: () => void) => void,
): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (incoming, response) =>
    handle(incoming, response, () => {
      for (const listener of listeners) Reflect.apply(listener, server, [incoming, response]);
    }),
  );
}
