import * as z from "zod";
import { reportInput } from "../../../worker/trust/support/contract.ts";
import { safeSlug } from "../../lib/addresses/safe-path.ts";

/** Finds the slug in a link to a share's page or payment, or a slug itself. */
export function slugIn(text: string): string | null {
	const [, slug] = /\/(?:share|payment(?:\/direct)?)\/([^/?#\s]+)/.exec(text) ?? [];
	return safeSlug(slug ?? text.trim());
}

/** A share is given by its link, and a ticked box is "on". */
export const reportForm = z.preprocess(
	(values: Readonly<Record<string, unknown>>) => ({
		...values,
		shareId: slugIn(String(values.shareId ?? "")) ?? "",
		goodFaith: values.goodFaith === "on",
		authorised: values.authorised === "on",
	}),
	reportInput,
);
