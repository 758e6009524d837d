/** A URL from its path on, with one slash at its start. Clients of a proxy send URLs with a host, and the router serves them. */
export const fromPath = (url: string): string => url.replace(/^(?:https?:\/\/[^/?#\s]*)?\/*/i, '/');

/** Whether the router reads a URL as one of the admin surface: it decodes the path. What follows may be malformed. */
export const isAdminUrl = (url: string): boolean =>
  /^\/__admin(?![^/?#])/.test(
    fromPath(url)
      .slice(0, longestAdminPrefix)
      .replace(/%[0-7][\da-f]/gi, decodeURIComponent),
  );

/** With each letter percent-encoded, and one more. */
const longestAdminPrefix = '/__admin'.length * 3 + 1;
