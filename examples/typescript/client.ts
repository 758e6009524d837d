export class NoCredits extends Error {}
export class NoSuchCreator extends Error {}

export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** How often to retry while the service is busy. */
  retries?: number;
  waitMs?: number;
}

/** Returns the followers of a clip creator; retries while the service is busy. */
export async function followersOf(handle: string, options: ClientOptions): Promise<number> {
  const { baseUrl, apiKey, retries = 3, waitMs = 10 } = options;
  const url = `${baseUrl}/clip/profile?uniqueId=${encodeURIComponent(handle)}`;
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(url, { headers: { 'api-key': apiKey } });
    const body = (await reply.json()) as { data: { totalFollowers: number }; errorCode: string };
    if (reply.ok) return body.data.totalFollowers;
    if (reply.status === 402) throw new NoCredits(body.errorCode);
    if (reply.status === 404) throw new NoSuchCreator(handle);
    const busy = reply.status === 429 || reply.status === 503;
    if (!busy || attempt === retries) throw new Error(`${reply.status} ${body.errorCode}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** attempt));
  }
}
