import { useState } from "react";
import {
	newTokenInput,
	SCOPES,
	type Scope,
	TOKEN_LIVES,
} from "../../../worker/contract/access-tokens.ts";
import { paths } from "../../lib/paths.ts";
import { createAccessToken, refreshAccessTokens } from "../../lib/queries/access-tokens.ts";
import { refreshPasskeys } from "../../lib/queries/passkeys.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { useTexts } from "./texts.ts";

const MAX_NAME = 60;

/** What a new token is called and may do, then the token itself, which is shown this once. */
export default function NewTokenDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [token, setToken] = useState<string | null>(null);
	const confirmation = useConfirmation();
	return (
		<Dialog
			open
			onClose={onClose}
			title={t(token ? "settings.tokenMade" : "settings.tokenNew")}
			closeLabel={t("settings.close")}
		>
			{token ? (
				<MadeToken token={token} onDone={onClose} />
			) : confirmation === "factor" ? (
				<ConfirmByFactor text={t("settings.passkeyConfirmFirst")} to={`${paths.settings}#tokens`} />
			) : (
				<NewTokenForm asksPassword={confirmation === "password"} onMade={setToken} />
			)}
		</Dialog>
	);
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
	const t = useTexts();
	return (
		<div className="flex flex-col gap-5">
			<p className="text-muted">{t("settings.tokenMadeText")}</p>
			<CopyField
				label={t("settings.tokenLabel")}
				value={token}
				copyLabel={t("settings.tokenCopy")}
				copiedLabel={t("settings.tokenCopied")}
				onFailed={() => toast({ tone: "destructive", title: t("settings.tokenCopyFailed") })}
			/>
			<Button tone="primary" onClick={onDone}>
				{t("settings.tokenDone")}
			</Button>
		</div>
	);
}

type FormProps = { asksPassword: boolean; onMade: (token: string) => void };

function NewTokenForm({ asksPassword, onMade }: FormProps) {
	const t = useTexts();
	const [failed, setFailed] = useState<string | null>(null);
	const [scopes, setScopes] = useState<readonly Scope[]>([]);
	const [days, setDays] = useState<string>("90");
	const { errors, pending, onSubmit } = useForm({
		schema: newTokenInput,
		extra: { scopes, expiresInDays: days === "" ? null : Number(days) },
		async submit(input) {
			setFailed(null);
			onMade((await createAccessToken(input)).token);
		},
		onFailure(error) {
			setFailed(failureText(error, t("settings.tryAgain")));
			// The time in which no password is needed may be over.
			void refreshPasskeys();
			void refreshAccessTokens();
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			{failed && (
				<Alert tone="danger" live>
					{failed}
				</Alert>
			)}
			<TextField
				label={t("settings.passkeyName")}
				hint={t("settings.tokenNameHint")}
				name="name"
				required
				maxLength={MAX_NAME}
				error={errors.name}
			/>
			<fieldset className="grid gap-3">
				<legend className="mb-2 font-medium">{t("settings.tokenScopes")}</legend>
				{errors.scopes && (
					<p className="text-13 text-error" role="alert">
						{errors.scopes}
					</p>
				)}
				{SCOPES.map((scope) => (
					<CheckField
						key={scope}
						label={t(`settings.scope.${scope}`)}
						hint={<code>{scope}</code>}
						checked={scopes.includes(scope)}
						onChange={({ target }) =>
							setScopes(
								target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope),
							)
						}
					/>
				))}
			</fieldset>
			<SelectField
				label={t("settings.tokenLife")}
				value={days}
				onChange={({ target }) => setDays(target.value)}
			>
				{TOKEN_LIVES.map((life) => (
					<option key={life} value={life ?? ""}>
						{life === null ? t("settings.tokenEndless") : t("settings.tokenDays", { n: life })}
					</option>
				))}
			</SelectField>
			{asksPassword && <ConfirmByPassword error={errors.password} />}
			<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
				{t("settings.tokenMake")}
			</Button>
		</form>
	);
}
