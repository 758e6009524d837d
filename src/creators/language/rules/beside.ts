import type { Rule } from '../parts.ts';
import { growthOf } from './growth.ts';
import { nounFirst } from './places.ts';
import { nameWeight } from './platform.ts';

/** Reads words beside a figure that say nothing more: `50k+ TikTok followers`, `20k active followers`. */
export const readBeside: Rule = (parts) => {
  // `50k+ TikTok followers`, but of another platform no search knows the figures
  parts.reduce(/(?<=0[gT]?[Cs]?g?|s)[iI]\/?(?=[sk]?[MR](?![gs]{0,2}[:cab0]))/g, ({ items: [item] }) => {
    return item?.hint?.platform === parts.platform ? { kind: 'glue' } : undefined;
  });
  // `8 TikTok videos a month`, `8 vídeos de TikTok al mes`, `8 TikToks a month`
  parts.reduce(/(?<=0[gT]?C?g?)(?:[iI]\/?[kz]|[kz]g?[iI]|[iI])(?=g{0,2}[oe])/g, ({ items }) => {
    const named = items.find(({ hint }) => (hint?.weight ?? 0) >= nameWeight);
    const isOther = items.length === 1 ? named?.text !== 'tiktoks' : named?.hint?.platform !== parts.platform;
    return isOther ? undefined : { kind: 'content' };
  });
  // `3 TikTok lives a week`
  parts.reduce(/(?<=0[gT]?C?g?)[iI]g(?=g{0,2}[oe])/g, ({ items: [, item] }) =>
    item?.text === 'lives' ? { kind: 'lost' } : undefined,
  );
  // `20k active followers`, `20k follower attivi`
  parts.reduce(/(?<=0[gT]?C?g?)z(?=M)|(?<=0[gT]?C?g?M)z(?=$|[.,;])/g, ({ items: [item], before }) =>
    activeWord.test(item?.text ?? '') && (!before.endsWith('M') || nounFirst.has(parts.language))
      ? { kind: 'glue' }
      : undefined,
  );
  // `crescita follower`
  parts.reduce(/RM(?=g{0,2}[:cab0])/g, ({ items: [growth, counted] }) => {
    if (growth?.kind !== 'measure' || growth.measure !== 'followerGrowth') return undefined;
    const measure = counted?.kind === 'measure' ? growthOf[counted.measure] : undefined;
    return measure && { kind: 'measure', measure };
  });
};

const activeWord = /^(?:a[ck]ti|attiv|ativ|актив|アクティブ|활성|活跃|活躍|نشط|सक्रिय)/;
