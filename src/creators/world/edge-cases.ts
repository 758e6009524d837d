import { dayMs } from '../../core/durations.ts';
import { type Account, epochAt } from './account.ts';

/** Kinds of rare accounts that break client code, each with a word that names it. */
const edgeCases = {
  private: (account) => account.platform !== 'tube' && account.isPrivate,
  new: ({ createdAt }) => daysSince(createdAt) < 60,
  silent: ({ contents: [newest] }) => newest !== undefined && daysSince(newest.publishedAt) > 180,
  empty: ({ contents }) => contents.length === 0,
  few: ({ contents }) => contents.length > 0 && contents.length < 6,
  'no-followers': ({ followerWeeks: [now] }) => now === 0,
  'losing-followers': ({ followerWeeks: [now, , , , before = 0] }) => (now as number) < before * 0.99,
  'no-bio': ({ bio }) => bio === '',
  'no-country': ({ country }) => country === '',
  'no-audience': ({ audience }) => audience === null,
  'shorts-only': ({ contents }) => contents.length > 0 && contents.every(({ kind }) => kind === 'short'),
  'members-only': ({ contents }) => contents.some((each) => 'isMemberOnly' in each && each.isMemberOnly),
  'several-sponsors': ({ contents }) => contents.some((each) => 'brands' in each && each.brands.length > 1),
  capitals: ({ handle }) => /[A-Z]/.test(handle),
  'long-handle': ({ handle }) => handle.length >= 28,
} satisfies Record<string, (account: Account) => boolean>;

export const edgeCaseWords: readonly string[] = Object.keys(edgeCases);

export const edgeCasesOf = (account: Account): string[] =>
  Object.entries(edgeCases).flatMap(([word, holds]) => (holds(account) ? [word] : []));

const daysSince = (at: number): number => (epochAt - at) / dayMs;
