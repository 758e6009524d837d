import { Type } from '@sinclair/typebox';
import { choice, closed, closedAs } from '../../core/schema.ts';
import { findProfile, type ReplyProfileName } from '../../faults/profiles.ts';
import type { ReadyFailureName } from '../../faults/ready.ts';
import type { Scope } from '../../service/http/scope.ts';

const Profiles = Type.Object(
  {
    profiles: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          affects: choice(
            ['events', 'json', 'pages', 'bytes'],
            'events: the event stream of nls; json: all other replies; pages: searches and lists; bytes: any reply.',
          ),
          what: Type.String(),
        },
        closedAs('ReplyProfile'),
      ),
    ),
  },
  closed,
);

/** Lists the ways to send a reply that is difficult to read, and the failures that a rule names like them. */
export function addProfileRoute(app: Scope): void {
  app.get(
    '/profiles',
    {
      schema: {
        summary: 'The reply profiles and the ready failures of fault rules.',
        response: { 200: Profiles },
      },
    },
    () => ({
      profiles: Object.entries(sentences).map(([name, what]) => ({
        name,
        // A ready failure takes the place of any reply.
        affects: findProfile(name)?.affects ?? ('bytes' as const),
        what,
      })),
    }),
  );
}

const sentences = {
  lf: 'Lines end with a line feed.',
  cr: 'Lines end with a carriage return.',
  crlf: 'Lines end with a carriage return and a line feed.',
  'split-crlf': 'A chunk ends between the carriage return and the line feed of each line end.',
  bom: 'A byte order mark comes before the first event.',
  'line-separators':
    'A message or name in each event ends with the raw characters U+2028 and U+0085, which end no line.',
  comments: 'Comment lines stand between the events.',
  'no-space': 'No space follows the colon of a line.',
  'data-lines': 'The data of one event comes in three lines.',
  'split-data': 'A chunk ends inside the word data.',
  'split-utf8': 'A chunk ends inside a character.',
  'no-progress': 'No progress event comes before the result.',
  'doubled-progress': 'Every progress event comes twice.',
  'doubled-result': 'The result comes twice.',
  malformed: 'Meaningless lines and events come before every real event.',
  'no-blank-line': 'No blank line follows the last event, so a correct reader drops it.',
  'failed-result': 'The stream begins well, and its result reports a failure.',
  'cut-before-result': 'The stream ends in order before its result.',
  'cut-in-result': 'The stream ends in order in the middle of its result.',
  'reset-before-result': 'The connection is reset before the result.',
  'reset-in-result': 'The connection is reset in the middle of the result.',
  cut: 'Half of the first chunk comes, then an orderly end.',
  reset: 'Half of the first chunk comes, then the connection is reset.',
  'wrong-length': 'The stated length is one byte too large.',
  'not-json': 'A page of HTML comes in place of the body.',
  'large-reply': 'The first list of a reply is repeated until the reply has 4 MB.',
  'page-repeats': 'A page has the records of the page before it on which the rule acted. Rules only.',
  dribble: 'The reply comes eight bytes at a time, then more and more.',
  'gateway-timeout': 'A gateway gives up: a page of HTML with 504, late.',
  'bad-gateway': 'A gateway cannot reach the service: a page of HTML with 502.',
  'maintenance-page': 'The service is down for maintenance: a page of HTML with 503.',
  'billed-timeout': 'A gateway gives up (504), and the call is charged as if it had been answered.',
  'too-large': 'A proxy refuses the size of the request: a page of HTML with 413.',
} satisfies Record<ReplyProfileName | ReadyFailureName, string>;
