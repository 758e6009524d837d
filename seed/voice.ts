import { type Static, Type } from '@sinclair/typebox';
import { type NicheSlug, nicheSlugs } from './niches.ts';

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { description, minItems: 1 });
const withItem = (description: string) =>
  Type.Array(Type.String({ pattern: '\\{x\\}' }), { description, minItems: 1 });

const NicheVoice = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    items: Type.Array(texts('Items of a sub-niche.'), {
      description: 'By sub-niche, in the order of `niches.json`.',
      minItems: 3,
      maxItems: 3,
    }),
    captions: texts('Captions; some contain `{x}`.'),
    tags: texts('Hashtags without `#`.'),
  },
  { additionalProperties: false },
);

export type NicheVoice = Static<typeof NicheVoice>;

/** The texts of creators of one language (`data/voices`). `{x}` is an item of the niche, `{city}` the home of the creator. */
export const Voice = Type.Object(
  {
    language: Type.String({ description: 'ISO 639-3; `zht` and `zhs` for Chinese.', pattern: '^[a-z]{3}$' }),
    captions: withItem('Captions for every niche.'),
    closers: texts('Last lines of a caption: questions and calls to action.'),
    titles: withItem('Titles of tube videos.'),
    streams: withItem('Titles of finished live streams.'),
    abouts: withItem('First lines of the description of a tube video.'),
    outros: texts('Last lines of the description of a tube video.'),
    bios: texts('Biographies, with `{niche}` and `{city}`.'),
    ads: withItem('Sponsored captions, with `{brand}` too.'),
    adTags: texts('Hashtags of sponsored contents, without `#`.'),
    tags: texts('Hashtags for any content, without `#`; the first three call for the feed of clip.'),
    links: texts('Titles of links.'),
    originalSound: Type.String({
      description: "The clip platform's name for an original sound in this language.",
      minLength: 1,
    }),
    niches: Type.Unsafe<Readonly<Record<NicheSlug, NicheVoice>>>(
      Type.Object(Object.fromEntries(nicheSlugs.map((slug) => [slug, NicheVoice])), {
        additionalProperties: false,
      }),
    ),
  },
  { additionalProperties: false },
);
export type Voice = Static<typeof Voice>;
