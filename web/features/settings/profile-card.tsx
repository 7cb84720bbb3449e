import { updateUserInput } from "../../../worker/contract/accounts/accounts.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { updateUser } from "../../lib/server/queries/session.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function ProfileCard() {
	const t = useTexts();
	const user = useCreator();
	const { errors, pending, failure, onSubmit } = useForm({
		schema: updateUserInput,
		async submit(json) {
			// A name left empty is removed.
			const { displayName, firstName, lastName } = json;
			const names = {
				displayName: displayName || null,
				firstName: firstName || null,
				lastName: lastName || null,
			};
			await updateUser(names);
			toast({ tone: "good", title: t("settings.saved") });
		},
	});
	return (
		<Card aria-labelledby="profile">
			<CardHead id="profile" title={t("settings.profile")}>
				{t("settings.profileText")}
			</CardHead>
			<form onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
				<TextField
					label={t("settings.displayName")}
					name="displayName"
					defaultValue={user.displayName ?? ""}
					error={errors.displayName}
					fieldClass="sm:col-span-2"
				/>
				<TextField
					label={t("settings.firstName")}
					name="firstName"
					autoComplete="given-name"
					defaultValue={user.firstName ?? ""}
					error={errors.firstName}
				/>
				<TextField
					label={t("settings.lastName")}
					name="lastName"
					autoComplete="family-name"
					defaultValue={user.lastName ?? ""}
					error={errors.lastName}
				/>
				<FailedAlert
					failure={failure}
					title={t("settings.saveFailed")}
					fallback={t("settings.tryAgain")}
					className="sm:col-span-2"
				/>
				<div>
					<Button type="submit" tone="primary" pending={pending && t("settings.saving")}>
						{t("settings.save")}
					</Button>
				</div>
			</form>
		</Card>
	);
}
