import * as z from "zod";
import { emailField } from "../fields.ts";

export const saleAlertInput = z.strictObject({ email: emailField });
