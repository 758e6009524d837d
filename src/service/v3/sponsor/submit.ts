import { createHash } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import type { FieldProblem } from '../../../core/errors.ts';
import { isReservedName } from '../../../core/reserved-names.ts';
import { choice, withRules } from '../../../core/schema.ts';
import { record, text } from '../../../creators/records/atoms.ts';
import type { World } from '../../../creators/world/world.ts';
import { noteDecision } from '../../http/assumptions.ts';
import { httpDecisions } from '../../http/decisions.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { meterRecorded, toJson } from '../../http/metered.ts';
import { submit } from '../../http/submit.ts';
import { v3Decisions } from '../decisions.ts';
import { route, type Sent } from '../route.ts';

/** A plain address. `addressProblems` also takes what only the parser of addresses knows: brackets, user names, other letters. */
const addressPattern = [
  '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9_-]+\\.)*\\d*[A-Za-z_-][A-Za-z0-9_-]*\\.?',
  '(:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))?([/?#][\\s\\S]*)?$',
].join('');

const SponsorSubmission = Type.Object({
  brandName: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the brand.' }),
  brandUrl: withRules(
    Type.String({
      description: 'Address of its site, http or https; other forms that browsers read are taken too.',
    }),
    {
      pattern: addressPattern,
    },
  ),
  competitors: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })),
  notes: Type.Optional(Type.String({ maxLength: 500 })),
});

export const SponsorSubmitted = record('SponsorSubmitted', 'The result for the submitted brand.', {
  submissionId: Type.String({ pattern: '^[0-9a-f]{24}$', description: 'Names this submission.' }),
  status: choice(
    ['accepted', 'processing', 'done', 'rejected'],
    '`processing`: submitted once before; `done`: there already, or submitted more often.',
  ),
  existingBrandId: Type.Optional(text('The id under which the brand is there; absent when it has none.')),
});

/** How many brands a key may submit in a UTC day (observed); each answered call counts (assumed: submit-pool-generations). */
export const maxBrandsPerDay = 100;

/**
 * POST /sponsor/submit: asks the service to add a brand (observed). Only an accepted brand is charged, but the estimate
 * is always the full price. The ledger keeps the submission; the world does not change.
 */
export function sponsorSubmit(deps: OperationDeps): Endpoint {
  const operation = 'sponsor/submit';
  const find = brandFinder(deps.world);

  return route(
    {
      operation,
      method: 'POST',
      readsCalls: true,
      parameters: SponsorSubmission,
      reply: SponsorSubmitted,
      check: addressProblems,
      about: aboutBrandSubmission,
    },
    ({ tx, call, parameters: { brandName, brandUrl } }) => {
      const { prices } = deps;
      const recorded = meterRecorded(deps, tx, call);
      if (recorded) return recorded;
      const { traceId, now } = call;
      const brand = { name: comparableName(brandName), host: hostOf(brandUrl) };
      const existing = find(brand);
      const possible = brand.name !== '' && isPublicHost(brand.host);
      const { known, second, charged, balance } = submit(
        deps,
        tx,
        call,
        {
          operation,
          rule: prices.rule(operation),
          credits: prices.full(operation),
          creditsIfKnown: 0,
          traceId,
          now,
          kind: 'brands',
          count: 1,
          maxPerDay: maxBrandsPerDay,
          marksSecond: true,
          items: () =>
            possible && existing === undefined ? [[`name ${brand.name}`, `host ${brand.host}`]] : [],
        },
        [httpDecisions['submit-limits']],
      );
      if (existing === undefined && !possible)
        noteDecision(deps, call, v3Decisions['sponsor-submit-rejected']);
      if (known[0]) noteDecision(deps, call, v3Decisions['sponsor-submit-processing']);
      const isDone = existing !== undefined || known[0] === true;
      const submitted = {
        submissionId: submissionIdOf(traceId),
        status: second[0] ? 'processing' : isDone ? 'done' : possible ? 'accepted' : 'rejected',
        // a brand with gram handles only has no id
        ...(existing && { existingBrandId: existing }),
      } satisfies Static<typeof SponsorSubmitted>;
      return { json: toJson(call, submitted), charged, balance };
    },
  );
}

const aboutBrandSubmission = {
  summary: 'Submit a brand',
  sample: { brandName: 'Marmalade Sky', brandUrl: 'https://marmalade-sky.example' },
  notes: [`A key submits ${maxBrandsPerDay} brands a UTC day at most. Only what is accepted is paid.`],
  tag: 'sponsor',
} as const;

/** 24 digits (observed), derived from the trace id, so that a run under a frozen clock repeats byte for byte. */
const submissionIdOf = (traceId: string): string =>
  createHash('sha256').update(`submission ${traceId}`).digest('hex').slice(0, 24);

function addressProblems({ brandUrl }: Sent<Static<typeof SponsorSubmission>>): FieldProblem[] {
  if (typeof brandUrl !== 'string') return [];
  if (/^https?:\/\//i.test(brandUrl) && URL.canParse(brandUrl)) return [];
  return [{ field: 'brandUrl', message: "'brandUrl' must be an http or https URL.", code: 'invalid_format' }];
}

interface Named {
  name: string;
  host: string;
}

/** Names compare without case and surrounding space, hosts without `www.` (assumed: sponsor-submit-match). */
const comparableName = (brandName: string): string => brandName.trim().toLowerCase();
const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : '';

/**
 * Whether a public site can have this host. Others are rejected (assumed: sponsor-submit-rejected): IP addresses,
 * single names, names that RFC 6761 and 6762 reserve, and the sandbox's own. `.example` is fine, because the world's
 * brands use it.
 */
const isPublicHost = (host: string): boolean =>
  host.length <= 253 &&
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(host) &&
  !/\.(test|invalid|localhost|local|internal)$/.test(host) &&
  !isReservedName(host);

/** Finds brands by host, then by name or alias. The first call builds the index. */
function brandFinder(world: World): (brand: Named) => string | undefined {
  let found: { byHost: Map<string, string>; byName: Map<string, string> } | undefined;
  return ({ host, name }) => {
    found ??= brandIndex(world);
    return found.byHost.get(host) ?? (name === '' ? undefined : found.byName.get(name));
  };
}

function brandIndex(world: World) {
  const byHost = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { brandId, name, aliases, website } of world.brands()) {
    for (const host of [brandId.toLowerCase(), hostOf(website)]) if (host !== '') byHost.set(host, brandId);
    // of two brands with one name the one with an id wins
    for (const each of [name, ...aliases].map(comparableName))
      if (each !== '' && !byName.get(each)) byName.set(each, brandId);
  }
  return { byHost, byName };
}
