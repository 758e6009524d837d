import type { Item, ItemOf } from '../items.ts';
import { articles } from '../numbers.ts';
import { itemIn, type Parts } from '../parts.ts';

type Amount = ItemOf<'amount'>;

/** Numbers of days, and of what has one word: `zero brand deals`, `over a month`. */
export function readPeriods(parts: Parts): void {
  // `at least one brand deal`, `案件が1件以上`
  parts.reduce(/c(?:g{0,2}[0?])?[gkT]{0,2}=|=[gk]{0,2}0[gT]?C/g, ({ items }) => {
    const compare = itemIn({ items }, 'compare')?.compare;
    const amount = itemIn({ items }, 'amount')?.value ?? 1;
    if (items.some(({ kind, text }) => kind === 'word' && !articles.has(text))) return undefined;
    return compare === 'atLeast' && amount === 1 && itemIn({ items }, 'sponsored')?.yes
      ? { kind: 'sponsored', yes: true }
      : undefined;
  });
  // `zero brand deals`
  parts.reduce(/0[gT]{0,2}[=v]/g, ({ items }) => {
    const what = items.at(-1) as ItemOf<'sponsored' | 'verified'>;
    return (items[0] as Amount).value === 0 && what.yes ? { ...what, yes: false } : undefined;
  });
  // `5분 찾습니다` are five people, `5분 전` is a time
  parts.reduce(/(?<=0)u(?![gLCczk])|(?<=0)u(?=g)/g, ({ items: [item] }) =>
    item?.text === '분' ? { kind: 'glue' } : undefined,
  );
  parts.reduce(/0u/g, ({ items }) => {
    const [amount, unit] = items as [Amount, ItemOf<'unit'>];
    return amount.percent || amount.money ? undefined : { kind: 'duration', days: amount.value * unit.days };
  });
  // `over a month`: here the article counts
  parts.reduce(
    /(?<=c[gh]{0,2})(?:o|g?u)|(?:o|g?u)(?=C)|(?<=L)o|o(?=L)|(?<![0d])u(?=L)|gu(?=g?Z)/g,
    ({ items, before, after }) => {
      const [first] = items as [Item];
      const unit = itemIn({ items }, 'unit');
      const days = first.kind === 'often' ? 30 / first.perMonth : (unit?.days ?? 0);
      // `aktif seminggu terakhir`
      if (before.endsWith('L') || (parts.language === 'ind' && /^L/.test(after)))
        return { kind: 'since', days: Math.round(days) };
      if (/^L/.test(after) && !/c[gh]{0,2}$/.test(before)) return undefined;
      return first.kind === 'unit' || articles.has(first.text.split(' ')[0] ?? '')
        ? { kind: 'duration', days }
        : undefined;
    },
  );
}
