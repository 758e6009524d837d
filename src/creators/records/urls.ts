/**
 * URLs of pictures and pages, derived from ids. All hosts are reserved names, so nothing is ever fetched. No
 * path names a platform, because that word differs between vocabularies.
 */

export const avatarUrl = (id: string): string => `https://img.example/avatar/${id}.jpg`;
export const coverUrl = (contentId: string): string => `https://img.example/content/${contentId}.jpg`;
export const carouselUrls = (contentId: string, pictures: number): string[] =>
  Array.from({ length: pictures }, (_, index) => `https://img.example/content/${contentId}/${index + 1}.jpg`);
export const logoUrl = (brand: string): string => `https://img.example/brand/${brand}.png`;

export const clipUrl = (handle: string, contentId: string): string =>
  `https://clip.example/@${handle}/video/${contentId}`;
export const gramUrl = (contentId: string): string => `https://gram.example/p/${contentId}`;
export const tubeUrl = (contentId: string): string => `https://tube.example/watch?v=${contentId}`;
