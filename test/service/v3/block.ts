/** Blocks without contents: all zeros and two nulls. */

export const noSpread = { all: 0, avg: 0, median: 0, min: 0, max: 0 };

export const noConsistency = {
  cv: 0,
  medianVsMean: 0,
  topBottomRatio: 0,
  consistencyScore: null,
  consistencyLevel: null,
};

export const noGrowth = {
  g7: { engagementRate: 0 },
  g30: { engagementRate: 0 },
  g90: { engagementRate: 0 },
};

export const noGrowthOfViews = {
  g7: { avgViews: 0, engagementRate: 0 },
  g30: { avgViews: 0, engagementRate: 0 },
  g90: { avgViews: 0, engagementRate: 0 },
};

export const noCounts = { '7d': 0, '30d': 0, '90d': 0 };
