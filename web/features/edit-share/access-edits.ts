import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { endOfDay, localDay, localMinute, minuteOf } from "../../lib/i18n/local-times.ts";
import type { FormValues } from "./form.ts";

type Fields = Pick<FormValues, "opens" | "expires" | "asksPassword" | "password">;

/** Times are sent only if they were changed: a field shows less precision than is stored. */
export function accessEdits(share: MyShare, fields: Fields) {
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
