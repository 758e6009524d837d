import { afterAll, describe, expect, it } from 'vitest';
import { disagreement } from './agreement.ts';
import { liesOf } from './try-page.ts';
import { openWorkshop } from './workshop.ts';

const workshop = openWorkshop();
afterAll(() => workshop.remove());
const page = (...lines: string[]) => lines.join('\n');
const call = page(
  '```sh',
  "curl -s -H 'api-key: demo-full' 'http://127.0.0.1:4310/clip/profile?uniqueId=sample.creator'",
  '```',
  '',
);
const reply = (followers: number, credits: number) =>
  page(
    call,
    '```json',
    `{ "data": { "totalFollowers": ${followers}, "…": "…" }, "creditsUsed": ${credits}, "…": "…" }`,
    '```',
  );

describe('a page that lies', () => {
  it.concurrent.each([
    ['nothing', reply(486213, 2), []],
    ['a figure', reply(486214, 2), ['page:5: /data/totalFollowers: the document shows 486214, 486213 came']],
    ['a price', reply(486213, 3), ['page:5: /creditsUsed: the document shows 3, 2 came']],
    [
      'a command',
      page('```sh', 'creator-sandbox helth', '```'),
      [expect.stringMatching(/^page:1: exit code 2:/)],
    ],
    [
      'an assertion',
      page('```ts', "import assert from 'node:assert';", 'assert.equal(1 + 1, 3);', '```'),
      [expect.stringMatching(/^page:1: exit code 1:/)],
    ],
    [
      'a test',
      page(
        '```ts',
        "import { expect, it } from 'vitest';",
        "it('adds', () => expect(1 + 1).toBe(3));",
        '```',
      ),
      [expect.stringMatching(/^page:1: exit code 1:/)],
    ],
    [
      'a step of a workflow',
      page(
        '```yaml',
        'steps:',
        '  - run: "true"',
        "  - run: curl -fsS 'http://127.0.0.1:4310/nothing'",
        '```',
      ),
      [expect.stringMatching(/^page:1: exit code 22:/)],
    ],
    [
      'an output without its command',
      page('```json', '{}', '```'),
      ['page:1: nothing says how to try this block'],
    ],
    [
      'code without a language',
      page('Run', '', '    npm start', ''),
      [expect.stringContaining('fence this code')],
    ],
    [
      'a line after a sandbox in the foreground',
      page('```sh', 'creator-sandbox --port 4310', 'curl http://127.0.0.1:4310/usage', '```'),
      [expect.stringContaining('runs before Ctrl-C')],
    ],
  ])('about %s is found', async (subject, text, expected) => {
    expect((await liesOf(subject, text, workshop)).map((lie) => lie.replace(subject, 'page'))).toEqual(
      expected,
    );
  });
});

describe('a document agrees with what came', () => {
  it.each([
    ['text', 'a … c', 'a b c', true],
    ['text', 'a … c', 'a b d', false],
    ['text', 'first\n…\nlast', 'first\n2\n3\nlast', true],
    ['text', 'first\n…\nlast', 'first\nlast', true],
    ['text', '…\nlast', 'last but one\n', false],
    ['text', 'a\nb', 'a\n\nb', false],
    ['text', 'at 2026-01-01T00:00:00Z', 'at 2027-12-31T23:59:59.123Z', true],
    ['json', '{"a":1}', '{"a":1,"b":2}', false],
    ['json', '{"a":1,"…":"…"}', '{"a":1,"b":2}', true],
    ['json', '{"a":1,"…":"…"}', '{"b":2}', false],
    ['json', '[1,"…"]', '[1,2,3]', true],
    ['json', '[1]', '[1,2]', false],
    ['json', '{"at":1795194658733}', '{"at":1795305391894}', true],
    ['json', '{"at":1795194658733}', '{"at":17953053918940}', false],
    ['json', '{"at":"…"}', '{"at":null}', true],
    ['json', '{"id":"1672607fa949ff276a2585305f61b97d"}', '{"id":"876828dbd25547879423d483ccfda1b4"}', true],
    ['json', '{"id":"1672607fa949ff276a2585305f61b97d"}', '{"id":"short"}', false],
    ['json', '{}', 'no JSON', false],
  ])('%s: %j and %j: %s', (language, shown, came, agrees) => {
    expect(disagreement(shown, came, language) === undefined).toBe(agrees);
  });
});
