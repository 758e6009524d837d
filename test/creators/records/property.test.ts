import fc from 'fast-check';
import { describe, test } from 'vitest';
import {
  completeClipAccount,
  completeGramAccount,
  completeTubeAccount,
} from '../../../seed/fixtures/defaults.ts';
import { ClipAccount, GramAccount, TubeAccount } from '../../../src/creators/world/account.ts';
import { expectCoherent } from '../world/coherence.ts';
import { expectValid } from '../world/strict.ts';

const figure = fc.oneof(fc.constant(0), fc.nat(50), fc.nat(1_000_000), fc.nat(2_000_000_000));
const age = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((days) => `${days}d`),
  fc.integer({ min: 1, max: 60_000 }).map((minutes) => `${minutes}m`),
  fc.integer({ min: 1, max: 3_000_000_000 }).map((ms) => `${ms}ms`),
);
const text = fc.constantFrom('', 'plain', '#one #two', 'mixed #one#two words', '#ünï #日本', '# alone');
const content = { publishedAt: age, text, views: figure, likes: figure, comments: figure };
const run = (kind: string) =>
  fc.record({
    kind: fc.constant(kind),
    count: fc.nat(300),
    everyMs: fc.integer({ min: 1, max: 1_000_000_000 }),
    lengthSec: fc.nat(4000),
    views: figure,
    likes: figure,
    comments: figure,
    shares: figure,
  });
const shared = {
  handle: fc.stringMatching(/^[a-z0-9._]{1,30}$/),
  followerWeeks: fc.array(figure, { minLength: 1, maxLength: 60 }),
  following: figure,
};

/** Contents, and earlier ones if there are enough. */
const posted = <T>(one: fc.Arbitrary<T>, ...kinds: string[]) =>
  fc
    .record({ contents: fc.array(one, { maxLength: 45 }), older: fc.tuple(...kinds.map(run)) })
    .map(({ contents, older }) => ({ contents, older: contents.length < 28 ? [] : [...older] }));

const settings = { numRuns: 100 };

describe('for any stored account, all its records agree', () => {
  test('clip', () => {
    const one = fc.record({ ...content, shares: figure, lengthSec: fc.nat(600), isAd: fc.boolean() });
    fc.assert(
      fc.property(fc.record(shared), posted(one, 'video'), (given, contents) => {
        const account = completeClipAccount({ ...given, ...contents });
        expectValid(ClipAccount, account);
        expectCoherent(account, () => undefined, 92);
      }),
      settings,
    );
  });

  test('gram', () => {
    const one = fc.record({ ...content, kind: fc.constantFrom('image', 'reel'), carousel: fc.nat(10) });
    fc.assert(
      fc.property(fc.record(shared), posted(one, 'image', 'reel'), (given, contents) => {
        const account = completeGramAccount({ ...given, ...contents });
        expectValid(GramAccount, account);
        expectCoherent(account, () => undefined, 92);
      }),
      settings,
    );
  });

  test('tube', () => {
    const one = fc.record({ ...content, kind: fc.constantFrom('video', 'short'), lengthSec: fc.nat(9000) });
    fc.assert(
      fc.property(fc.record(shared), posted(one, 'video', 'short'), (given, contents) => {
        const account = completeTubeAccount({ ...given, ...contents });
        expectValid(TubeAccount, account);
        expectCoherent(account, () => undefined, 92);
      }),
      settings,
    );
  });
});
