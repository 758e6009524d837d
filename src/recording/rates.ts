/** An object of a reply as it came and as it is written, and those around it, the innermost first. */
export interface Enclosed {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Record<string, unknown>;
}

interface RateFormula {
  readonly of: RegExp;
  readonly parts: readonly string[];
  readonly by: readonly string[];
}

const followers = ['followers', 'totalFollowers', 'totalSubscribers', 'subscribers'];

/** How rates are made of their parts. Which one holds shows in the true figures. */
const formulas: readonly RateFormula[] = [
  { of: /^enga/, parts: ['likes', 'comments'], by: ['views', 'plays', 'videoViews', ...followers] },
  { of: /^enga/, parts: ['likes', 'comments', 'shares'], by: ['views', 'plays'] },
  { of: /^enga/, parts: ['hearts', 'comments', 'shares'], by: followers },
  { of: /^enga/, parts: ['avgLikes', 'avgComments'], by: followers },
  { of: /^enga/, parts: ['avgHearts', 'avgComments', 'avgShares'], by: followers },
  { of: /^enga.*1Y$/, parts: ['avgLikes1Y', 'avgComments1Y'], by: ['avgViews1Y'] },
  { of: /^enga.*R20$/, parts: ['avgLikesR20', 'avgCommentsR20'], by: ['avgViewsR20'] },
  { of: /^likesPer/, parts: ['likes.avg'], by: followers },
  { of: /^commentsPer/, parts: ['comments.avg'], by: followers },
  { of: /^viewsPer/, parts: ['views.avg'], by: followers },
  { of: /^medianVsMean$/, parts: ['views.median'], by: ['views.avg'] },
  { of: /^medianVsMean$/, parts: ['likes.median'], by: ['likes.avg'] },
];

/**
 * Computes the rates of an object again from its scaled parts, where the true parts give the true rate: whoever
 * divides the figures of a recording finds its rates. A rate whose parts stand elsewhere stays.
 */
export function recomputeRates(chain: readonly Enclosed[]): void {
  const [own] = chain as [Enclosed];
  for (const [name, rate] of Object.entries(own.before)) {
    if (typeof rate !== 'number' || typeof own.after[name] !== 'number') continue;
    const found = formulas
      .filter(({ of }) => of.test(name))
      .flatMap(({ parts, by }) => by.map((divisor) => [parts, divisor] as const))
      .find((way) => quotient(chain, 'before', ...way) === rate);
    const again = found && quotient(chain, 'after', ...found);
    if (again !== undefined) own.after[name] = again;
  }
  const { percentile25: low, percentile75: high, iqr } = own.after;
  if (typeof iqr === 'number' && typeof low === 'number' && typeof high === 'number')
    own.after['iqr'] = Math.max(0, high - low);
}

function quotient(
  chain: readonly Enclosed[],
  side: keyof Enclosed,
  parts: readonly string[],
  by: string,
): number | undefined {
  const divisor = figureIn(chain, side, by);
  if (!divisor) return undefined;
  let sum = 0;
  for (const part of parts) {
    const figure = figureIn(chain, side, part);
    if (figure === undefined) return undefined;
    sum += figure;
  }
  // as the service rounds: to 4 decimals, half up
  return Math.round((sum / divisor) * 10_000) / 10_000;
}

/** A figure by its name, or as `likes.avg`, in the innermost object that has it. */
function figureIn(chain: readonly Enclosed[], side: keyof Enclosed, path: string): number | undefined {
  const [first = '', second] = path.split('.');
  for (const enclosed of chain) {
    const value = enclosed[side][first];
    if (second === undefined && typeof value === 'number') return value;
    const inner =
      second !== undefined && typeof value === 'object'
        ? (value as Record<string, unknown>)?.[second]
        : undefined;
    if (typeof inner === 'number') return inner;
  }
  return undefined;
}
