import { readJson } from '../../core/read-json.ts';
import { isObject } from '../../core/values.ts';
import { type SearchLists, searchSchema } from './search-schema.ts';
import type { UserReading, UserReadings } from './user-readings.ts';

/**
 * Asks the model of the user what a description means.
 * @param now Unix milliseconds, for periods
 * @throws ModelFailed
 */
export type AskModel = (description: string, now: number, signal: AbortSignal) => Promise<ModelAnswer>;

/** A meaning that passed the checks of a reading, or what was wrong with the second answer, too. */
export type ModelAnswer = { reading: UserReading; given: { description: string } } | { flaws: string[] };

/** The model gave no answer: it cannot be reached, answers with an error or too much, or takes too long. */
export class ModelFailed extends Error {}

export interface ModelOptions {
  /** `model` of each request. */
  name: string;
  /** Sends a request, and bounds its answer. */
  post: (body: object, signal: AbortSignal) => Promise<{ status: number; text: string }>;
  /** By real time, for one description with its repair. */
  timeoutMs?: number;
}

const modelTimeoutMs = 20_000;
export const maxAnswerBytes = 256 * 1024;

/** The text that goes to the model beside the description and the schema. */
const instruction = (now: number): string =>
  `The user describes creators to find. Answer with the search that the description means, in JSON by the schema. Use only what the description says. Where it asks for what no filter can express, answer with a message that says so, and with suggestions of descriptions. Now is ${new Date(now).toISOString()}, ${now}.`;

/**
 * A model behind `/chat/completions` with structured output. What is wrong with an answer is sent back once.
 * Only descriptions go there.
 */
export function createModel(
  lists: SearchLists,
  readings: Pick<UserReadings, 'check'>,
  { name, post, timeoutMs = modelTimeoutMs }: ModelOptions,
): AskModel {
  let schema: object | undefined;

  return async (description, now, left) => {
    schema ??= searchSchema(lists);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([left, timeout]);
    const messages = [
      { role: 'system', content: instruction(now) },
      { role: 'user', content: description },
    ];
    try {
      const content = await complete(messages, signal);
      const first = checked(description, content);
      if ('reading' in first) return first;
      messages.push(
        { role: 'assistant', content },
        { role: 'user', content: `The answer is wrong. ${first.flaws.join(' ')} Answer again.` },
      );
      return checked(description, await complete(messages, signal));
    } catch (error) {
      left.throwIfAborted();
      throw timeout.aborted ? new ModelFailed(`it took more than ${timeoutMs / 1000} s`) : error;
    }
  };

  /** @returns what the model says */
  async function complete(messages: readonly object[], signal: AbortSignal): Promise<string> {
    const body = {
      model: name,
      messages,
      temperature: 0,
      stream: false,
      response_format: { type: 'json_schema', json_schema: { name: 'search', strict: true, schema } },
    };
    const { status, text } = await post(body, signal).catch((error: unknown) => {
      throw new ModelFailed(error instanceof Error ? error.message : String(error));
    });
    if (status !== 200) throw new ModelFailed(`it answered with status ${status}`);
    const content = contentOf(text);
    if (content === undefined) throw new ModelFailed('its answer is no chat completion');
    return content;
  }

  function checked(description: string, content: string): ModelAnswer {
    const answer = answerIn(content);
    if (!answer) return { flaws: ['It is no JSON object with a member "answer".'] };
    const said = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
    if (!('platform' in said) && !('message' in said))
      return { flaws: ['It gives neither a search nor a message.'] };
    const given = { ...said, description };
    const found = readings.check(given);
    return 'flaws' in found ? { flaws: found.flaws.slice(0, 20) } : { ...found, given };
  }
}

/** The text in a chat completion; undefined if it is none. */
function contentOf(text: string): string | undefined {
  const { choices } = objectIn(text) ?? {};
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(first) ? first['message'] : undefined;
  const content = isObject(message) ? message['content'] : undefined;
  return typeof content === 'string' ? content : undefined;
}

function answerIn(content: string): Record<string, unknown> | undefined {
  const answer = objectIn(content)?.['answer'];
  return isObject(answer) ? answer : undefined;
}

/** A reply of a stranger, of any shape. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = readJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
