import { expect } from 'vitest';

const lines = (...all: string[]) => all.join('\n');
const call = lines(
  '```sh',
  "curl -s -H 'api-key: demo-full' 'http://127.0.0.1:4310/clip/profile?uniqueId=sample.creator'",
  '```',
  '',
);

const reply = (followers: number, credits: number) =>
  lines(
    call,
    '```json',
    `{ "data": { "totalFollowers": ${followers}, "…": "…" }, "creditsUsed": ${credits}, "…": "…" }`,
    '```',
  );

/** Pages that each have one fault, and the sentences that must find it. */
export const wrongPages: [subject: string, page: string, found: unknown[]][] = [
  ['nothing', reply(486213, 2), []],
  ['a figure', reply(486214, 2), ['page:5: /data/totalFollowers: the document shows 486214, 486213 came']],
  ['a price', reply(486213, 3), ['page:5: /creditsUsed: the document shows 3, 2 came']],
  [
    'a command',
    lines('```sh', 'creator-sandbox helth', '```'),
    [expect.stringMatching(/^page:1: exit code 2:/)],
  ],
  [
    'a path, whose refusal it does not show',
    lines('```sh', 'curl -s http://127.0.0.1:4310/__admin/keyz', '```'),
    [expect.stringMatching(/^page:1: exit code 22:/)],
  ],
  [
    'an assertion',
    lines('```ts', "import assert from 'node:assert';", 'assert.equal(1 + 1, 3);', '```'),
    [expect.stringMatching(/^page:1: exit code 1:/)],
  ],
  [
    'a test',
    lines('```ts', "import { expect, it } from 'vitest';", "it('adds', () => expect(1 + 1).toBe(3));", '```'),
    [expect.stringMatching(/^page:1: exit code 1:/)],
  ],
  [
    'a step of a workflow',
    lines(
      '```yaml',
      'steps:',
      '  - run: "true"',
      "  - run: curl -fsS 'http://127.0.0.1:4310/nothing'",
      '```',
    ),
    [expect.stringMatching(/^page:1: exit code 22:/)],
  ],
  [
    'a step behind the first document',
    lines('```yaml', 'kind: Service', '---', "run: curl -fsS 'http://127.0.0.1:4310/nothing'", '```'),
    [expect.stringMatching(/^page:1: exit code 22:/)],
  ],
  [
    'an output without its command',
    lines('```json', '{}', '```'),
    ['page:1: nothing says how to try this block'],
  ],
  [
    'code without a language',
    lines('Run', '', '    npm start', ''),
    [expect.stringContaining('fence this code')],
  ],
  [
    'a line after a sandbox in the foreground',
    lines('```sh', 'creator-sandbox --port 4310', 'curl http://127.0.0.1:4310/usage', '```'),
    [expect.stringContaining('runs before Ctrl-C')],
  ],
];
