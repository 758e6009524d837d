/** Why a fetch failed: the system's error code, such as ECONNREFUSED, if there is one. */
export const whyUnreached = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
};
