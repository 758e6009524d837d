/** `home-cooking_All` → `home-cooking`. */
export const nicheSlug = (id: string): string => id.slice(0, id.lastIndexOf('_'));
