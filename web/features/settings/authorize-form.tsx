import { useEffect, useRef, useState } from "react";
import type { Scope } from "../../../worker/accounts/access-tokens/contract.ts";
import {
	type AuthorizationRequest,
	authorizationDecisionInput,
	REFRESH_DAYS,
} from "../../../worker/accounts/applications/contract/applications.ts";
import { AUTHORIZE_PATH } from "../../../worker/accounts/applications/contract/authorize-path.ts";
import { COMMAND_LINE_DAYS } from "../../../worker/accounts/applications/contract/command-line.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckGroup, CheckList } from "../../ui/check-list.tsx";
import { Form } from "../../ui/form.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ConfirmByFactor, OwnPassword, useConfirmation } from "./confirmation.tsx";
import { decideAuthorization } from "./queries/applications.ts";
import { useTexts } from "./texts.ts";
import { VerifyFirst } from "./verify-first.tsx";

type Props = {
	query: string;
	request: AuthorizationRequest;
	place: string;
	onDecided: (location: string) => void;
};

/** The creator may grant fewer permissions than the application requests. */
export function AuthorizeForm({ query, request, place, onDecided }: Props) {
	const t = useTexts();
	const { email, emailVerified } = useCreator();
	const confirmation = useConfirmation();
	const { name, address, registeredBy } = request.application;
	const [scopes, setScopes] = useState<readonly Scope[]>(request.scopes);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const form = useForm({
		schema: authorizationDecisionInput,
		extra: { query, decision: "confirm", scopes },
		submit: async (input) => onDecided(await decideAuthorization(input)),
		// The time without a password prompt may be over.
		onFailure: () => void refreshPasskeys(),
	});
	const denial = useAction(
		async () => onDecided(await decideAuthorization({ query, decision: "deny" })),
		t("settings.saveFailed"),
	);
	const facts = [
		[t("settings.appAccount"), email],
		[t("settings.appAddress"), address],
		[t("settings.appReturns"), place],
	];
	return (
		<Form of={form}>
			<h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-28">
				{t("settings.appAsks", { name })}
			</h1>
			<dl className="grid gap-x-6 gap-y-1 text-15 sm:grid-cols-[auto_1fr]">
				{facts.map(
					([label, value]) =>
						value !== null && (
							<div key={label} className="contents">
								<dt className="text-muted">{label}</dt>
								<dd className="wrap-anywhere mb-2 sm:mb-0">{value}</dd>
							</div>
						),
				)}
			</dl>
			<CheckGroup legend={t("settings.appMay")} error={form.errors.scopes}>
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
				<ConfirmByFactor to={`${AUTHORIZE_PATH}${query}`} />
			) : (
				confirmation === "password" && <OwnPassword />
			)}
			<div className="flex flex-wrap gap-3">
				{emailVerified && confirmation !== "factor" && (
					<Button type="submit" tone="primary" pending={form.pending && t("settings.totpWorking")}>
						{t("settings.appAgree")}
					</Button>
				)}
				<Button pending={denial.pending && t("settings.totpWorking")} onClick={denial.run}>
					{t("settings.appRefuse")}
				</Button>
			</div>
		</Form>
	);
}
