import { useState } from "react";
import { MAX_PASSWORD_LENGTH } from "../../../worker/contract/constants.ts";
import { localDay, localMinute } from "../../lib/i18n/local-times.ts";
import { CheckField, TextField } from "../../ui/field.tsx";
import type { SectionProps } from "./form.ts";
import { useTexts } from "./texts.ts";

export function AccessSection({ share, errors }: SectionProps) {
	const t = useTexts();
	const [asksPassword, setAsksPassword] = useState(share.hasPassword);
	return (
		<>
			<TextField
				label={t("edit.opens")}
				name="opens"
				type="datetime-local"
				defaultValue={share.opensAt ? localMinute(share.opensAt) : ""}
				hint={t("edit.opensHint")}
				error={errors.opensAt}
			/>
			<TextField
				label={t("edit.expires")}
				name="expires"
				type="date"
				defaultValue={share.expiresAt ? localDay(share.expiresAt) : ""}
				hint={t("edit.expiresHint")}
				error={errors.expiresAt}
			/>
			{!share.bundle && (
				<CheckField
					label={t("edit.endsAccess")}
					name="endsAccess"
					defaultChecked={share.endsAccess}
					hint={t("edit.endsAccessHint")}
					error={errors.endsAccess}
				/>
			)}
			<CheckField
				label={t("edit.asksPassword")}
				name="asksPassword"
				role="switch"
				checked={asksPassword}
				onChange={(event) => setAsksPassword(event.target.checked)}
				hint={t("edit.asksPasswordHint")}
			/>
			{asksPassword && (
				<TextField
					label={t(share.hasPassword ? "edit.newPassword" : "edit.password")}
					name="password"
					// Shared with others, so not hidden.
					type="text"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={MAX_PASSWORD_LENGTH}
					hint={t(share.hasPassword ? "edit.newPasswordHint" : "edit.passwordHint")}
					error={errors.password}
				/>
			)}
		</>
	);
}
