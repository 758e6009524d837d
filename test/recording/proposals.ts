import { expect } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { verify } from '../../src/contract/verify.ts';
import { neutralWords } from '../../src/contract/words.ts';
import { findOperation } from '../../src/core/operations.ts';
import { datedPrices } from '../../src/core/prices.ts';
import { createAgreementLog } from '../../src/recording/agreement-log.ts';
import type { Agreement } from '../../src/report/agreement.ts';
import { type ComparedSettings, proposeSettings } from '../../src/report/proposed-settings.ts';
import type { ServedRoute } from '../../src/service/http/served.ts';
import { type Change, changedSend } from '../contract/changed-target.ts';
import { injectSend } from '../contract/inject-send.ts';
import { testApp } from '../harness.ts';

const sandbox = await testApp();
const exchanges = readExchanges();
export const noSettings: ComparedSettings = { prices: {}, extraFields: {}, nullable: {} };

/** The agreement that a run of `verify` with a changed target leaves. */
async function agreementOf(
  { settings, ...change }: Change & { settings?: object },
  { prices }: Pick<ComparedSettings, 'prices'>,
  served: readonly ServedRoute[],
): Promise<Agreement> {
  const target = settings && Object.keys(settings).length > 0 ? await testApp(settings) : sandbox;
  const report = await verify(exchanges, {
    send: changedSend(injectSend(target.app), change),
    wait: async () => {},
    retryForMs: 0,
    key: 'demo-full',
    roleKeys: { standard: 'demo-standard', unlimited: 'demo-unlimited', empty: 'demo-empty' },
    spend: 5000,
    subjects: new Map(),
    book: datedPrices(prices).at(Date.now()),
    served,
    words: neutralWords,
    probe: '/usage',
  });
  const log = createAgreementLog();
  for (const { name, operation } of exchanges) {
    const id = operation === null ? undefined : findOperation(operation)?.id;
    if (id && report.compared.includes(name))
      log.note(
        id,
        report.differences.filter(({ exchange }) => exchange === name),
        Date.now(),
      );
  }
  return { operations: [...log.summary()] };
}

const differencesIn = ({ operations }: Agreement): string[] =>
  operations
    .flatMap(({ operation, differences }) =>
      differences.map(({ kind, place, expected, actual }) =>
        [operation, kind, place, expected, actual].join(' '),
      ),
    )
    .sort();

/** A change of a target, the settings of the target, and those that are proposed. */
export interface Proposed extends Change {
  what: string;
  /** Undefined: any. */
  proposes?: object | undefined;
  /** Settings of the target. */
  settings?: object;
}

/** Applies what is proposed for a change: what is left then must be named as left. */
export async function expectProposalsHold(change: Proposed): Promise<void> {
  const found = await agreementOf(change, noSettings, sandbox.deps.servedRoutes);
  expect(differencesIn(found)).not.toEqual(change.proposes === undefined ? undefined : []);
  const { settings, left } = proposeSettings(found, noSettings);
  if (change.proposes !== undefined) {
    expect(settings).toMatchObject(change.proposes);
    expect(left).toEqual([]);
  }
  for (const { reason } of left) expect(reason).toMatch(/^[a-z].*[a-z0-9]$/);
  const leftHere = left
    .map(({ operation, difference: { kind, place, expected, actual } }) =>
      [operation, kind, place, expected, actual].join(' '),
    )
    .sort();
  if (Object.keys(settings).length === 0) {
    expect(leftHere).toEqual(differencesIn(found));
    return;
  }
  // `v2Status` changes what golden exchanges expect only at a sandbox that has it, so its exchanges are not compared here
  const { v2Status: _, ...fields } = settings;
  const applied = { ...noSettings, ...fields };
  const patched = await testApp(fields as object);
  const again = await agreementOf(change, applied, patched.deps.servedRoutes);
  const isStatus = (text: string) => / status status 403 /.test(text);
  expect(differencesIn(again).filter((each) => !isStatus(each))).toEqual(
    leftHere.filter((each) => !isStatus(each)),
  );
}
