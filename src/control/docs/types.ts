/** The parts of a document that the page reads. */
export interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, unknown>;
    responses?: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}

export interface Parameter {
  name: string;
  required: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
  content?: Content;
}

export interface Response {
  $ref?: string;
  description: string;
  content?: Content;
}

export type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  /** The schema of what a text holds: the events of a stream. */
  contentSchema?: Schema;
  description?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
