import { PRICE_FIELDS } from "../../../worker/contract/catalogue/share-fields.ts";
import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import type { EditInput } from "../../lib/server/queries/shares.ts";
import type { FormValues } from "./form.ts";

const PRICED: ReadonlySet<string> = new Set(PRICE_FIELDS);

/**
 * Returns only what differs from `share`, as it was when the form opened, so changes made elsewhere since
 * then stay. A change of pricing includes all related values, whose meaning depends on it.
 */
export function shareEdits(share: MyShare, form: FormValues): EditInput {
	const { saleMode = share.saleMode, images = share.images } = form;
	const values = { ...form, saleMode, images };
	const before: Record<string, unknown> = { ...share, description: share.description || null };
	// Shares sold by link have no controls for these.
	const unset: readonly string[] = saleMode === "link" ? ["maxSales", "listed", "indexed"] : [];
	const changes = Object.entries(values).filter(
		([name, value]) =>
			name in before &&
			!unset.includes(name) &&
			(value !== before[name] || (form.pricing !== share.pricing && PRICED.has(name))),
	);
	return Object.fromEntries(changes);
}
