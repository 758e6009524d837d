import type { PriceView } from '../../../src/core/prices.ts';
import { callAdmin, type RequestDetail } from '../api.ts';
import { formatNumber } from '../format.ts';
import { Section, Table, useResult } from '../parts.tsx';
import { pricePartsOf } from '../price-parts.ts';

/** The cost of a request and its reason: the parts of its price. */
export function PriceOf({ request }: { request: RequestDetail }) {
  const { id, operation, credits: charged, status } = request;
  const price = useResult(async () => {
    if (operation === null) return undefined;
    const prices = await callAdmin('get', '/__admin/prices');
    return (prices as Record<string, PriceView>)[operation];
  }, [id]);
  if (!price) return null;
  if (charged === 0 && status >= 400)
    return (
      <Section title="Price">
        <p>Nothing was charged: a refusal is free.</p>
      </Section>
    );
  const { rule, parts, note } = pricePartsOf(price, request);
  return (
    <Section title={`Price: ${rule}`}>
      <Table label="The price in parts" head={['Part', '#Credits']}>
        {parts.map(({ name, credits }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="number">{formatNumber(credits)}</td>
          </tr>
        ))}
        <tr class="open">
          <td>charged</td>
          <td class="number">{formatNumber(charged)}</td>
        </tr>
      </Table>
      {note !== '' && <p class="soft">{note}</p>}
    </Section>
  );
}
