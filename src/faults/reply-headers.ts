import { type Static, Type } from '@sinclair/typebox';
import { shortenedText } from '../core/values.ts';
import { RuleError } from './rule-error.ts';

/** Headers that a rule adds to the refusals that it forces. */
export const ReplyHeaders = Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
  maxProperties: 20,
  description: 'Headers of the forced refusal, such as Retry-After, which the service never sends.',
});
export type ReplyHeaders = Static<typeof ReplyHeaders>;

/** @throws RuleError for headers that would change how the reply is framed, read or trusted */
export function assertHeaders(headers: ReplyHeaders): void {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const known = name.toLowerCase();
    if (!/^[a-z][a-z\d-]{0,99}$/.test(known))
      throw new RuleError(`${JSON.stringify(shortenedText(name))} is no name of a header.`);
    if (reserved.test(known)) throw new RuleError(`A rule cannot set the header '${name}'.`);
    if (names.has(known)) throw new RuleError(`The header '${name}' is there twice.`);
    if (!/^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(value))
      throw new RuleError(`The value of the header '${name}' is no visible text of one line.`);
    names.add(known);
  }
}

/** What frames the message, says how its body is read, or makes a browser do something: rules may come from files. */
const reserved =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-.*|set-cookie2?|refresh|location|link|clear-site-data|access-control-.*|cross-origin-.*|service-worker-.*|proxy-.*|http2-settings|alt-svc|strict-transport-security)$/;
