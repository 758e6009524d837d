import { Copy } from '../parts.tsx';
import { routes, useServiceUrl } from '../state.ts';
import { useStore } from '../store.ts';

/** The first screen of a sandbox that nobody has asked yet: three things to paste. */
export function Overview() {
  const base = useServiceUrl();
  const served = useStore(routes);
  const pathOf = (name: string, method: string) =>
    served.find((route) => route.operation === name && route.method === method)?.path;
  const lookUp = pathOf('clip/profile', 'GET');
  const search = pathOf('clip/search', 'POST');
  const filter = { filterName: 'totalFollowers', op: '>', value: 1000 };
  const body = JSON.stringify({ filters: [filter], pageSize: 2, offset: 0 });
  const pastes = [
    [
      'Look a creator up',
      'One call, paid by a demo key.',
      lookUp === undefined
        ? `curl -H 'api-key: demo-full' '${base}/usage'`
        : `curl -H 'api-key: demo-full' '${base}${lookUp}?uniqueId=sample.creator'`,
    ],
    [
      'Search',
      'A page of two creators with more than 1,000 followers.',
      `curl -H 'api-key: demo-full' -H 'content-type: application/json' -d '${body}' '${base}${search}'`,
    ],
    [
      'See a refusal',
      'The key demo-empty has no credits: open the request to see why it was refused and what mends it.',
      `curl -H 'api-key: demo-empty' '${base}${lookUp ?? '/usage'}?uniqueId=sample.creator'`,
    ],
  ] as const;
  return (
    <div class="overview">
      <p>No requests yet. Paste one of these, and it appears here at once.</p>
      <ol>
        {pastes.map(([title, says, code]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p class="soft">{says}</p>
            <pre class="code">{code}</pre>
            <Copy text={code}>Copy</Copy>
          </li>
        ))}
      </ol>
      <p class="soft">
        In your own client, put <code>{base}</code> in place of the address of the service. Or send a request
        from the <a href="#/api">API</a>.
      </p>
    </div>
  );
}
