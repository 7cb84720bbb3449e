/** The folders of the languages: a line for each that `LOCALES` names (worker/contract/locales.ts). */
export * as de from "./de/index.ts";
export * as en from "./en/index.ts";
export * as es from "./es/index.ts";
