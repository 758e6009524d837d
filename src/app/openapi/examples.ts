import type { OperationId } from '../../core/operations.ts';
import type { JsonObject } from '../../service/http/generation-document.ts';
import type { ServedRoute } from '../../service/http/served.ts';
import { sampleRequest } from './samples.ts';
import type { SideApp } from './side-app.ts';

/** The successful reply of each operation to its sample request: JSON, or the text of a stream. */
export type Examples = ReadonlyMap<OperationId, unknown>;

/**
 * Sends every sample request, one after the other. Each has its own key, so all examples start with the same credits.
 * An operation whose sample fails in this world has no example.
 */
export async function requestExamples({ app, deps }: SideApp): Promise<Examples> {
  const examples = new Map<OperationId, unknown>();
  const ids = deps.operations.map(({ id }) => id);
  const routes = Map.groupBy(deps.servedRoutes, ({ operation }) => operation);
  // `usage` is last, so that it has calls to count.
  for (const operation of [...ids.filter((id) => id !== 'usage'), 'usage'] as const) {
    const [route] = routes.get(operation) as [ServedRoute];
    const request = sampleRequest(route, deps.words);
    const key = operation === 'usage' ? 'clip/profile' : operation;
    const reply = await app.inject({
      ...(route.method === 'GET'
        ? { method: 'GET', url: route.path, query: request as Record<string, string> }
        : { method: 'POST', url: route.path, payload: request }),
      headers: Object.fromEntries(deps.keyHeaders.map((header) => [header, key])),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const content: unknown = isJson ? shortenLists(JSON.parse(reply.body)) : reply.body;
    if (!isRefused(content)) examples.set(operation, content);
  }
  return examples;
}

/** Whatever its status: generation 2 can refuse with 200 (setting `v2Status`). */
const isRefused = (content: unknown): boolean => (content as JsonObject | null)?.['success'] === false;

/** Shortens long lists, because an example shows the form only. */
function shortenLists(content: unknown): unknown {
  if (Array.isArray(content))
    return (content.length > maxItems ? content.slice(0, 2) : content).map(shortenLists);
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, shortenLists(part)]));
}

/** Seven, so that the seven age ranges are complete. */
const maxItems = 7;
