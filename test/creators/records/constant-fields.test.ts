import { describe, expect, test } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { isObject } from '../../../src/core/values.ts';
import { audienceOfAccount } from '../../../src/creators/records/audience.ts';
import { clipContentDetail } from '../../../src/creators/records/clip-content-detail.ts';
import { clipHistory } from '../../../src/creators/records/clip-history.ts';
import { clipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { clipProfile } from '../../../src/creators/records/clip-profile.ts';
import { contact } from '../../../src/creators/records/contact.ts';
import {
  clipContentItem,
  gramContentItem,
  tubeContentItem,
} from '../../../src/creators/records/content-search-item.ts';
import { gramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import { gramHistory } from '../../../src/creators/records/gram-history.ts';
import { gramPerformance } from '../../../src/creators/records/gram-performance.ts';
import { gramProfile } from '../../../src/creators/records/gram-profile.ts';
import { nicheItem } from '../../../src/creators/records/niche-item.ts';
import {
  clipPerformanceHistory,
  gramPerformanceHistory,
  tubePerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import { postRecords } from '../../../src/creators/records/posts.ts';
import { sponsorAudience } from '../../../src/creators/records/sponsor-audience.ts';
import {
  sponsorInformation,
  sponsorListItem,
  sponsorReach,
} from '../../../src/creators/records/sponsor-brand.ts';
import { sponsorCreator } from '../../../src/creators/records/sponsor-creators.ts';
import { sponsorPerformanceCreator } from '../../../src/creators/records/sponsor-performance.ts';
import { sponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { type SponsoredAccount, sponsorshipsOf } from '../../../src/creators/records/sponsored.ts';
import { gramSponsorship, tubeSponsorship } from '../../../src/creators/records/sponsorship.ts';
import { subtitleCues, subtitlesMeta } from '../../../src/creators/records/subtitles.ts';
import { tubeContentDetail } from '../../../src/creators/records/tube-content-detail.ts';
import { tubeDetail } from '../../../src/creators/records/tube-detail.ts';
import { tubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { tubeProfile } from '../../../src/creators/records/tube-profile.ts';
import type { Account } from '../../../src/creators/world/account.ts';
import { worldOf } from '../world/worlds.ts';

/** A field with one value everywhere shows that the data are made. These have a reason. */
const fixedByTheContract: Record<string, string> = {
  'clip/niches.category': 'clip and gram have one category of niches (observed)',
  'gram/niches.category': 'clip and gram have one category of niches (observed)',
  'gram/sponsorship.sponsorList[].sponsoredImages[].isSponsored': 'the list has sponsored contents only',
  'gram/sponsorship.sponsorList[].sponsoredReels[].isSponsored': 'the list has sponsored contents only',
  'tube/sponsorship.sponsorList[].sponsoredVideos[].isSponsored': 'the list has sponsored contents only',
  'sponsor/audience.gram': 'a brand has no audience on gram yet (observed)',
  'sponsor/summary.summary.gram.performance.estimatedCPE30d': 'no price is estimated on gram (observed)',
  'sponsor/summary.summary.gram.performance.estimatedCPM30d': 'no price is estimated on gram (observed)',
  'sponsor/summary.summary.gram.performance.estimatedTotalSpend7d':
    'no price is estimated on gram (observed)',
  'sponsor/summary.summary.gram.performance.estimatedTotalSpend30d':
    'no price is estimated on gram (observed)',
  'sponsor/summary.summary.gram.performance.estimatedTotalSpend90d':
    'no price is estimated on gram (observed)',
};

const world = await worldOf(defaultWorld);
const brandOf = (key: string) => world.brandByKey(key);

/** Generated accounts only: the odd values of the fixtures would hide what the others lack. */
const generated = platformsByName.flatMap((platform): Account[] =>
  [...world.accounts(platform)].filter(({ niches }) => niches.length > 0),
);

const seen = new Map<string, Set<string>>();

function note(path: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) note(`${path}[]`, item);
  else if (isObject(value)) for (const [name, part] of Object.entries(value)) note(`${path}.${name}`, part);
  const values = seen.get(path) ?? new Set();
  seen.set(path, values);
  if (values.size < 2) values.add(JSON.stringify(value));
}

for (const account of generated) {
  note(`${account.platform}/audience`, audienceOfAccount(account));
  note(`${account.platform}/contact`, contact(account));
  if (account.platform === 'clip') {
    note('clip/profile', clipProfile(account, 0));
    note('clip/performance', clipPerformance(account));
    note('clip/performance-history', clipPerformanceHistory(account, 0, 9));
    note('clip/content-detail', clipContentDetail(account, 0));
    note('v2/clipHistory', clipHistory(account, 0));
    for (const content of account.contents) {
      note('clip/content-search', clipContentItem(account, content, 0));
      note('v2/getPostById', postRecords.clip({ account, content }, 0));
    }
  }
  if (account.platform === 'gram') {
    note('gram/profile', gramProfile(account, 0));
    note('gram/performance', gramPerformance(account));
    note('gram/performance-history', gramPerformanceHistory(account, 0, 9));
    note('gram/content-detail', gramContentDetail(account, 0));
    note('gram/sponsorship', gramSponsorship(account, 0, brandOf));
    note('v2/gramHistory', gramHistory(account, 0));
    for (const content of account.contents) {
      note('gram/content-search', gramContentItem(account, content, 0, brandOf));
      note('v2/getPostById', postRecords.gram({ account, content }, 0));
    }
  }
  if (account.platform === 'tube') {
    note('tube/profile', tubeProfile(account, 0));
    note('tube/performance', tubePerformance(account));
    note('tube/performance-history', tubePerformanceHistory(account, 0, 9));
    note('tube/content-detail', tubeContentDetail(account, 0));
    note('tube/sponsorship', tubeSponsorship(account, 0, brandOf));
    note('v2/tubeDetail', tubeDetail(account, 0));
    for (const content of account.contents) {
      note('tube/subtitles/meta', subtitlesMeta(account, content));
      note('tube/subtitles/download', [...subtitleCues(account, content, content.subtitles[0] ?? '')]);
      note('tube/content-search', tubeContentItem(account, content, 0, brandOf));
      note('v2/getPostById', postRecords.tube({ account, content }, 0));
    }
  }
}
for (const platform of platformsByName)
  for (const niche of world.niches(platform))
    note(`${platform}/niches`, nicheItem(niche, niche.channelCount));
for (const topic of world.topics()) note('tube/topics', nicheItem(topic, topic.channelCount));
for (const brand of world.brands()) {
  const accounts = world
    .sponsored(brand.key)
    .map(({ platform, id }) => world[platform](id))
    .filter((account): account is SponsoredAccount => account !== undefined);
  const sponsorships = sponsorshipsOf(brand, accounts);
  const reach = sponsorReach(sponsorships);
  note('sponsor/information', sponsorInformation(brand, reach));
  note('sponsor/list', sponsorListItem(brand, reach));
  note('sponsor/audience', sponsorAudience(sponsorships));
  note('sponsor/summary', sponsorSummary(sponsorships));
  for (const sponsorship of sponsorships) {
    note('sponsor/creators', sponsorCreator(sponsorship, 0));
    note('sponsor/performance', sponsorPerformanceCreator(sponsorship, 0));
  }
}

describe('a field with one value in every record', () => {
  const constant = [...seen].filter(([, values]) => values.size < 2).map(([path]) => path);

  test('is fixed by the contract', () => {
    expect(constant.filter((path) => !(path in fixedByTheContract)).sort()).toEqual([]);
  });
  test('is still one, if it is listed here', () => {
    expect(Object.keys(fixedByTheContract).filter((path) => !constant.includes(path))).toEqual([]);
  });
});
