import * as z from "zod";
import { reportInput } from "../../../worker/contract/trust/support.ts";
import { safeSlug } from "../../lib/addresses/safe-path.ts";

/** Returns the slug of a share from what people copy: the link of its page or of its payment, or the slug; else null. */
export function slugIn(text: string): string | null {
	const [, slug] = /\/(?:share|payment(?:\/direct)?)\/([^/?#\s]+)/.exec(text) ?? [];
	return safeSlug(slug ?? text.trim());
}

/** The report from the values of its form, where a share is named by its link and a ticked box is "on". */
export const reportForm = z.preprocess(
	(values: Readonly<Record<string, unknown>>) => ({
		...values,
		shareId: slugIn(String(values.shareId ?? "")) ?? "",
		goodFaith: values.goodFaith === "on",
		authorised: values.authorised === "on",
	}),
	reportInput,
);
