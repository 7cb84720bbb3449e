import { FilePlus2 } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { z } from "zod";
import type { MyShare, SaleMode } from "../../../worker/contract/shares.ts";
import { editShareInput, maxSalesField } from "../../../worker/contract/shares.ts";
import type { CoverChoice } from "../../lib/cover-picture.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { paths } from "../../lib/paths.ts";
import { PRICE_INPUT } from "../../lib/price-input.ts";
import { useOwnCreatorPage } from "../../lib/queries/own-creator-page.ts";
import { putSharePicture } from "../../lib/queries/pictures.ts";
import { editShare, removeFiles } from "../../lib/queries/shares.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.ts";
import { CoverPicker } from "./cover-picker.tsx";
import { FileEditor, NO_EDITS } from "./file-editor.tsx";
import { endOfDay, localDay } from "./sell-until.ts";
import { useTexts } from "./texts.ts";

const { title, description, price, saleMode, images } = editShareInput.shape;
/** The form's own fields: empty ones mean "none", which the API expresses as null. */
const formInput = z.object({
	title: title.unwrap(),
	description: description.unwrap().unwrap().optional(),
	price: z
		.string({ error: "Valid price is required" })
		.refine((text) => price.safeParse(text).success, {
			error: "Valid price is required",
		}),
	saleMode,
	images,
	maxSales: maxSalesField.optional(),
	/** YYYY-MM-DD, the last day of sale */
	expires: z.string().optional(),
});

