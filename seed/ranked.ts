import { engagementByFollowers, engagementByViews, mean } from '../src/core/statistics.ts';
import type { Account } from '../src/world/truth.ts';

const recentMs = 4 * 86_400_000;

export function rankedFigures(account: Account): Record<string, number> {
  const followers = account.followerWeeks[0] ?? 0;
  const rates = account.contents.map((content) =>
    content.kind === 'image'
      ? engagementByFollowers({ ...content, shares: 0 }, followers)
      : engagementByViews({ shares: 0, ...content }),
  );
  const figures: Record<string, number> = { totalFollowers: followers, avgEngagementRate: mean(rates) };
  if (account.platform === 'clip') figures['avgViews'] = mean(account.contents.map(({ views }) => views));
  void recentMs;
  return figures;
}
