import type { TSchema } from '@sinclair/typebox';
import type { OperationId } from '../../core/operations.ts';
import type { AboutOperation } from './endpoint.ts';

/** A route of the service: one method of one path. */
export interface ServedRoute {
  method: string;
  path: string;
  operation: OperationId;
  about: AboutOperation;
  /** Schema of the query (GET) or JSON body (POST); undefined if there are no parameters. */
  parameters: TSchema | undefined;
  /** Schema of the envelope's `data`, or of the whole reply without envelope. */
  reply: TSchema | undefined;
}
