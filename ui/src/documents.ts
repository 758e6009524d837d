import { fetchAdmin } from './api.ts';

/** The parts of an OpenAPI document that the pages read. */
export interface Document {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes?: Record<string, unknown>;
    responses?: Record<string, Answer>;
    schemas?: Record<string, Schema>;
  };
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
  'x-price'?: Price;
}

export interface Price {
  rule: string;
  credits?: number;
  fields?: Record<string, number>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
  content?: Content;
}

interface Answer {
  $ref?: string;
  description: string;
  content?: Content;
}

type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  description?: string;
}

/** The subject of a document: a generation of the service, or the admin surface. */
export type Surface = '3' | '2' | 'admin';

/** One operation of a document, by method. */
export interface Page {
  surface: Surface;
  method: string;
  path: string;
  operation: Operation;
  document: Document;
}

const pageCache = new Map<Surface, Promise<readonly Page[]>>();

export function pagesOf(surface: Surface): Promise<readonly Page[]> {
  let pages = pageCache.get(surface);
  if (!pages) {
    pages = read(surface);
    pages.catch(() => pageCache.delete(surface));
    pageCache.set(surface, pages);
  }
  return pages;
}

async function read(surface: Surface): Promise<readonly Page[]> {
  const query = surface === 'admin' ? 'surface=admin' : `generation=${surface}`;
  const document = (await (await fetchAdmin('get', `./openapi.json?${query}`)).json()) as Document;
  // Paths of generation 2 are below its server's address.
  const prefix = surface === '2' ? '/v2' : '';
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      surface,
      method: method.toUpperCase(),
      path: prefix + path,
      operation,
      document,
    })),
  );
}

/** The sample body of a request, if the document has one. */
export function sampleBody({ operation }: Page): string | undefined {
  const content = operation.requestBody?.content['application/json'];
  if (!content) return undefined;
  const sample = Object.values(content.examples ?? {})[0]?.value;
  return JSON.stringify(sample ?? {}, null, 2);
}

export function refusalsOf({ operation, document }: Page): { status: string; name: string; text: string }[] {
  return Object.entries(operation.responses).flatMap(([status, given]) => {
    if (status.startsWith('2')) return [];
    const name = given.$ref?.split('/').at(-1);
    const answer = name === undefined ? given : document.components.responses?.[name];
    const examples = Object.entries(Object.values(answer?.content ?? {})[0]?.examples ?? {});
    return examples.length === 0
      ? [{ status, name: answer?.description ?? '', text: '' }]
      : examples.map(([name, { value }]) => ({
          status,
          name: codeIn(value) ?? name,
          text: JSON.stringify(value, null, 2),
        }));
  });
}

/** The code of a refusal: `errorCode` of generation 3, `error` of generation 2. */
function codeIn(reply: unknown): string | undefined {
  const { errorCode, error } = reply as { errorCode?: string; error?: string };
  return errorCode ?? error;
}

export function sampleReply({ operation }: Page): string | undefined {
  const content = Object.values(operation.responses['200']?.content ?? {})[0];
  const sample = content?.examples?.['sample']?.value;
  return sample === undefined
    ? undefined
    : typeof sample === 'string'
      ? sample
      : JSON.stringify(sample, null, 2);
}
