import { Type } from '@sinclair/typebox';
import { choice, closed, closedAs } from '../../core/schema.ts';
import { replyProfiles as profiles, type ReplyProfileName } from '../../faults/profiles.ts';
import type { Scope } from '../../service/http/scope.ts';

const Profiles = Type.Object(
  {
    profiles: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          affects: choice(
            ['events', 'pages', 'bytes'],
            'events: the event stream of nls; pages: searches and lists; bytes: any reply.',
          ),
          what: Type.String(),
        },
        closedAs('ReplyProfile'),
      ),
    ),
  },
  closed,
);

/** Lists the ways to send a reply that is difficult to read. */
export function addProfileRoute(app: Scope): void {
  app.get(
    '/profiles',
    { schema: { summary: 'The reply profiles of fault rules.', response: { 200: Profiles } } },
    () => ({
      profiles: Object.entries(profiles).map(([name, { affects }]) => ({
        name,
        affects,
        what: sentences[name as ReplyProfileName],
      })),
    }),
  );
}

const sentences = {
  lf: 'Lines end with a line feed.',
  cr: 'Lines end with a carriage return.',
  crlf: 'Lines end with a carriage return and a line feed.',
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
  'page-repeats': 'A page has the records of the page before it on which the rule acted. Rules only.',
  dribble: 'The reply comes eight bytes at a time, then more and more.',
} satisfies Record<ReplyProfileName, string>;
