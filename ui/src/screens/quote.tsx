import { useEffect, useState } from 'preact/hooks';
import { callAdmin } from '../api.ts';
import type { CodeRequest } from '../code.ts';
import type { Page } from '../documents.ts';
import { formatCount, formatNumber } from '../format.ts';
import { routes } from '../state.ts';
import { useStore } from '../store.ts';

interface QuoteProps {
  page: Page;
  request: CodeRequest | Error;
  keyId: string;
}

/** The price before sending. */
export function Quote({ page, request, keyId }: QuoteProps) {
  const served = useStore(routes);
  const operation = served.find((each) => each.path === page.path && each.method === page.method)?.operation;
  const [text, setText] = useState('');
  const question = request instanceof Error ? '' : JSON.stringify([request.url, request.body, keyId]);
  useEffect(() => {
    if (operation === undefined || request instanceof Error) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      quoteOf(operation, request, keyId).then(
        (price) => current && setText(price),
        () => current && setText(listed(page)),
      );
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question, operation]);
  return (
    <output class="price" aria-label="Price before sending">
      {text}
    </output>
  );
}

async function quoteOf(operation: string, { method, url, body }: CodeRequest, key: string): Promise<string> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const parameters = method === 'GET' ? parametersIn(query) : ((body ?? {}) as Record<string, unknown>);
  const { credits: price, refusal } = await callAdmin('post', '/__admin/quote', {
    body: { operation, method: method as 'GET', parameters, key },
  });
  const amount =
    price.least === price.most
      ? formatCount(price.most, 'credit')
      : `${formatNumber(price.least)} to ${formatCount(price.most, 'credit')}`;
  return `costs ${amount}${refusal ? `, but would be refused: ${refusal.status} ${refusal.code}` : ''}`;
}

const parametersIn = (query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, name === 'fields' || values.length > 1 ? values : values[0]];
    }),
  );

/** The price of the list, where the sandbox cannot quote: generation 2 has no `fields`. */
function listed({ operation }: Page): string {
  const price = operation['x-price'];
  return price?.credits === undefined ? '' : `costs ${formatCount(price.credits, 'credit')}`;
}
