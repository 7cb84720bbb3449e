import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { usePasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useTexts } from "./texts.ts";

/** Nothing shortly after a second factor was proven, else the second factor if there is one, else the password. */
export function useConfirmation(): "none" | "factor" | "password" {
	const { totpEnabled } = useCreator();
	const { data } = usePasskeys();
	const until = data?.confirmedUntil;
	if (until != null && Date.parse(until) > Date.now()) return "none";
	return totpEnabled || (data?.passkeys.length ?? 0) > 0 ? "factor" : "password";
}

export function OwnPassword() {
	const t = useTexts();
	return (
		<PasswordField
			label={t("settings.totpPassword")}
			name="password"
			autoComplete="current-password"
			required
		/>
	);
}

export function ConfirmByFactor({ text, to }: { text?: string; to: string }) {
	const t = useTexts();
	return (
		<div className="flex flex-col items-start gap-5">
			<p className="text-muted">{text ?? t("settings.passkeyConfirmFirst")}</p>
			<Link to={paths.confirmFor(to)} className={buttonClass("primary")}>
				{t("settings.passkeyConfirm")}
			</Link>
		</div>
	);
}
