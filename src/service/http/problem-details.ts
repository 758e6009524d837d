import { STATUS_CODES } from 'node:http';

export const problemType = 'application/problem+json; charset=utf-8';

/** As RFC 9110 has them; Node has older words for two. */
const titles: typeof STATUS_CODES = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
};

export const problemTitle = (status: number): string => titles[status] ?? 'Error';

/** A reply with its whole text. */
export interface TextReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** An RFC 9457 problem as a reply, for calls that the service itself does not answer so. @param more additional members */
export const problemReply = (status: number, detail: string, more?: object): TextReply => ({
  status,
  type: problemType,
  text: problemDetails(status, detail, more),
});

/** An RFC 9457 problem as JSON, for errors of the sandbox itself. @param more additional members */
export const problemDetails = (status: number, detail: string, more: object = {}): string =>
  JSON.stringify({ type: 'about:blank', title: problemTitle(status), status, detail, ...more });
