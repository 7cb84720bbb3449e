import { useState } from "react";
import {
	newTokenInput,
	SCOPES,
	type Scope,
	TOKEN_LIVES,
} from "../../../worker/contract/accounts/access-tokens.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { createAccessToken, refreshAccessTokens } from "../../lib/server/queries/access-tokens.ts";
import { refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { CheckGroup, CheckList } from "../../ui/check-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useTexts } from "./texts.ts";

const MAX_NAME = 60;

/** Shows the new token once. */
export default function NewTokenDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [token, setToken] = useState<string | null>(null);
	const confirmation = useConfirmation();
	return (
		<Dialog
			open
			onClose={onClose}
			isKept={token !== null}
			title={t(token ? "settings.tokenMade" : "settings.tokenNew")}
			closeLabel={t("settings.close")}
		>
			{token ? (
				<ShownOnce
					text={t("settings.tokenMadeText")}
					label={t("settings.tokenLabel")}
					value={token}
					onDone={onClose}
				/>
			) : confirmation === "factor" ? (
				<ConfirmByFactor text={t("settings.passkeyConfirmFirst")} to={paths.settingsPrograms} />
			) : (
				<NewTokenForm asksPassword={confirmation === "password"} onMade={setToken} />
			)}
		</Dialog>
	);
}

type FormProps = { asksPassword: boolean; onMade: (token: string) => void };

function NewTokenForm({ asksPassword, onMade }: FormProps) {
	const t = useTexts();
	const [scopes, setScopes] = useState<readonly Scope[]>([]);
	const [days, setDays] = useState<string>("90");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: newTokenInput,
		extra: { scopes, expiresInDays: days === "" ? null : Number(days) },
		async submit(input) {
			onMade((await createAccessToken(input)).token);
		},
		onFailure() {
			// The time without a password prompt may be over.
			void refreshPasskeys();
			void refreshAccessTokens();
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<TextField
				label={t("settings.passkeyName")}
				hint={t("settings.tokenNameHint")}
				name="name"
				required
				maxLength={MAX_NAME}
				error={errors.name}
			/>
			<CheckGroup legend={t("settings.tokenScopes")} error={errors.scopes}>
				<CheckList
					values={SCOPES}
					label={(scope) => t(`settings.scope.${scope}`)}
					chosen={scopes}
					onChange={setScopes}
				/>
			</CheckGroup>
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
