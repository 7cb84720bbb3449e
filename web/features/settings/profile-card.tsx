import { updateUserInput } from "../../../worker/accounts/contract.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { updateUser } from "../../lib/server/queries/session.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.ts";
import { useTexts } from "./texts.ts";

export function ProfileCard() {
	const t = useTexts();
	const user = useCreator();
	const form = useForm({
		schema: updateUserInput,
		async submit({ displayName, firstName, lastName, thanks }) {
			await updateUser({
				displayName: displayName || null,
				firstName: firstName || null,
				lastName: lastName || null,
				thanks: thanks || null,
			});
			toast({ tone: "good", title: t("settings.saved") });
		},
	});
	return (
		<Card id="profile" title={t("settings.profile")} lead={t("settings.profileText")}>
			<Form
				of={form}
				isWide
				action={t("settings.save")}
				busy={t("settings.saving")}
				failed={t("settings.saveFailed")}
			>
				<TextField
					label={t("settings.displayName")}
					name="displayName"
					defaultValue={user.displayName ?? ""}
					fieldClass="sm:col-span-2"
				/>
				<TextField
					label={t("settings.firstName")}
					name="firstName"
					autoComplete="given-name"
					defaultValue={user.firstName ?? ""}
				/>
				<TextField
					label={t("settings.lastName")}
					name="lastName"
					autoComplete="family-name"
					defaultValue={user.lastName ?? ""}
				/>
				<TextArea
					label={t("settings.thanks")}
					hint={t("settings.thanksHint")}
					name="thanks"
					rows={3}
					defaultValue={user.thanks ?? ""}
					fieldClass="sm:col-span-2"
				/>
			</Form>
		</Card>
	);
}
