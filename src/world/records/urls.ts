import type { Platform } from '../truth.ts';

/** Addresses of pictures and pages, made from ids. All hosts are reserved names: nothing is ever fetched. */

export const avatarUrl = (platform: Platform, id: string): string =>
  `https://img.example/${platform}/${id}/avatar.jpg`;
export const coverUrl = (platform: Platform, contentId: string): string =>
  `https://img.example/${platform}/${contentId}.jpg`;
export const carouselUrls = (contentId: string, pictures: number): string[] =>
  Array.from({ length: pictures }, (_, index) => `https://img.example/gram/${contentId}/${index + 1}.jpg`);
export const logoUrl = (brand: string): string => `https://img.example/brand/${brand}.png`;

export const clipUrl = (handle: string, contentId: string): string =>
  `https://clip.example/@${handle}/video/${contentId}`;
export const gramUrl = (contentId: string): string => `https://gram.example/p/${contentId}`;
export const tubeUrl = (contentId: string): string => `https://tube.example/watch?v=${contentId}`;
