export const problemType = 'application/problem+json; charset=utf-8';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
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
