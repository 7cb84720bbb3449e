import { PRICE_FIELDS } from "../../../worker/contract/catalogue/share-fields.ts";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import type { EditInput } from "../../lib/server/queries/shares.ts";
import type { FormValues } from "./form.ts";

const PRICED: ReadonlySet<string> = new Set(PRICE_FIELDS);

/**
 * What a form changes of a share's details, as the API takes it: only what differs from `share`, as it was when
 * the form was opened. What was changed elsewhere since then stays. Another way of pricing comes with all that
 * belongs to it, since its meaning depends on that.
 */
export function shareEdits(share: MyShare, form: FormValues): EditInput {
	const { saleMode = share.saleMode, images = share.images } = form;
	const values = { ...form, saleMode, images };
	const before: Record<string, unknown> = { ...share, description: share.description || null };
	// A sale by link has no control for these.
	const unset: readonly string[] = saleMode === "link" ? ["maxSales", "listed", "indexed"] : [];
	const changes = Object.entries(values).filter(
		([name, value]) =>
			name in before &&
			!unset.includes(name) &&
			(value !== before[name] || (form.pricing !== share.pricing && PRICED.has(name))),
	);
	return Object.fromEntries(changes);
}
