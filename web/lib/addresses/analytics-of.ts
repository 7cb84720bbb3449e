import { paths } from "./paths.ts";

/** Returns the address of the figures of one share. */
export const analyticsOf = (slug: string) => `${paths.analytics}?share=${slug}`;
