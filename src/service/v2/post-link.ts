import type { Platform } from '../../core/platforms.ts';

/** A content as a link names it. */
export interface PostName {
  platform: Platform;
  id: string;
}

/**
 * Reads a link to a content by the form of its path alone, whatever its host, because the service's own records link
 * to hosts that differ from those of real links (assumed: v2-post-links).
 * @returns undefined if no form fits
 */
export function postNameIn(link: string): PostName | undefined {
  for (const [platform, form] of forms) {
    const id = form.exec(link)?.[1];
    if (id !== undefined) return { platform, id };
  }
  return undefined;
}

const forms: readonly (readonly [Platform, RegExp])[] = [
  ['clip', /\/(?:video|photo)\/(\d{1,25})(?:[/?#]|$)/],
  ['gram', /\/(?:p|reels?|tv)\/([\w-]{1,40})(?:[/?#]|$)/],
  ['tube', /[?&]v=([\w-]{11})(?:[&#]|$)/],
  ['tube', /\/(?:shorts|live|embed)\/([\w-]{11})(?:[/?#]|$)/],
  // short links have the id alone behind the host
  ['tube', /^(?:https?:\/\/)?[^/?#]+\/([\w-]{11})(?:[?#]|$)/],
];
