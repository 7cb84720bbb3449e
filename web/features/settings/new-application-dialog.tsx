import { useState } from "react";
import {
	type NewApplication,
	newApplicationInput,
} from "../../../worker/contract/accounts/applications.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { createApplication } from "../../lib/server/queries/applications.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { CheckField, TextArea, TextField } from "../../ui/field.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useTexts } from "./texts.ts";

const MAX_NAME = 60;

/** Shows the new application's secret once. */
export default function NewApplicationDialog({ onClose }: { onClose: () => void }) {
	const t = useTexts();
	const [made, setMade] = useState<NewApplication | null>(null);
	return (
		<Dialog
			open
			onClose={onClose}
			isKept={made !== null}
			title={t(made ? "settings.appMade" : "settings.appNew")}
			closeLabel={t("settings.close")}
		>
			{made?.secret ? (
				<ShownOnce
					text={t("settings.appMadeText", { name: made.name })}
					label={t("settings.appSecret")}
					value={made.secret}
					onDone={onClose}
				/>
			) : (
				<NewApplicationForm
					onMade={(application) => (application.secret ? setMade(application) : onClose())}
				/>
			)}
		</Dialog>
	);
}

function NewApplicationForm({ onMade }: { onMade: (application: NewApplication) => void }) {
	const t = useTexts();
	const [lines, setLines] = useState("");
	const [isConfidential, setConfidential] = useState(false);
	const redirectUris = lines.split("\n").filter((line) => line.trim() !== "");
	const { errors, pending, failure, onSubmit } = useForm({
		schema: newApplicationInput,
		extra: { redirectUris, isConfidential },
		async submit(input) {
			onMade(await createApplication(input));
		},
	});
	// An error of one line of the field, or of all.
	const [, linesError] =
		Object.entries(errors).find(([path]) => path.startsWith("redirectUris")) ?? [];
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
			<FailedAlert failure={failure} fallback={t("settings.tryAgain")} />
			<TextField
				label={t("settings.appName")}
				hint={t("settings.appNameHint")}
				name="name"
				required
				maxLength={MAX_NAME}
				error={errors.name}
			/>
			<TextField
				label={t("settings.appSite")}
				name="address"
				type="url"
				required
				error={errors.address}
			/>
			<TextArea
				label={t("settings.appRedirects")}
				hint={t("settings.appRedirectsHint")}
				rows={3}
				spellCheck={false}
				value={lines}
				onChange={({ target }) => setLines(target.value)}
				error={linesError}
			/>
			<CheckField
				label={t("settings.appServer")}
				labelClass=""
				checked={isConfidential}
				onChange={({ target }) => setConfidential(target.checked)}
			/>
			<Button type="submit" tone="primary" pending={pending && t("settings.totpWorking")}>
				{t("settings.appRegister")}
			</Button>
		</form>
	);
}
