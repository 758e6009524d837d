import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Admin } from '../../client/admin-interface.ts';
import { closed } from '../../core/schema.ts';
import type { Agent } from '../agent.ts';

/** What tools use. */
export interface ToolContext {
  admin: Admin;
  agent: Agent;
}

/** One tool: names and texts for the agent, schemas of what goes in and out. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TObject;
  output: TObject;
  /** Whether it changes nothing. */
  readOnly: boolean;
  /** @throws ToolError, AdminError */
  run(input: unknown, context: ToolContext): Promise<Record<string, unknown>>;
}

/** Types the input of `run` by its schema: the server checks it before. */
export const defineTool = <In extends TObject, Out extends TObject>(
  definition: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: In;
    output: Out;
    run(input: Static<In>, context: ToolContext): Promise<Static<Out>>;
  },
): Tool => ({ ...definition, run: (input, context) => definition.run(input as Static<In>, context) });

export const closedObject = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, closed);

export const OwnKey = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'A key that open_key gave you, its id or its label; the latest when absent.',
  }),
);

/** The parameters of a call, by name. A record of TypeBox has `patternProperties`, which some models refuse. */
export const Parameters = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

/** A text that may be absent. */
export const OptionalText = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const Left = Type.Number({ description: 'Credits that the key can still spend.' });

export const operationText = 'Such as clip/profile, nls or v2/gramBasic.';
