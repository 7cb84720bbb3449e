import * as z from "zod";
import { appealInput } from "../../../worker/trust/moderation/contract.ts";

const FIELDS = ["name", "address", "phone", "signature"];

/** From the form's values, where `counterNotice` is "on" if one is added. */
export const appealForm = z.preprocess((values: Readonly<Record<string, unknown>>) => {
	const text = values.text ?? "";
	if (values.counterNotice !== "on") return { text };
	const typed = FIELDS.map((field) => [field, values[`counterNotice.${field}`] ?? ""]);
	const statement = values["counterNotice.statement"] === "on";
	return { text, counterNotice: { ...Object.fromEntries(typed), statement } };
}, appealInput);
