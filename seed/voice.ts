import type { NicheSlug } from './niches.ts';

/** The texts of creators of one language. `{x}` is an item of the niche, `{city}` the home of the creator. */
export interface Voice {
  /** ISO 639-3; `zht` and `zhs` for Chinese. */
  language: string;
  /** Captions for every niche; each contains `{x}`. */
  captions: readonly string[];
  /** Last lines of a caption: questions and calls to action. */
  closers: readonly string[];
  /** Titles of tube videos; each contains `{x}`. */
  titles: readonly string[];
  /** Titles of finished live streams; `{x}`. */
  streams: readonly string[];
  /** First lines of the description of a tube video; each contains `{x}`. */
  abouts: readonly string[];
  /** Last lines of the description of a tube video. */
  outros: readonly string[];
  /** Biographies, with `{niche}` and `{city}`. */
  bios: readonly string[];
  /** Sponsored captions, with `{x}` and `{brand}`. */
  ads: readonly string[];
  /** Hashtags of sponsored contents, without `#`. */
  adTags: readonly string[];
  /** Hashtags for any content, without `#`; the first three call for the feed of clip. */
  tags: readonly string[];
  /** Titles of links. */
  links: readonly string[];
  /** The clip platform's name for an original sound in this language. */
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

/** Lists in the word files are on one line, separated by `|`. */
export const splitList = (text: string): string[] => text.split('|');

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
  items: [splitList(first), splitList(second), splitList(third)],
  captions: splitList(captions),
  tags: tags.split(' '),
});
