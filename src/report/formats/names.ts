/** The formats that are written to files, by the name of their flag, and what they are. */
export const formats = {
  json: 'JSON, as in report.schema.json',
  html: 'one HTML page without script',
  markdown: 'Markdown, for the summary of a job',
  ctrf: 'CTRF, with the cells and gates as tests',
  sarif: 'SARIF, with the broken rules of conduct',
  junit: 'JUnit XML, with the gates as tests',
} as const;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
