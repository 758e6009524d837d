import type { Report } from '../model.ts';

export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
