import { formatCount } from '../../core/count.ts';
import type { OperationId } from '../../core/operations.ts';
import type { PriceView } from '../../core/prices.ts';

/** The price of an operation in words: of a whole call, and of each field if it is fractional. */
export function priceInWords(id: OperationId, price: PriceView): string {
  const parts = price.fields ? ` ${partsInWords(price.fields, price)}` : '';
  return `Price: ${wholeInWords(id, price)}.${parts}`;
}

/** The price of a whole call. */
export function wholeInWords(id: OperationId, price: PriceView): string {
  switch (price.rule) {
    case 'byCall':
      return `${formatCount(price.credits, 'credit')}${perPage.test(id) ? ' a page' : ''}`;
    case 'byFilters':
      return `${formatCount(price.credits, 'credit')} for every ten filters begun, and what the blocks of \`fields\` cost`;
    case 'byRange':
      return Object.entries(price.days)
        .map(([days, amount], n) => `${n === 0 ? formatCount(amount, 'credit') : amount} up to ${days} days`)
        .join(', ');
    case 'byTokens':
      return `${formatCount(price.base, 'credit')} and ${price.perToken} a token, at most ${price.most}`;
  }
}

const perPage = /content-search$|^sponsor\/(list|search|creators|performance)$/;

/** Groups fields by price. */
function partsInWords(fields: Readonly<Record<string, number>>, price: PriceView): string {
  const byPrice = Map.groupBy(Object.entries(fields), ([, amount]) => amount);
  const each = [...byPrice].map(
    ([amount, names]) => `${amount} for ${names.map(([name]) => `\`${name}\``).join(', ')}`,
  );
  const most = price.rule === 'byCall' ? `; at most ${formatCount(price.credits, 'credit')}` : '';
  return `With \`fields\`, each: ${each.join('; ')}${most}.`;
}
