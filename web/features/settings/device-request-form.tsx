import { useEffect, useRef } from "react";
import {
	DEVICE_TOKEN_DAYS,
	type DeviceRequest,
	deviceDecisionInput,
} from "../../../worker/contract/accounts/device-authorization.ts";
import { DEVICE_PATH } from "../../../worker/contract/accounts/device-path.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { currentLocale } from "../../lib/i18n/i18n.ts";
import { decideDevice } from "../../lib/server/queries/device-authorization.ts";
import { refreshPasskeys } from "../../lib/server/queries/passkeys.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { ConfirmByFactor, ConfirmByPassword, useConfirmation } from "./confirm-by-password.tsx";
import { FactList } from "./fact-list.tsx";
import { useTexts } from "./texts.ts";
import { useDenial } from "./use-denial.ts";
import { VerifyFirst } from "./verify-first.tsx";

type Props = {
	request: DeviceRequest;
	onDecided: (decision: "confirm" | "deny") => void;
	onBack: () => void;
};

export function DeviceRequestForm({ request, onDecided, onBack }: Props) {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const confirmation = useConfirmation();
	const heading = useRef<HTMLHeadingElement>(null);
	// The code's form, which had the focus, is gone.
	useEffect(() => heading.current?.focus(), []);
	const { userCode } = request;

	async function send(input: Parameters<typeof decideDevice>[0]) {
		await decideDevice(input);
		onDecided(input.decision);
	}
	// The time without a password prompt may be over.
	const askPasswordAgain = () => {
		void refreshPasskeys();
		return undefined;
	};
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: deviceDecisionInput,
		extra: { userCode, decision: "confirm" },
		submit: send,
		onFailure: askPasswordAgain,
	});
	const { denying, deny } = useDenial(
		() => send({ userCode, decision: "deny" }),
		(error) => {
			setFailure(error);
			if (error !== null) askPasswordAgain();
		},
	);
	const canConfirm = emailVerified && confirmation !== "factor";
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-28">
				{t("settings.deviceAsks", { name: request.name })}
			</h1>
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<Origin request={request} />
			<section>
				<h2 className="mb-2 font-medium">{t("settings.deviceMay")}</h2>
				<ul className="grid gap-2">
					{request.scopes.map((scope) => (
						<li key={scope}>
							{t(`settings.scope.${scope}`)}
							<br />
							<code className="text-13 text-muted">{scope}</code>
						</li>
					))}
				</ul>
				<p className="mt-2 text-13 text-muted">
					{t("settings.deviceLife", { n: DEVICE_TOKEN_DAYS })}
				</p>
			</section>
			<Alert tone="warning">{t("settings.deviceWarning")}</Alert>
			{!emailVerified ? (
				<VerifyFirst>{t("settings.verifyTokens")}</VerifyFirst>
			) : confirmation === "factor" ? (
				<ConfirmByFactor
					text={t("settings.passkeyConfirmFirst")}
					to={`${DEVICE_PATH}?code=${userCode}`}
				/>
			) : (
				confirmation === "password" && <ConfirmByPassword error={errors.password} />
			)}
			<div className="flex flex-wrap gap-3">
				{canConfirm && (
					<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
						{t("settings.deviceConfirm")}
					</Button>
				)}
				<Button pending={denying && t("settings.totpWorking")} onClick={deny}>
					{t("settings.deviceDeny")}
				</Button>
				<Button tone="quiet" onClick={onBack}>
					{t("settings.deviceOther")}
				</Button>
			</div>
		</form>
	);
}

/** Shows where the request came from, as far as known; what a program says about itself proves nothing. */
function Origin({ request }: { request: DeviceRequest }) {
	const t = useTexts();
	const { country, userAgent, clientId, userCode, createdAt } = request;
	const countries = new Intl.DisplayNames([currentLocale()], { type: "region" });
	const rows: [string, string | undefined][] = [
		[t("settings.deviceCode"), userCode],
		[t("settings.deviceProgram"), [clientId, userAgent].filter(Boolean).join(" · ")],
		[
			t("settings.deviceCountry"),
			country === null ? t("settings.deviceUnknown") : countries.of(country),
		],
		[t("settings.deviceTime"), formatDateTime(createdAt)],
	];
	return <FactList facts={rows} />;
}
