/** The description of a tube content: the sponsor, the topic, the usual last line and the hashtags. */
export const descriptionOf = (
  ad: readonly string[],
  about: string,
  outro: string,
  hashtags: readonly string[],
): string => [...ad, about, outro, hashtags.join(' ')].filter((line) => line !== '').join('\n');
