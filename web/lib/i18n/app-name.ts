import { DEFAULT_APP_NAME } from "../../../worker/contract/constants.ts";

/** Configured when the web app is built (`APP_NAME`). */
export const APP_NAME: string = import.meta.env.APP_NAME ?? DEFAULT_APP_NAME;
