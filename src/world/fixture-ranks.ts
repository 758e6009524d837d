import { ratio } from '../core/statistics.ts';
import { rankedFigures } from './records/ranking.ts';
import type { Account, Platform } from './truth.ts';
import type { World } from './world.ts';

/**
 * Where a user's own account would stand among those of the world. The others keep their places. In a large
 * world the first 1,000 accounts of the platform stand for all: a start must not wait for a hundred thousand.
 */
export function rankerFor(world: World): (account: Account) => Account['ranks'] {
  const fields = new Map<Platform, Ranked[]>();
  return (account) => {
    const field = fields.get(account.platform) ?? fieldOf(world, account.platform);
    fields.set(account.platform, field);
    const country = field.filter((other) => other.country === account.country);
    const language = field.filter((other) => other.language === account.languages[0]);
    return Object.fromEntries(
      Object.entries(rankedFigures(account)).map(([metric, figure]) => [
        metric,
        {
          global: shareBelow(field, metric, figure),
          country: shareBelow(country, metric, figure),
          language: shareBelow(language, metric, figure),
        },
      ]),
    );
  };
}

const most = 1000;

interface Ranked {
  country: string;
  language: string;
  figures: Record<string, number>;
}

function fieldOf(world: World, platform: Platform): Ranked[] {
  const field: Ranked[] = [];
  for (const account of world.accounts(platform)) {
    field.push({
      country: account.country,
      language: account.languages[0] ?? '',
      figures: rankedFigures(account),
    });
    if (field.length === most) break;
  }
  return field;
}

/** The only one of a group is its top. */
function shareBelow(field: readonly Ranked[], metric: string, figure: number): number {
  if (field.length === 0) return 1;
  return ratio(field.filter(({ figures }) => (figures[metric] ?? 0) < figure).length, field.length);
}