/** Changes what buyers read and the terms of the sale. */
export default function EditShareDialog({
	share,
	onClose,
}: {
	share: MyShare;
	onClose: () => void;
}) {
	const t = useTexts();
	const formId = useId();
	const [failed, setFailed] = useState<string | null>(null);
	const [mode, setMode] = useState<SaleMode>(share.saleMode);
	const [cover, setCover] = useState<CoverChoice>({ fileId: share.coverFileId });
	const [edits, setEdits] = useState(NO_EDITS);
	const [isListed, setListed] = useState(share.listed);
	const { errors, pending, onSubmit } = useForm({
		schema: formInput,
		async submit({ expires, ...fields }) {
			const newDescription = fields.description ?? null;
			const isRetold =
				fields.title !== share.title || newDescription !== (share.description || null);
			const isReimaged = fields.images !== undefined && fields.images !== share.images;
			const isRecovered = "picture" in cover || cover.fileId !== share.coverFileId;
			const { removed } = edits;
			const order = edits.order?.filter((id) => !removed.has(id));
			if (removed.size > 0) {
				await removeFiles(share.shareId, [...removed]);
				// They are gone, also when saving the rest fails and is repeated.
				setEdits({ ...NO_EDITS, order: order ?? null });
			}
			if ("picture" in cover) await putSharePicture(share.shareId, "cover", cover.picture);
			const json = {
				...(isRetold && { title: fields.title, description: newDescription }),
				...(isReimaged && { images: fields.images }),
				...("fileId" in cover && isRecovered && { coverFileId: cover.fileId }),
				price: fields.price,
				...(fields.saleMode && fields.saleMode !== share.saleMode && { saleMode: fields.saleMode }),
				...(mode === "each" && { maxSales: fields.maxSales ?? null }),
				expiresAt: expires ? endOfDay(expires) : null,
				...(order && { order }),
				listed: isListed && mode === "each",
			};
			await editShare(share.shareId, json);
			if (isRetold || isReimaged || isRecovered || removed.size > 0 || order)
				void updateLinkCard(share.shareId);
			toast({ tone: "good", title: t("dashboard.saved") });
			onClose();
		},
		// A toast would be behind the dialog, out of reach.
		onFailure: (error) => setFailed(failureText(error, t("dashboard.tryAgain"))),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			size="wide"
			title={t("dashboard.editTitle")}
			closeLabel={t("dashboard.close")}
			actions={
				<>
					<Button onClick={onClose}>{t("dashboard.cancel")}</Button>
					<Button
						type="submit"
						form={formId}
						tone="primary"
						pending={pending && t("dashboard.saving")}
					>
						{t("dashboard.save")}
					</Button>
				</>
			}
		>
			<form id={formId} onSubmit={onSubmit} noValidate className="grid gap-5 sm:grid-cols-2">
				{failed && (
					<Alert tone="danger" title={t("dashboard.changeFailed")} live className="sm:col-span-2">
						{failed}
					</Alert>
				)}
				<TextField
					label={t("dashboard.fieldTitle")}
					name="title"
					defaultValue={share.title}
					required
					error={errors.title}
					fieldClass="sm:col-span-2"
				/>
				<TextArea
					label={t("dashboard.fieldDescription")}
					name="description"
					rows={3}
					defaultValue={share.description ?? ""}
					error={errors.description}
					fieldClass="sm:col-span-2"
				/>
				<CoverPicker share={share} chosen={cover} onChoose={setCover} error={errors.coverFileId} />
				<TextField
					label={t("dashboard.fieldPrice")}
					name="price"
					{...PRICE_INPUT}
					placeholder="9.99"
					defaultValue={share.price}
					required
					hint={t("dashboard.fieldPriceHint")}
					error={errors.price}
				/>
				<TextField
					label={t("dashboard.fieldExpires")}
					name="expires"
					type="date"
					defaultValue={share.expiresAt ? localDay(share.expiresAt) : ""}
					hint={t("dashboard.fieldExpiresHint")}
					error={errors.expiresAt}
				/>
				<SelectField
					label={t("dashboard.fieldMode")}
					name="saleMode"
					value={mode}
					disabled={share.sales > 0}
					onChange={(event) => setMode(event.target.value === "link" ? "link" : "each")}
					hint={
						share.sales > 0
							? t("dashboard.modeFixed")
							: mode === "link" && t("dashboard.modeLinkHint")
					}
					error={errors.saleMode}
					fieldClass="sm:col-span-2"
				>
					<option value="each">{t("dashboard.modeEach")}</option>
					<option value="link">{t("dashboard.modeLink")}</option>
				</SelectField>
				<SelectField
					label={t("dashboard.fieldImages")}
					name="images"
					defaultValue={share.images}
					error={errors.images}
				>
					<option value="blur">{t("dashboard.imagesBlur")}</option>
					<option value="watermark">{t("dashboard.imagesWatermark")}</option>
				</SelectField>
				{mode === "each" && (
					<TextField
						label={t("dashboard.fieldMaxSales")}
						name="maxSales"
						type="number"
						inputMode="numeric"
						min="1"
						step="1"
						defaultValue={share.maxSales ?? ""}
						hint={t("dashboard.fieldMaxSalesHint")}
						error={errors.maxSales}
					/>
				)}
				{share.status === "published" && (
					<FileEditor share={share} edits={edits} onChange={setEdits} />
				)}
				<ListedField mode={mode} isListed={isListed} onChange={setListed} />
				<div className="sm:col-span-2">
					<Link className={buttonClass("plain")} to={`${paths.upload}?to=${share.shareId}`}>
						<Icon of={FilePlus2} />
						{t("dashboard.addFiles")}
					</Link>
					{share.sales > 0 && (
						<p className="mt-1.5 text-13 text-muted">{t("dashboard.addFilesHint")}</p>
					)}
				</div>
			</form>
		</Dialog>
	);
}

/** Whether the share is on the creator's page, as far as its way of selling allows. */
function ListedField({
	mode,
	isListed,
	onChange,
}: {
	mode: SaleMode;
	isListed: boolean;
	onChange: (isListed: boolean) => void;
}) {
	const t = useTexts();
	const { data } = useOwnCreatorPage();
	const settings = <Link to={`${paths.settings}#your-page`} className="prose-link" />;
	return (
		<CheckField
			className="sm:col-span-2"
			label={t("dashboard.fieldListed")}
			hint={
				mode === "link"
					? t("dashboard.listedLinkHint")
					: data && !data.page
						? t.rich("dashboard.listedNoPage", { settings })
						: t("dashboard.fieldListedHint")
			}
			role="switch"
			checked={isListed && mode === "each"}
			disabled={mode === "link"}
			onChange={(event) => onChange(event.target.checked)}
		/>
	);
}
