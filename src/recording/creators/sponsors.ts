import type { Brand } from '../../creators/world/account.ts';
import { shortHash } from '../request-key.ts';
import { objectsIn } from './facts.ts';
import type { RecordedCreator } from './sources.ts';

/** A brand of every world, for contents whose sponsor no recording names. */
export const unnamedSponsor = 'lanternfish-tea';

/** The keys of the brands of each content, as the sponsorship records name them. */
export function sponsorKeysOf(creator: RecordedCreator): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  // only the newest record: its order is that of the contents
  const { data } = creator.sources.find(({ kind }) => kind === 'sponsorship') ?? {};
  for (const sponsor of objectsIn(data?.['sponsorList'])) {
    const brand = brandIn(sponsor);
    const contents = ['sponsoredVideos', 'sponsoredImages', 'sponsoredReels'].flatMap((name) =>
      objectsIn(sponsor[name]),
    );
    if (!brand) continue;
    for (const { contentId } of contents)
      if (typeof contentId === 'string') keys.set(contentId, [...(keys.get(contentId) ?? []), brand.key]);
  }
  return keys;
}

/** The brands that the sponsorship records of a creator name. */
export const sponsorsOf = ({ sources }: RecordedCreator): RecordedBrand[] =>
  sources
    .filter(({ kind }) => kind === 'sponsorship')
    .flatMap(({ data }) => objectsIn(data['sponsorList']).flatMap((sponsor) => brandIn(sponsor) ?? []));

export type RecordedBrand = Pick<Brand, 'key' | 'name' | 'brandId' | 'gramHandles'>;

function brandIn({
  brandName: name,
  brandId,
  brandGramIds,
}: Readonly<Record<string, unknown>>): RecordedBrand | undefined {
  if (typeof name !== 'string' || typeof brandId !== 'string' || !/^[a-zA-Z0-9._-]*$/.test(brandId))
    return undefined;
  const gramHandles = Array.isArray(brandGramIds)
    ? brandGramIds.filter((each): each is string => /^[a-zA-Z0-9._]{1,30}$/.test(String(each)))
    : [];
  // a brand of the sandbox's own worlds has the key of its id
  const own = /^([a-z0-9-]+)\.example$/.exec(brandId)?.[1];
  const key = own ?? `recorded-${shortHash(JSON.stringify([name, brandId, gramHandles]))}`;
  return { key, name, brandId, gramHandles };
}
