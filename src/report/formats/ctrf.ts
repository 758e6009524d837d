import { indentedJson } from '../../core/json-text.ts';
import type { Test, TestRun } from './tests.ts';

/** Tests as CTRF. */
export function ctrf({ version, tests, figures }: TestRun): string {
  const count = (status: Test['status']) => tests.filter((test) => test.status === status).length;
  const results = {
    tool: { name: 'creator-sandbox', version },
    summary: {
      tests: tests.length,
      passed: count('passed'),
      failed: count('failed'),
      pending: count('pending'),
      skipped: count('skipped'),
      other: 0,
      start: 0,
      stop: 0,
    },
    tests: tests.map(({ name, status, ms, suite, message, advice, requests = [] }) => ({
      name,
      status,
      duration: ms,
      suite,
      ...(message !== undefined && { message: [message, advice].filter(Boolean).join('. ') }),
      ...(requests.length > 0 && { trace: requests.join('\n') }),
    })),
    extra: figures,
  };
  return indentedJson({ reportFormat: 'CTRF', specVersion: '0.0.0', results });
}
