/** The files that an executable carries. */
export const assetNames = {
  index: 'index.json',
  files: 'files.zst',
  /** Beside the main file; it begins it. */
  start: 'start.cjs',
} as const;
