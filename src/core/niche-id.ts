/** `id_homecooking_All` → `homecooking`. */
export const nicheSlug = (id: string): string => id.slice('id_'.length, id.lastIndexOf('_'));
