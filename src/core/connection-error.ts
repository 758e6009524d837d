/** The reason why a request failed: the system's error code, such as ECONNREFUSED, if there is one. */
export const connectionErrorReason = (error: unknown): string => {
  const { cause, code, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? (typeof code === 'string' ? code : message);
};
