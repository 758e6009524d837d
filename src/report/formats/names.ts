/** The formats that are written to files, by the name of their flag. */
export const formats = {
  json: 'JSON',
  html: 'one HTML page without script',
  markdown: 'Markdown, for the summary of a job',
  junit: 'JUnit XML',
} as const;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
