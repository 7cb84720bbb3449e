import { useState } from "react";
import { MAX_PASSWORD_LENGTH } from "../../../../worker/contract/constants.ts";
import { localDay, localMinute } from "../../../lib/i18n/local-times.ts";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import type { SectionProps } from "./form.ts";

/** When the link is open, and who may see what is behind it. */
export function AccessSection({ share, errors }: SectionProps) {
	const t = useTexts();
	const [asksPassword, setAsksPassword] = useState(share.hasPassword);
	return (
		<>
			<TextField
				label={t("dashboard.fieldOpens")}
				name="opens"
				type="datetime-local"
				defaultValue={share.opensAt ? localMinute(share.opensAt) : ""}
				hint={t("dashboard.fieldOpensHint")}
				error={errors.opensAt}
			/>
			<TextField
				label={t("dashboard.fieldExpires")}
				name="expires"
				type="date"
				defaultValue={share.expiresAt ? localDay(share.expiresAt) : ""}
				hint={t("dashboard.fieldExpiresHint")}
				error={errors.expiresAt}
			/>
			{!share.bundle && (
				<CheckField
					className="sm:col-span-2"
					label={t("dashboard.fieldEndsAccess")}
					name="endsAccess"
					defaultChecked={share.endsAccess}
					hint={t("dashboard.fieldEndsAccessHint")}
					error={errors.endsAccess}
				/>
			)}
			<CheckField
				className="sm:col-span-2"
				label={t("dashboard.fieldAsksPassword")}
				name="asksPassword"
				role="switch"
				checked={asksPassword}
				onChange={(event) => setAsksPassword(event.target.checked)}
				hint={t("dashboard.fieldAsksPasswordHint")}
			/>
			{asksPassword && (
				<TextField
					label={t(share.hasPassword ? "dashboard.fieldNewPassword" : "dashboard.fieldPassword")}
					name="password"
					// Told to others, so it need not be hidden from who types it.
					type="text"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={MAX_PASSWORD_LENGTH}
					hint={t(
						share.hasPassword ? "dashboard.fieldNewPasswordHint" : "dashboard.fieldPasswordHint",
					)}
					error={errors.password}
					fieldClass="sm:col-span-2"
				/>
			)}
		</>
	);
}
