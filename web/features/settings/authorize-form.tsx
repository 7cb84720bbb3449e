import { useEffect, useRef, useState } from "react";
import type { Scope } from "../../../worker/contract/accounts/access-tokens.ts";
import {
	type AuthorizationRequest,
	authorizationDecisionInput,
	REFRESH_DAYS,
} from "../../../worker/contract/accounts/applications.ts";
import { AUTHORIZE_PATH } from "../../../worker/contract/accounts/authorize-path.ts";
import { COMMAND_LINE_DAYS } from "../../../worker/contract/accounts/command-line.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { decideAuthorization } from "../../lib/server/queries/applications.ts";
import { refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckGroup, CheckList } from "../../ui/check-list.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { FactList } from "./fact-list.tsx";
import { useTexts } from "./texts.ts";
import { useDenial } from "./use-denial.ts";
import { usePlaceOf } from "./use-place-of.ts";
import { VerifyFirst } from "./verify-first.tsx";

type Props = {
	/** of the address that the application has opened */
	query: string;
	request: AuthorizationRequest;
	/** with the address that the browser has to go to */
	onDecided: (location: string) => void;
};

/** The creator may grant what the application asks for, or less. */
export function AuthorizeForm({ query, request, onDecided }: Props) {
	const t = useTexts();
	const { email, emailVerified } = useCreator();
	const confirmation = useConfirmation();
	const placeOf = usePlaceOf();
	const { application, redirectUri } = request;
	const { name, address, registeredBy } = application;
	const [scopes, setScopes] = useState<readonly Scope[]>(request.scopes);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	// The time without a password prompt may be over.
	const askPasswordAgain = () => {
		void refreshPasskeys();
		return undefined;
	};
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: authorizationDecisionInput,
		extra: { query, decision: "confirm", scopes },
		async submit(input) {
			onDecided(await decideAuthorization(input));
		},
		onFailure: askPasswordAgain,
	});
	const { denying, deny } = useDenial(
		async () => onDecided(await decideAuthorization({ query, decision: "deny" })),
		setFailure,
	);
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-28">
				{t("settings.appAsks", { name })}
			</h1>
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<FactList
				facts={[
					[t("settings.appAccount"), email],
					...(address === null ? [] : [[t("settings.appAddress"), address] as const]),
					[t("settings.appReturns"), placeOf(redirectUri)],
				]}
			/>
			<CheckGroup legend={t("settings.appMay")} error={errors.scopes}>
				<CheckList
					values={request.scopes}
					label={(scope) => t(`settings.scope.${scope}`)}
					chosen={scopes}
					onChange={setScopes}
				/>
				<p className="text-13 text-muted">
					{registeredBy === "server"
						? t("settings.appOwnLife", { n: COMMAND_LINE_DAYS })
						: t("settings.appLife", { n: REFRESH_DAYS })}
				</p>
			</CheckGroup>
			<Alert tone="warning">{t(`settings.appBy.${registeredBy}`)}</Alert>
			{!emailVerified ? (
				<VerifyFirst>{t("settings.appVerify")}</VerifyFirst>
			) : confirmation === "factor" ? (
				<ConfirmByFactor
					text={t("settings.passkeyConfirmFirst")}
					to={`${AUTHORIZE_PATH}${query}`}
				/>
			) : (
				confirmation === "password" && <ConfirmByPassword error={errors.password} />
			)}
			<div className="flex flex-wrap gap-3">
				{emailVerified && confirmation !== "factor" && (
					<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
						{t("settings.appAgree")}
					</Button>
				)}
				<Button pending={denying && t("settings.totpWorking")} onClick={deny}>
					{t("settings.appRefuse")}
				</Button>
			</div>
		</form>
	);
}
