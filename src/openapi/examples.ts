import type { OperationId } from '../core/operations.ts';
import type { Json } from '../http/generation-document.ts';
import { sampleRequest } from './samples.ts';
import type { SideApp } from './side-app.ts';

/** The successful reply of each operation to its sample request: JSON, or the text of a stream. */
export type Examples = ReadonlyMap<OperationId, unknown>;

/**
 * Asks the app for every sample, one after the other, each with a key of its own: every example begins with the same
 * credits. One that this world does not have stays without.
 */
export async function playSamples({ app, deps }: SideApp): Promise<Examples> {
  const examples = new Map<OperationId, unknown>();
  const ids = deps.operations.map(({ id }) => id);
  const routes = Map.groupBy(deps.served, ({ operation }) => operation);
  // Last, so that there is something to count.
  for (const operation of [...ids.filter((id) => id !== 'usage'), 'usage'] as const) {
    const [route] = routes.get(operation) ?? [];
    if (!route) continue;
    const request = sampleRequest(route, deps.words);
    const key = operation === 'usage' ? 'clip/profile' : operation;
    const reply = await app.inject({
      ...(route.method === 'GET'
        ? { method: 'GET', url: route.path, query: request as Record<string, string> }
        : { method: 'POST', url: route.path, payload: request }),
      headers: Object.fromEntries(deps.keyHeaders.map((header) => [header, key])),
    });
    if (reply.statusCode !== 200) continue;
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const content: unknown = isJson ? shortened(JSON.parse(reply.body)) : reply.body;
    if (!isRefused(content)) examples.set(operation, content);
  }
  return examples;
}

/** Generation 2 can be told to refuse with 200. */
const isRefused = (content: unknown): boolean => (content as Json | null)?.['success'] === false;

/** Long lists are cut: an example shows the form, not the amount. */
function shortened(content: unknown): unknown {
  if (Array.isArray(content))
    return (content.length > longest ? content.slice(0, 2) : content).map(shortened);
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, shortened(part)]));
}

/** Ages come in seven ranges, always all of them. */
const longest = 7;
