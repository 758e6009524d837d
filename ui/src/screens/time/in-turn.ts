import { AdminRefusal } from '../../api.ts';

/**
 * The sandbox plays one run at a time: what asks for another one waits for its turn.
 * @throws AbortError, and what else `ask` throws
 */
export async function inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AdminRefusal && error.message.startsWith('Another run'))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    signal.throwIfAborted();
  }
}
