import { answerDifferences } from '../contract/answers.ts';
import { parseReplyJson } from '../contract/event-stream.ts';
import { generationOf } from '../contract/generations.ts';
import { httpSend, NoAnswer, type Send } from '../contract/wire.ts';
import { targetWords } from '../contract/words.ts';
import type { PriceBook } from '../core/prices.ts';
import type { ServedRoute } from '../service/http/served.ts';
import type { Words } from '../service/vocabulary/words.ts';
import type { AgreementLog } from './agreement.ts';
import type { AnsweredCall } from './recorder.ts';

/** A call as the command sent it. */
export interface SentCall extends AnsweredCall {
  /** Path and query. */
  readonly url: string;
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Whether it had the key of the run, another one, or none. */
  readonly sentKey: 'own' | 'other' | 'none';
}

export interface ComparisonOptions {
  /** Base URL of a sandbox that is asked the same. */
  readonly sandbox: string;
  readonly log: AgreementLog;
  readonly book: PriceBook;
  readonly served: readonly ServedRoute[];
  readonly words: Words;
  readonly v2Status: number;
}

/** Enough for every call of a run. */
const referenceKey = 'sandbox:plan=1000000000,fractional:reference';

const maxAnswerBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;

/** Compares each call with what a sandbox answers to the same request. Never fails: a comparison is no part of the call. */
export function createCallComparison(options: ComparisonOptions): (call: SentCall) => Promise<void> {
  const { sandbox, log, served, book, v2Status } = options;
  const send = httpSend({ url: sandbox, v2Url: `${sandbox}/v2`, timeoutMs, maxBytes: maxAnswerBytes });
  const context = { book, served, v2Status, words: targetWords(options.words, served) };
  return async (call) => {
    const { operation, request, status, headers, text, at } = call;
    // What stands before the service answered in its place.
    if (status >= 500 && parseReplyJson(text) === undefined) return;
    try {
      const ours = await send(askedAgain(call));
      log.note(
        operation,
        answerDifferences(context, { operation, request, theirs: { status, headers, text }, ours }),
        at,
      );
    } catch (error) {
      // Of a sandbox that ends with the run.
      if (!(error instanceof NoAnswer)) throw error;
    }
  };
}

function askedAgain({ request, url, body, contentType, sentKey }: SentCall): Parameters<Send>[0] {
  const { keyHeader } = generationOf(url);
  const keys = { own: { [keyHeader]: referenceKey }, other: { [keyHeader]: 'not-a-key' }, none: {} };
  return {
    method: request.method,
    url,
    headers: { ...keys[sentKey], ...(contentType !== undefined && { 'content-type': contentType }) },
    ...(body.length > 0 && { body: body.toString('utf8') }),
  };
}
