import { useId, useState } from "react";
import { MAX_TEMPLATE_NAME, templateNameInput } from "../../worker/contract/catalogue/templates.ts";
import { useForm } from "../lib/forms/use-form.ts";
import { useTemplateTexts } from "../lib/texts/template-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailedAlert } from "../ui/failed-alert.tsx";
import { TextField } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";

type Props = {
	/** names of templates that can be overwritten */
	replaceable: readonly string[];
	save: (name: string) => Promise<void>;
	onClose: () => void;
};

/** The template stores description, licence and settings. */
export default function SaveTemplateDialog({ replaceable, save, onClose }: Props) {
	const t = useTemplateTexts();
	const formId = useId();
	const [name, setName] = useState("");
	const replaces = replaceable.includes(name.trim());
	const { errors, pending, failure, setFailure, onSubmit } = useForm({
		schema: templateNameInput,
		async submit(fields) {
			await save(fields.name);
			toast({ tone: "good", title: t("templates.saved", { name: fields.name }) });
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("templates.saveTitle")}
			closeLabel={t("templates.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("templates.cancel")}</Button>
					<Button
						type="submit"
						form={formId}
						tone="primary"
						pending={pending && t("templates.saving")}
					>
						{t(replaces ? "templates.replace" : "templates.save")}
					</Button>
				</>
			}
		>
			<form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4">
				<p className="text-muted">{t("templates.saveText")}</p>
				<FailedAlert
					failure={failure}
					title={t("templates.failed")}
					fallback={t("templates.tryAgain")}
				/>
				<TextField
					label={t("templates.name")}
					name="name"
					autoComplete="off"
					maxLength={MAX_TEMPLATE_NAME}
					value={name}
					hint={replaces ? t("templates.replaceHint") : undefined}
					error={errors.name}
					onChange={(event) => {
						setName(event.target.value);
						setFailure(null);
					}}
				/>
			</form>
		</Dialog>
	);
}
