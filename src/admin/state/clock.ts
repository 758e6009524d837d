import { type Static, Type } from '@sinclair/typebox';
import type { ClockSetting } from '../../core/clock.ts';
import { toCredits } from '../../core/credits.ts';
import { choice, closed, closedAs } from '../../core/schema.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { Renewal } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { Duration, Instant, readInstant, readMilliseconds } from '../values.ts';

const key = Type.Optional(
  Type.String({ minLength: 1, description: "A key, its id or its label: moves only its account's clock." }),
);

const mode = choice(['real', 'frozen', 'offset', 'scaled']);

const ClockChange = Type.Object(
  {
    mode,
    at: Type.Optional(Instant('Epoch milliseconds or ISO 8601; now when absent.')),
    offset: Type.Optional(Duration('Milliseconds, or a duration such as 31d or -2h.')),
    scale: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description: 'The speed: 2 is twice as fast as real time.',
      }),
    ),
    key,
  },
  closedAs('ClockChange'),
);

const ClockAdvance = Type.Object(
  {
    by: Duration('Milliseconds, or a duration such as 31d.'),
    key,
  },
  closed,
);

const readingProperties = {
  mode,
  at: Type.Optional(Type.Integer()),
  offset: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
  scale: Type.Optional(Type.Number()),
  now: Type.Integer({ description: 'Epoch milliseconds.' }),
};
const ClockView = Type.Object(readingProperties, closedAs('ClockView'));

const ClockMoved = Type.Object(
  {
    ...readingProperties,
    ran: Type.Array(
      Type.Object(
        {
          what: Type.Literal('renewal'),
          account: Type.String(),
          at: Type.Integer(),
          credits: Type.Number({ description: 'Credits of the plan that were renewed.' }),
        },
        closedAs('Renewed'),
      ),
      { description: 'The renewals that ran, in order; the first 1,000 of them.' },
    ),
    ranCount: Type.Integer({ description: 'Number of those that ran.' }),
  },
  closedAs('ClockMoved'),
);

type ClockDeps = KeyDeps & Pick<Deps, 'tally' | 'epoch'>;

/** Reads, sets and advances the clock of the whole sandbox or of one account. */
export function addClockRoutes(app: Scope, deps: ClockDeps): void {
  const { clock, epoch, ledger } = deps;
  const move = (how: () => void) =>
    inTransaction(ledger, undefined, () => {
      how();
      epoch.follow();
    });
  app.get('/clock', { schema: { summary: 'The clock of the sandbox.', response: { 200: ClockView } } }, () =>
    readingOf(clock),
  );

  app.put(
    '/clock',
    {
      schema: {
        summary: 'Sets the clock of the whole sandbox or of one account, and lists the renewals that ran.',
        body: ClockChange,
        response: { 200: ClockMoved, ...problems(404, 409, 422) },
      },
    },
    async ({ body }) => {
      if (body.key === undefined) {
        const setting = settingOf(body, clock.now());
        await move(() => clock.set(setting));
        deps.tally.noteOutsideChange();
        return { ...readingOf(clock), ...(await runRenewals(ledger, clock.now())) };
      }
      if (body.mode !== 'real' && body.mode !== 'offset')
        throw new Problem(422, `The clock of one account can be real or offset, not ${body.mode}.`);
      const offset = body.mode === 'real' ? 0 : readMilliseconds('offset', body.offset);
      return moveAccount(deps, body.key, () => offset);
    },
  );

  app.post(
    '/clock/advance',
    {
      schema: {
        summary: 'Advances the clock and lists the renewals that ran. A real clock becomes an offset clock.',
        body: ClockAdvance,
        response: { 200: ClockMoved, ...problems(404, 409, 422) },
      },
    },
    async ({ body }) => {
      const by = readMilliseconds('by', body.by);
      if (by < 0) throw new Problem(422, "'by' must not be negative; PUT /clock can set a clock back.");
      if (body.key !== undefined) return moveAccount(deps, body.key, (before) => before + by);
      readInstant('by', clock.now() + by);
      await move(() => clock.advance(by));
      deps.tally.noteOutsideChange();
      return { ...readingOf(clock), ...(await runRenewals(ledger, clock.now())) };
    },
  );
}

const readingOf = (clock: Deps['clock']) => ({ ...clock.setting, now: clock.now() });

/** Runs the renewals that are due. */
async function runRenewals(ledger: Deps['ledger'], now: number, key?: string) {
  const { count, oldest } = await ledger.renew(now, key);
  return { ran: oldest.map(renewalView), ranCount: count };
}

async function moveAccount(deps: ClockDeps, key: string, offsetAfter: (before: number) => number) {
  const { clock, ledger, tally } = deps;
  const before = await findKey(deps, key);
  const clockOffsetMs = readMilliseconds('offset', offsetAfter(before.clockOffsetMs));
  const ran = await runRenewals(ledger, clock.now() + clockOffsetMs - before.clockOffsetMs, before.id);
  await ledger.keys.change(before.id, { clockOffsetMs }, clock.now());
  tally.noteOutsideChange(before.id);
  return { mode: 'offset' as const, offset: clockOffsetMs, now: clock.now() + clockOffsetMs, ...ran };
}

function settingOf({ mode, at, offset, scale }: Static<typeof ClockChange>, now: number): ClockSetting {
  switch (mode) {
    case 'real':
      return { mode };
    case 'frozen':
      return { mode, at: at === undefined ? now : readInstant('at', at) };
    case 'offset':
      return { mode, offset: readMilliseconds('offset', offset) };
    case 'scaled':
      if (scale === undefined) throw new Problem(422, "A scaled clock needs a 'scale'.");
      return { mode, scale, ...(at !== undefined && { at: readInstant('at', at) }) };
  }
}

const renewalView = ({ account, at, credits }: Renewal) => ({
  what: 'renewal' as const,
  account,
  at,
  credits: toCredits(credits),
});
