import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { MyShare, SaleMode } from "../../../../worker/contract/shares.ts";
import type { CoverChoice } from "../../../lib/cover-picture.ts";
import { updateLinkCard } from "../../../lib/link-card/update-card.ts";
import { paths } from "../../../lib/paths.ts";
import { putSharePicture } from "../../../lib/queries/pictures.ts";
import { editShare, removeFiles } from "../../../lib/queries/shares.ts";
import { failureText } from "../../../lib/server-texts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FilePlus2 } from "../../../ui/icons/file-plus-2.ts";
import { toast } from "../../../ui/toast.ts";
import { useTexts } from "../texts.ts";
import { AccessSection } from "./access.tsx";
import { accessEdits } from "./access-edits.ts";
import { BundleSection, bundleDraftOf, bundleEdits } from "./bundle.tsx";
import { DetailsSection } from "./details.tsx";
import { FileEditor, NO_EDITS } from "./file-editor.tsx";
import { formInput, pricingEdits } from "./form.ts";
import { IndexedSection, ListedSection, PreviewsSection } from "./page.tsx";
import { PriceSection } from "./price.tsx";
import { SaleSection } from "./sale.tsx";

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
	const [bundle, setBundle] = useState(() => bundleDraftOf(share));
	const { errors, pending, onSubmit } = useForm({
		schema: formInput,
		extra: { hadPassword: share.hasPassword, parts: bundle?.parts },
		async submit(fields) {
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
				...((fields.licence ?? null) !== share.licence && { licence: fields.licence ?? null }),
				...(isReimaged && { images: fields.images }),
				...("fileId" in cover && isRecovered && { coverFileId: cover.fileId }),
				...pricingEdits(fields),
				...(fields.saleMode && fields.saleMode !== share.saleMode && { saleMode: fields.saleMode }),
				...(mode === "each" && { maxSales: fields.maxSales ?? null }),
				...accessEdits(share, fields),
				...(order && { order }),
				...bundleEdits(share, bundle),
				listed: isListed && mode === "each",
				...(mode === "each" && { indexed: fields.indexed === "on" }),
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
			title={t(bundle ? "dashboard.editBundleTitle" : "dashboard.editTitle")}
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
				<DetailsSection share={share} errors={errors} cover={cover} onCover={setCover} />
				<PriceSection share={share} errors={errors} mode={mode}>
					{(price) =>
						bundle && (
							<BundleSection
								share={share}
								draft={bundle}
								onChange={setBundle}
								price={price}
								error={errors.parts}
							/>
						)
					}
				</PriceSection>
				<AccessSection share={share} errors={errors} />
				<SaleSection share={share} errors={errors} mode={mode} onMode={setMode} />
				{!bundle && <PreviewsSection share={share} errors={errors} />}
				{!bundle && share.status === "published" && (
					<FileEditor share={share} edits={edits} onChange={setEdits} />
				)}
				<ListedSection mode={mode} isListed={isListed} onChange={setListed} />
				<IndexedSection share={share} mode={mode} />
				{!bundle && (
					<div className="sm:col-span-2">
						<Link className={buttonClass("plain")} to={`${paths.upload}?to=${share.shareId}`}>
							<Icon of={FilePlus2} />
							{t("dashboard.addFiles")}
						</Link>
						{share.sales > 0 && (
							<p className="mt-1.5 text-13 text-muted">{t("dashboard.addFilesHint")}</p>
						)}
					</div>
				)}
			</form>
		</Dialog>
	);
}
