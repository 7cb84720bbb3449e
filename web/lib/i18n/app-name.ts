import { DEFAULT_APP_NAME } from "../../../worker/contract/constants.ts";

/** The product's name, as configured when the web app was built (`APP_NAME`). */
export const APP_NAME: string = import.meta.env.APP_NAME ?? DEFAULT_APP_NAME;
