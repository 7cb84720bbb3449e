import CircleCheck from "icons:circle-check";
import CircleSlash from "icons:circle-slash";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import {
	type DeviceRequest,
	deviceLookupInput,
	readUserCode,
} from "../../../worker/contract/accounts/device-authorization.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { usePage } from "../../lib/page/page.ts";
import { lookUpDevice } from "../../lib/server/queries/device-authorization.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { DeviceRequestForm } from "./device-request-form.tsx";
import { useTexts } from "./texts.ts";

/**
 * `/device?code=XXXX-XXXX`: a creator enters the code that a program shows, sees what the program asks
 * for, and confirms or denies it. The address only fills the field, so that the creator compares the code
 * first.
 */
export function DevicePage() {
	const t = useTexts();
	usePage(t("settings.deviceTitle"));
	const [request, setRequest] = useState<DeviceRequest | null>(null);
	const [decided, setDecided] = useState<"confirm" | "deny" | null>(null);
	return (
		<div className="gutters max-w-xl py-12">
			<Card>
				{decided ? (
					<EmptyState
						level="h1"
						icon={decided === "confirm" ? CircleCheck : CircleSlash}
						title={t(`settings.deviceDone.${decided}`)}
						action={
							<Link to={paths.settingsPrograms} className={buttonClass()}>
								{t("settings.deviceTokens")}
							</Link>
						}
					>
						<p role="status">
							{t(`settings.deviceDoneText.${decided}`, { name: request?.name ?? "" })}
						</p>
					</EmptyState>
				) : request ? (
					<DeviceRequestForm
						request={request}
						onDecided={setDecided}
						onBack={() => setRequest(null)}
					/>
				) : (
					<CodeForm onFound={setRequest} />
				)}
			</Card>
		</div>
	);
}

function CodeForm({ onFound }: { onFound: (request: DeviceRequest) => void }) {
	const t = useTexts();
	const [query] = useSearchParams();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: deviceLookupInput,
		async submit(json) {
			onFound(await lookUpDevice(json));
		},
	});
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<h1 className="text-28">{t("settings.deviceTitle")}</h1>
			<p className="text-muted">{t("settings.deviceText")}</p>
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<TextField
				label={t("settings.deviceCode")}
				hint={t("settings.deviceCodeHint")}
				name="userCode"
				required
				autoFocus
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={20}
				className="tabular uppercase tracking-widest"
				defaultValue={readUserCode(query.get("code") ?? "") ?? ""}
				error={errors.userCode}
			/>
			<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
				{t("settings.deviceContinue")}
			</Button>
		</form>
	);
}
