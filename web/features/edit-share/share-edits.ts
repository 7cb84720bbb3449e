import { PRICE_FIELDS } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { endOfDay, localDay, localMinute, minuteOf } from "../../lib/i18n/local-times.ts";
import type { EditInput } from "../../lib/server/queries/shares.ts";
import type { FormValues } from "./form.ts";

const PRICED: ReadonlySet<string> = new Set(PRICE_FIELDS);

/**
 * Returns the fields that differ from `share`, as it was when the form opened, so that changes made elsewhere stay. A
 * change of pricing includes all related values.
 */
export function shareEdits(share: MyShare, form: FormValues): EditInput {
	const { saleMode = share.saleMode, images = share.images } = form;
	const values = { ...form, saleMode, images };
	const before: Record<string, unknown> = { ...share, description: share.description || null };
	// No controls if sold by link.
	const unset: readonly string[] = saleMode === "link" ? ["maxSales", "listed", "indexed"] : [];
	const changes = Object.entries(values).filter(
		([name, value]) =>
			name in before &&
			!unset.includes(name) &&
			(JSON.stringify(value) !== JSON.stringify(before[name]) ||
				(form.pricing !== share.pricing && PRICED.has(name))),
	);
	return Object.fromEntries(changes);
}

/** A field shows times less precisely than stored, so unchanged ones aren't sent. */
export function accessEdits(
	share: MyShare,
	fields: Pick<FormValues, "opens" | "expires" | "asksPassword" | "password">,
) {
	const { opens, expires, password } = fields;
	const opened = share.opensAt === null ? "" : localMinute(share.opensAt);
	const expired = share.expiresAt === null ? "" : localDay(share.expiresAt);
	return {
		...(opens !== opened && { opensAt: opens === "" ? null : minuteOf(opens) }),
		...(expires !== expired && { expiresAt: expires === "" ? null : endOfDay(expires) }),
		...(fields.asksPassword
			? password !== undefined && { password }
			: share.hasPassword && { password: null }),
	};
}
