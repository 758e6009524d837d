/** The platforms by their neutral names. Every other list of platforms derives from this one. */
export const platforms = ['gram', 'clip', 'tube'] as const;
export type Platform = (typeof platforms)[number];

/** In alphabetical order, on which the generated world depends. */
export const platformsByName: readonly Platform[] = [...platforms].sort();

/** Platforms whose contents name their sponsors, in the order of replies (observed). Clip only marks ads. */
export const sponsoringPlatforms = ['tube', 'gram'] as const satisfies readonly Platform[];
export type SponsoringPlatform = (typeof sponsoringPlatforms)[number];

/** The names that the published service uses (observed). */
export const publishedPlatforms = {
  gram: 'instagram',
  clip: 'tiktok',
  tube: 'youtube',
} as const satisfies Record<Platform, string>;
