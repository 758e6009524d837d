import type { Rule } from '../parts.ts';
import { wordSet } from '../tokens.ts';

/**
 * Words that exclude only where they stand: `cut Spain`, `strike anyone verified`, `filter Spain out`, `save for Italy`, and
 * in Dutch `op Spanje na`.
 */
export const readRemovals: Rule = (parts) => {
  const made = [...parts.items];
  for (const [at, { text }] of parts.items.entries()) {
    const clause = /^[^.,]*/.exec(parts.after(at))?.[0] ?? '';
    const [next, ...others] = parts.items.slice(at + 1, at + 1 + clause.length).map((item) => item.text);
    if (text === 'save' && next === 'for' && /^g+[pPlv=cWzZI]/.test(clause))
      made[at] = { kind: 'not', whole: true, text };
    else if (text === 'op' && parts.language === 'nld') {
      const end = parts.items.slice(at + 1, at + 9).findIndex((item) => item.text === 'na');
      if (end < 1 || /[.B]|,(?!g?[pP])/.test(parts.after(at).slice(0, end))) continue;
      made[at] = { kind: 'not', text: 'op-na' };
      made[at + 1 + end] = { kind: 'used', text: 'na' };
    } else if (removals.has(text) && !(text === 'filter' && keeping.has(next ?? ''))) {
      const isOut = !/^(?:filter|leave|keep|take)$/.test(text) || next === 'out' || others.includes('out');
      if (isOut && /(?:^g{0,2}|[.,]g{0,2}|jg?)$/.test(parts.before(at)))
        made[at] = { kind: 'not', whole: true, text };
      else if (text === 'filter' ? !isOut : isOut && /^g{0,2}[pPlv=c]/.test(clause))
        made[at] = { kind: 'lost', text };
    }
  }
  parts.replaceAll(made);
  // `crypto-free finance`
  parts.reduce(/(?<=[tv=])\/\?/g, ({ items: [, item] }) =>
    item?.text === 'free' ? { kind: 'not', after: true } : undefined,
  );
  // `scrap Spain`, `tacha a los verificados`: alone with one constraint, an unknown word may remove it
  parts.reduce(/(?<=[.,]g{0,2})\?g{0,3}[pPv=](?=[gi]{0,2}(?:$|[.,]))/g, ({ items, at }) => {
    // `Alps countries (Switzerland, Austria)` is a name and its list, `sediados em Portugal`, `que já fizeram publi`
    const isStatement =
      items.some(({ text }) => text === '(') ||
      locatives.has(items[1]?.text ?? '') ||
      parts.items.slice(Math.max(0, at - 2), at).some(({ text }) => relatives.test(text));
    return verbAlone.test(items[0]?.text ?? '') && !isStatement ? { kind: 'lost' } : undefined;
  });
};
const locatives = wordSet('dari di de from aus em en in au aux na no w we в во op di');
const relatives = /^(?:que|qui|che|die|who|that|ktor\S*|котор\S*|yang|deja|gia|schon)(?: |$)/;
const verbAlone = /^[a-zа-яё]{3,}$/;
const removals = wordSet('cut strike decline filter leave keep take');
const keeping = wordSet('for by to on only in');
