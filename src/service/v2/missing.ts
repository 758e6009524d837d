/**
 * The operations that public clients call, or public documents name, and whose shape nobody shows (observed). `…` stands
 * for any further words.
 */
export const missingOperations: readonly string[] = [
  '/v2/facebook…',
  '/v2/threads…',
  '/v2/topicReport',
  '/v2/brandTable',
  '/v2/brandReport',
  '/v2/getRelatedNiches',
];

/** @returns the path of a missing operation, in either method; undefined for any other */
export function missingOperation(method: string, path: string): string | undefined {
  if (method !== 'GET' && method !== 'POST') return undefined;
  const plain = path.replace(/\/{2,}/g, '/');
  return missingOperations.some((each) => matches(each, plain)) ? plain : undefined;
}

function matches(missing: string, path: string): boolean {
  if (!missing.endsWith('…')) return path === missing;
  const first = missing.slice(0, -1);
  return path.startsWith(first) && /^(?:[A-Z][A-Za-z0-9]*)?$/.test(path.slice(first.length));
}
