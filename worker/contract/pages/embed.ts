/** A share's card that other sites show in a frame. */
export const embedPath = (slug: string) => `/embed/${slug}`;
