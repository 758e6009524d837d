import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ModelRequest {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format: { type: string; json_schema: { name: string; strict: boolean; schema: object } };
  };
}

/** Its reply to a request: the answer itself, or a way to send something else. */
export type Saying = object | string | ((response: ServerResponse) => void);

/** A small server that answers as chat completions do, and keeps what it was sent. */
export async function modelStandIn(say: (request: ModelRequest, number: number) => Saying) {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const { url: path, headers } = request;
    const asked = { path, headers, body: (await json(request)) as ModelRequest['body'] };
    requests.push(asked);
    const said = say(asked, requests.length);
    if (typeof said === 'function') {
      said(response);
      return;
    }
    const content = typeof said === 'string' ? said : JSON.stringify({ answer: said });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** The text that is to be read. */
export const descriptionIn = ({ body }: ModelRequest): string | undefined => body.messages[1]?.content;
