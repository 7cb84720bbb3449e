import { useState } from "react";
import {
	MAX_TEMPLATE_NAME,
	type ShareTemplate,
	templateNameInput,
} from "../../../../worker/contract/catalogue/templates.ts";
import { useForm } from "../../../lib/forms/use-form.ts";
import { formatAgo } from "../../../lib/i18n/format.ts";
import { deleteTemplate, renameTemplate } from "../../../lib/server/queries/templates.ts";
import { useTemplateTexts } from "../../../lib/texts/template-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailedAlert } from "../../../ui/failed-alert.tsx";
import { TextField } from "../../../ui/field.tsx";

type Row = { id: string; does: "rename" | "delete" } | null;

export default function ManageDialog({
	templates,
	onClose,
}: {
	templates: readonly ShareTemplate[];
	onClose: () => void;
}) {
	const t = useTemplateTexts();
	const [open, setOpen] = useState<Row>(null);
	const [failure, setFailure] = useState<unknown>(null);
	const close = () => setOpen(null);

	async function remove(id: string) {
		setFailure(null);
		try {
			await deleteTemplate(id);
			close();
		} catch (error) {
			setFailure(error);
		}
	}

	return (
		<Dialog open onClose={onClose} title={t("templates.title")} closeLabel={t("templates.close")}>
			<FailedAlert
				failure={failure}
				title={t("templates.failed")}
				fallback={t("templates.tryAgain")}
				className="mb-4"
			/>
			{templates.length === 0 && <p className="text-muted">{t("templates.none")}</p>}
			<ul className="divide-y divide-line">
				{templates.map((template) => {
					const does = open?.id === template.id ? open.does : null;
					return (
						<li key={template.id} className="py-3">
							{does === "rename" ? (
								<Rename
									template={template}
									onDone={close}
									onBegin={() => setFailure(null)}
									onFailure={setFailure}
								/>
							) : (
								<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
									<div className="min-w-0 flex-1 basis-40">
										<p className="wrap-anywhere font-medium">{template.name}</p>
										<p className="text-13 text-muted">
											{does === "delete"
												? t("templates.deleteText")
												: t("templates.changed", { ago: formatAgo(template.updatedAt) })}
										</p>
									</div>
									{does === "delete" ? (
										<div className="flex gap-2">
											<Button size="sm" onClick={close}>
												{t("templates.keep")}
											</Button>
											<Button size="sm" tone="danger" onClick={() => remove(template.id)}>
												{t("templates.delete")}
											</Button>
										</div>
									) : (
										<div className="flex gap-2">
											<Button
												size="sm"
												aria-label={t("templates.renameNamed", { name: template.name })}
												onClick={() => setOpen({ id: template.id, does: "rename" })}
											>
												{t("templates.rename")}
											</Button>
											<Button
												size="sm"
												tone="quiet"
												aria-label={t("templates.deleteNamed", { name: template.name })}
												onClick={() => setOpen({ id: template.id, does: "delete" })}
											>
												{t("templates.delete")}
											</Button>
										</div>
									)}
								</div>
							)}
						</li>
					);
				})}
			</ul>
		</Dialog>
	);
}

function Rename({
	template,
	onDone,
	onBegin,
	onFailure,
}: {
	template: ShareTemplate;
	onDone: () => void;
	onBegin: () => void;
	onFailure: (error: unknown) => void;
}) {
	const t = useTemplateTexts();
	const { errors, pending, onSubmit } = useForm({
		schema: templateNameInput,
		async submit({ name }) {
			onBegin();
			await renameTemplate(template.id, name);
			onDone();
		},
		onFailure(error) {
			onFailure(error);
			return "told";
		},
	});
	return (
		<form noValidate onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
			<TextField
				label={t("templates.name")}
				fieldClass="min-w-0 grow basis-40"
				className="w-full"
				name="name"
				autoComplete="off"
				maxLength={MAX_TEMPLATE_NAME}
				defaultValue={template.name}
				error={errors.name}
			/>
			<Button onClick={onDone}>{t("templates.cancel")}</Button>
			<Button type="submit" tone="primary" pending={pending && t("templates.saving")}>
				{t("templates.save")}
			</Button>
		</form>
	);
}
