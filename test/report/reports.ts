import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { adminOf } from '../admin/admin.ts';
import type { TestApp } from '../harness.ts';

const isReport = new Ajv({ strict: false }).compile(reportSchema());

/** The report of an app, checked against its schema. */
export async function reportFrom(app: Pick<TestApp, 'ask'>): Promise<Report> {
  const { status, body } = await adminOf(app)('GET', '/report');
  expect(status).toBe(200);
  expect(isReport(body), JSON.stringify(isReport.errors)).toBe(true);
  return body as unknown as Report;
}

/** The cells that were met, as `operation status/code earned+injected`. */
export const metIn = ({ coverage }: Report): string[] =>
  coverage.cells
    .filter(({ earned, injected }) => earned + injected > 0)
    .map(
      ({ operation, status, code, earned, injected }) =>
        `${operation} ${status}/${code} ${earned}+${injected}`,
    );

export const nextOf = ({ coverage }: Report, operation: string, code: string) =>
  coverage.cells.find((cell) => cell.operation === operation && cell.code === code)?.next;

/** By client rule, how often it was broken. */
export const brokenIn = ({ clientRules }: Report): Record<string, number> =>
  Object.fromEntries(clientRules.map(({ rule, requestCount }) => [rule, requestCount]));
