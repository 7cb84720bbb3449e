import { pages as de } from "../locales/de/pages.ts";
import { pages as en, type PageTexts } from "../locales/en/pages.ts";
import { pages as es } from "../locales/es/pages.ts";
import type { Locale } from "./contract/locales.ts";

/** The texts of the Worker's own pages; a language that lacks one of them does not compile. */
export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = { en, es, de };
