import type { Fork, ForkBill } from '../../src/admin/forks.ts';
import type { RequestView } from '../../src/admin/requests/request-view.ts';
import { thousandthsOf } from '../../src/core/credits.ts';
import { recordRandomRun } from './random-run.ts';

const dearPrice = 5;

/**
 * Records random runs, and plays each again from one of its requests on: without a change, and with another price of
 * one operation.
 * @returns what was not equal without a change, and what the price book does not explain with one
 */
export async function repeatForks(runs: number) {
  const found = { unequal: [] as unknown[], wrong: [] as unknown[], replies: 0, dearer: 0 };
  const one = (seed: number) =>
    recordRandomRun(seed, async ({ adminUrl }, random) => {
      const { requests } = (await (await fetch(`${adminUrl}/requests?limit=1000`)).json()) as {
        requests: RequestView[];
      };
      const request = requests[Math.floor(random() * requests.length)]?.id;
      if (request === undefined) return;
      const fork = async (settings?: object) => {
        const reply = await fetch(`${adminUrl}/forks`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ request, ...(settings && { settings }) }),
        });
        if (!reply.ok) throw new Error(await reply.text());
        return (await reply.json()) as Fork;
      };
      const same = await fork();
      found.replies += same.calls;
      if (
        same.different > 0 ||
        same.equal !== same.calls ||
        JSON.stringify(same.origin) !== JSON.stringify(same.fork)
      )
        found.unequal.push({ seed, ...same });
      if (thousandthsOf(same.origin.credits) !== sum(requests)) found.unequal.push({ seed, requests });
      const dearer = await fork({ prices: { 'clip/profile': dearPrice } });
      found.wrong.push(...unexplained(requests, dearer).map((wrong) => ({ seed, request, wrong })));
      if (dearer.fork.credits !== dearer.origin.credits) found.dearer += 1;
    });
  const seeds = Array.from({ length: runs }, (_, n) => n + 1);
  await Promise.all(
    [0, 1, 2, 3].map(async (worker) => {
      for (const seed of seeds.filter((each) => each % 4 === worker)) await one(seed);
    }),
  );
  return found;
}

const sum = (rows: readonly { credits: number }[]): number =>
  rows.reduce((total, { credits }) => total + thousandthsOf(credits), 0);

/** What another price does not explain in a fork. */
function unexplained(requests: readonly RequestView[], { request, origin, fork, ...rest }: Fork): unknown[] {
  const changed = new Map(rest.requests.map((each) => [each.id, each]));
  // The journal counts replies, and a fork begins with what arrived: in one millisecond, either may be first.
  const from = requests.find(({ id }) => id === request)?.realAt ?? 0;
  const wrong: unknown[] = [];
  const answers = requests.map((row) => {
    const { id, operation, key, status, credits, realAt } = row;
    const now = changed.get(id);
    const answer = {
      id,
      operation,
      key,
      status: now?.fork?.status ?? status,
      credits: now?.fork?.credits ?? credits,
    };
    const isTied = realAt === from && id !== request;
    const isDearer = operation === 'clip/profile' && (isTied ? answer.credits === dearPrice : realAt >= from);
    if (now && realAt < from) wrong.push(now);
    // Each charge is what the book says, and the answer to a call without a charge costs nothing.
    const expected = answer.status >= 400 || answer.credits === 0 ? 0 : isDearer ? dearPrice : answer.credits;
    if (answer.credits !== expected) wrong.push(answer);
    if (now?.fork === null || (now?.origin?.status === 200 && ![200, 402, 429].includes(answer.status)))
      wrong.push(now);
    return { ...answer, before: credits, isDearer, statusBefore: status };
  });
  if (thousandthsOf(fork.credits) !== sum(answers)) wrong.push({ fork, answers });
  // Where no answer changed, the bills differ by as much as the price, for each call that paid.
  for (const [key, ofKey] of Map.groupBy(answers, (answer) => answer.key)) {
    if (ofKey.some(({ status, statusBefore }) => status !== statusBefore)) continue;
    const paid = ofKey.filter(({ isDearer, before }) => isDearer && before > 0);
    const difference = paid.reduce((total, { before }) => total + thousandthsOf(dearPrice - before), 0);
    if (thousandthsOf(spentBy(fork, key)) - thousandthsOf(spentBy(origin, key)) !== difference)
      wrong.push({ key, difference, fork, origin });
  }
  return wrong;
}

const spentBy = ({ byKey }: ForkBill, key: string | null): number =>
  byKey.find((each) => each.key === key)?.credits ?? 0;
