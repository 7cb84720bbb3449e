import * as z from "zod";
import { emailField } from "../fields.ts";

/** Whom to tell when a share is on sale. */
export const saleAlertInput = z.strictObject({ email: emailField });
