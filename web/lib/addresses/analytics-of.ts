import { paths } from "./paths.ts";

export const analyticsOf = (slug: string) => `${paths.analytics}?share=${slug}`;
