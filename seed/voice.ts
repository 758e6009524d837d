import type { NicheSlug } from './niches.ts';

/** How creators of one language sound. `{x}` is an item of the niche, `{city}` where the person lives. */
export interface Voice {
  /** ISO 639-3; `zht` and `zhs` for Chinese. */
  language: string;
  /** Captions that fit every niche; each holds `{x}`. */
  captions: readonly string[];
  /** Lines that end a caption: questions and calls to action. */
  closers: readonly string[];
  /** Titles of tube videos; each holds `{x}`. */
  titles: readonly string[];
  /** Titles of finished live streams; `{x}`. */
  streams: readonly string[];
  /** First lines under a tube video; each holds `{x}`. */
  abouts: readonly string[];
  /** Last lines under a tube video. */
  outros: readonly string[];
  /** Biographies: `{niche}`, `{city}`. */
  bios: readonly string[];
  /** Sponsored captions: `{x}`, `{brand}`. */
  ads: readonly string[];
  /** Marks of sponsored contents, without `#`. */
  adTags: readonly string[];
  /** Tags for anything, without `#`. */
  tags: readonly string[];
  /** Titles of links. */
  links: readonly string[];
  /** "original sound" as the clip platform names it in this language. */
  originalSound: string;
  niches: Readonly<Record<NicheSlug, NicheVoice>>;
}

export interface NicheVoice {
  name: string;
  /** Items by sub-niche, in the order of `niches.ts`. */
  items: readonly [readonly string[], readonly string[], readonly string[]];
  captions: readonly string[];
  tags: readonly string[];
}

/** Lists in the word files are written on one line, separated by `|`. */
export const list = (text: string): string[] => text.split('|');

/** Name, items of the three sub-niches, captions, tags. */
export const nicheVoice = (
  name: string,
  first: string,
  second: string,
  third: string,
  captions: string,
  tags: string,
): NicheVoice => ({
  name,
  items: [list(first), list(second), list(third)],
  captions: list(captions),
  tags: tags.split(' '),
});
