import type { Report } from '../model.ts';
import { cellName, isMet } from './parts.ts';

/** The cells and gates as tests of CTRF: a cell that was never met is pending. Durations are not known, so they are 0. */
export function ctrf(report: Report): string {
  const { coverage, gates, version, receipt } = report;
  const cells = coverage.cells.map((cell) => ({
    name: `${cell.operation} ${cellName(cell)}`,
    status: isMet(cell) ? 'passed' : 'pending',
    duration: 0,
    suite: ['coverage', cell.operation],
  }));
  const tests = [
    ...cells,
    ...gates.map(({ gate, wanted, holds, advice }) => ({
      name: `${gate}: ${wanted}`,
      status: holds ? 'passed' : 'failed',
      duration: 0,
      suite: ['gates'],
      ...(advice !== undefined && { message: advice }),
    })),
  ];
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  const results = {
    tool: { name: 'creator-sandbox', version },
    summary: {
      tests: tests.length,
      passed: count('passed'),
      failed: count('failed'),
      pending: count('pending'),
      skipped: 0,
      other: 0,
      start: 0,
      stop: 0,
    },
    tests,
    extra: {
      coverage: { met: coverage.met, total: coverage.total, called: coverage.called },
      receipt: { calls: receipt.calls, credits: receipt.credits, refusals: receipt.refusals },
    },
  };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, null, 2)}\n`;
}
